import type { Label } from '#platform/model/label.ts';

export const claimLabel: Label = ['认领', '認領', 'Claim'];
