import type { Label } from '#platform/model/label.ts';

/** Apart from the texts of its dialog: the menu of the account has it before anybody opens that. */
export const secondFactorTitle: Label = ['二次验证', '二次驗證', 'Second factor'];
