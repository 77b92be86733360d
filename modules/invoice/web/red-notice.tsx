import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { instantText } from '#platform/web/cell/cell.tsx';
import { say } from '#platform/web/text/language.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { invoiceMaintain } from '#invoice/model/maintain/maintain.ts';
import { redConfirmStage, redConfirmStatus } from '#invoice/model/value/choices.ts';
import { nameIn, redTexts as texts } from './red-texts.ts';
import './red.css';

interface NoticeProps {
  readonly record: Row;
}

/** How far the red confirmation of an invoice is, who has it in hand, and why it does not go on. */
export function RedNotice({ record }: NoticeProps): ReactNode {
  const status = textAt(record, 'redConfirmStatus');
  const message = textAt(record, 'redConfirmMsg');
  const isUnderWay = isOpen(record);
  // What ended is told as long as it says why; an issued red invoice speaks for itself.
  if (!isUnderWay && (message === '' || !['5', '6', '7'].includes(status))) return null;
  const stage = textAt(record, 'redConfirmStage');
  const isWrong = stage === '3' || stage === '4' || (status === '4' && message !== '');
  const number = textAt(record, 'redConfirmNo');
  const deadline = textAt(record, 'redConfirmDeadline');
  return (
    <Alert
      className="red-notice"
      data-testid="red-notice"
      type={isWrong ? 'error' : status === '2' ? 'warning' : 'info'}
      showIcon
      title={
        <span className="red-stage">
          <b>
            {say(texts.confirmation)} {number}
          </b>
          <span>{nameIn(redConfirmStatus, status)}</span>
          {isUnderWay && stage !== '0' && stage !== '5' && <span>{nameIn(redConfirmStage, stage)}</span>}
          {status === '2' && deadline !== '' && (
            <span>
              {say(invoiceMaintain.head.redConfirmDeadline.label)} {instantText(deadline)}
            </span>
          )}
        </span>
      }
      {...(message === '' ? {} : { description: message })}
    />
  );
}

/** A red one waits for its confirmation, or with it for its number; a blue one is being taken back. */
const isOpen = (record: Row): boolean =>
  textAt(record, 'kind') === '1'
    ? textAt(record, 'billStatus') === '0' && textAt(record, 'redConfirmStatus') !== '0'
    : textAt(record, 'issueStatus') === '5';
