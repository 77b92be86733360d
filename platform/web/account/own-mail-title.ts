import type { Label } from '#platform/model/label.ts';

/** Apart from the texts of its dialog: the menu of the account has it before anybody opens that. */
export const ownMailTitle: Label = ['邮件提醒', '郵件提醒', 'Mail notices'];
