import { permissionOf } from '#platform/model/permission.ts';
import type { Route } from '#platform/server/http/route.ts';
import { refund } from '#sales/model/refund/refund.ts';
import { invoiceMaintain } from '#invoice/model/maintain/maintain.ts';
import { answerReds, type Answer } from './red-answer.ts';
import { askRed, redAsked } from './red-ask.ts';
import { readRed, readReds } from './red-read.ts';

const permission = [permissionOf(invoiceMaintain, 'redreverse')];

const answered = (answer: Answer, summary: string): Route => ({
  method: 'PUT',
  path: `${invoiceMaintain.path}/${answer}`,
  permission,
  effect: 'command',
  marks: { 'body[]': invoiceMaintain.name },
  summary,
  handle: answerReds(answer),
});

export const redRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: `${invoiceMaintain.path}/:id/red`,
    permission,
    effect: 'none',
    marks: { 'params.id': invoiceMaintain.name },
    summary: 'Invoice: what of it can be reversed, and what returns propose',
    handle: readRed,
  },
  {
    method: 'GET',
    path: `${invoiceMaintain.path}/reds`,
    permission: [permissionOf(invoiceMaintain, 'view')],
    effect: 'none',
    marks: { 'query.refundId': refund.name },
    summary: 'Invoices that a return takes back, and the reds that do already (?refundId=)',
    handle: readReds,
  },
  {
    method: 'PUT',
    path: `${invoiceMaintain.path}/redReverse`,
    permission,
    effect: 'command',
    marks: { 'body[]': invoiceMaintain.name },
    summary: 'Invoice: enter its red confirmation, whole or by lines',
    body: redAsked,
    handle: askRed,
  },
  answered('redAgree', 'Invoice: the buyer agreed to its red confirmation'),
  answered('redRefuse', 'Invoice: the buyer refused its red confirmation'),
  answered('redQuery', 'Invoice: ask its provider at once what the buyer said of its red confirmation'),
  answered('redWithdraw', 'Invoice: take its red confirmation back'),
];
