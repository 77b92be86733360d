import { permissionOf } from '#platform/model/permission.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { invoiceMaintain } from '#invoice/model/maintain/maintain.ts';
import { redTexts } from './red-texts.ts';

const permission = permissionOf(invoiceMaintain, 'redreverse');
const isBlue = (row: Row): boolean => textAt(row, 'kind') === '0' && textAt(row, 'billStatus') === '1';
const isReversing = (row: Row, ...waiting: readonly string[]): boolean =>
  isBlue(row) && textAt(row, 'issueStatus') === '5' && waiting.includes(textAt(row, 'redConfirmStatus'));
const isAt = (row: Row, ...stages: readonly string[]): boolean => stages.includes(textAt(row, 'redConfirmStage'));
/** Answers are entered where no provider hears them, or one was asked in vain. */
const isAnswered = (row: Row): boolean =>
  (isReversing(row, '2') && isAt(row, '0', '3')) || (isReversing(row, '1') && isAt(row, '3'));

/** What is done to issued invoices that are to be taken back. */
export const redActions: readonly OwnAction[] = [
  {
    verb: 'redReverse',
    label: redTexts.verb,
    permission,
    isForOne: true,
    isInBill: true,
    isDanger: true,
    isOffered: (row) => isBlue(row) && textAt(row, 'issueStatus') === '1',
    load: chunk(
      () => import('./red-dialog.tsx'),
      ({ reverse }) => reverse,
    ),
  },
  {
    verb: 'redQuery',
    label: redTexts.query,
    permission,
    isInBill: true,
    isOffered: (row) => isReversing(row, '1', '2', '4') && isAt(row, '1', '2', '3', '4'),
    load: chunk(
      () => import('./invoice-deeds.ts'),
      ({ redQuery }) => redQuery,
    ),
  },
  {
    verb: 'redAgree',
    label: redTexts.agree,
    permission,
    isInBill: true,
    isOffered: isAnswered,
    load: chunk(
      () => import('./invoice-deeds.ts'),
      ({ redAgree }) => redAgree,
    ),
  },
  {
    verb: 'redRefuse',
    label: redTexts.refuse,
    permission,
    isInBill: true,
    isDanger: true,
    isOffered: isAnswered,
    load: chunk(
      () => import('./invoice-deeds.ts'),
      ({ redRefuse }) => redRefuse,
    ),
  },
  {
    verb: 'redWithdraw',
    label: redTexts.withdraw,
    permission,
    isInBill: true,
    isDanger: true,
    isOffered: (row) => isReversing(row, '1', '2', '4') && !isAt(row, '2'),
    load: chunk(
      () => import('./invoice-deeds.ts'),
      ({ redWithdraw }) => redWithdraw,
    ),
  },
];

/** A return leads to the invoices of what came back. */
export const returnActions: readonly OwnAction[] = [
  {
    verb: 'reds',
    label: redTexts.ofReturn,
    permission: permissionOf(invoiceMaintain, 'view'),
    isForOne: true,
    isInBill: true,
    isOffered: (row) => ['1', '2'].includes(textAt(row, 'billStatus')) && textAt(row, 'receiptStatus') === '1',
    load: chunk(
      () => import('./return-reds.tsx'),
      ({ showReds }) => showReds,
    ),
  },
];
