import { grantsBeside } from '#system/model/shipped-role.ts';
import * as nouns from './nouns.ts';

/** What the roles of every tenant may do with budgets, applications and claims. */
export const grants = grantsBeside(nouns, {});
