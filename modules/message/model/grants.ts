import { administration, grantsBeside } from '#system/model/shipped-role.ts';
import * as nouns from './nouns.ts';

/** What the roles of every tenant may do with messages: mail and text go out in the name of the house. */
export const grants = grantsBeside(nouns, {
  mailTemplate: administration,
  mailLog: administration,
  sms: administration,
  smsLog: administration,
});
