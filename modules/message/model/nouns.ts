/** Every noun of the module, one line each. */
export { mailTemplate } from './mail.ts';
export { mailLog } from './mail.ts';
export { sms } from './sms.ts';
export { smsLog } from './sms.ts';
