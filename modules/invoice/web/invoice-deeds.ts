import { done, doneAndOpened } from '#platform/web/action/perform.ts';
import { post, put } from '#platform/web/api/client.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { idsOf, type Row } from '#platform/web/value/row.ts';
import { invoiceApply } from '#invoice/model/apply/apply.ts';
import { invoiceConfirm } from '#invoice/model/confirm/confirm.ts';
import { invoiceMaintain } from '#invoice/model/maintain/maintain.ts';
import { redTexts } from './red-texts.ts';

/** A single application is opened at once: whom the paper names remains to be said. */
export const applyForOrders = (rows: readonly Row[]): Promise<boolean> =>
  doneAndOpened(invoiceApply, () => post(`${invoiceApply.path}/fromorders`, idsOf(rows)));

const performing = (verb: 'confirm' | 'unconfirm') => (rows: readonly Row[]) =>
  done(() => put(`${invoiceConfirm.path}/${verb}`, idsOf(rows)));

export const confirm = performing('confirm');
export const unconfirm = performing('unconfirm');

const withProvider = (verb: 'issue' | 'push') => (rows: readonly Row[]) =>
  done(() => put(`${invoiceMaintain.path}/${verb}`, idsOf(rows)));

export const issue = withProvider('issue');
export const push = withProvider('push');

const answering = (verb: 'redAgree' | 'redRefuse' | 'redWithdraw' | 'redQuery') => (rows: readonly Row[]) =>
  done(() => put(`${invoiceMaintain.path}/${verb}`, idsOf(rows)));

export const redQuery = answering('redQuery');
export const redAgree = answering('redAgree');
export const redRefuse = async (rows: readonly Row[]): Promise<boolean> =>
  (await feedback.confirm(say(redTexts.sureRefuse))) && answering('redRefuse')(rows);
export const redWithdraw = async (rows: readonly Row[]): Promise<boolean> =>
  (await feedback.confirm(say(redTexts.sureWithdraw))) && answering('redWithdraw')(rows);
