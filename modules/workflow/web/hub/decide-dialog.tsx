import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { get, put } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { showErrors } from '#platform/web/form/form-fields.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { RichText } from '#platform/web/rich-text/rich-text.tsx';
import { texts } from '#platform/web/text/texts.ts';
import { approveTask } from '#workflow/model/hub-work.ts';
import { hubTexts } from './hub-texts.ts';
import './hub.css';

export const decideBills =
  (verb: string) =>
  async (rows: readonly Row[]): Promise<boolean> =>
    (await openDialog<boolean>((close) => <DecideDialog verb={verb} rows={rows} onClose={close} />)) === true;

interface Deciding {
  readonly verb: string;
  readonly rows: readonly Row[];
  readonly onClose: (isDone?: boolean) => void;
}

function DecideDialog({ verb, rows, onClose }: Deciding): ReactNode {
  const [form] = Form.useForm<{ operateMsg?: string }>();
  const [isBusy, setBusy] = useState(false);
  const rule = approveTask.verbs?.[verb];
  const named = say(rule?.label ?? [verb, verb, verb]);
  const leave = (): void => {
    onClose();
  };
  const decide = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      await decideOn(rows, verb, form.getFieldsValue());
    } catch (error) {
      showErrors(form, error);
      void listsChanged();
      return;
    } finally {
      setBusy(false);
    }
    feedback.success(say(texts.done));
    void listsChanged();
    onClose(true);
  };
  return (
    <Dialog
      title={titleOf(named, rows)}
      width={720}
      onCancel={leave}
      footer={
        <div className="dialog-footer">
          <Button onClick={leave}>{say(texts.cancel)}</Button>
          <Button
            type="primary"
            danger={rule?.isDanger === true}
            data-verb="confirm"
            loading={isBusy}
            onClick={() => void decide()}
          >
            {named}
          </Button>
        </div>
      }
    >
      {rows.length === 1 ? <BillText id={textAt(rows[0], 'id')} /> : <BillNames rows={rows} />}
      <Form form={form} layout="vertical" className="stacked" autoComplete="off">
        <Form.Item name="operateMsg" label={say(hubTexts.opinion)}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} autoFocus />
        </Form.Item>
      </Form>
    </Dialog>
  );
}

const decideOn = (rows: readonly Row[], verb: string, said: { operateMsg?: string }): Promise<unknown> =>
  put(`${approveTask.path}/${verb}`, { ids: rows.map((row) => textAt(row, 'id')), ...said }, { isDialog: true });

const titleOf = (verb: string, rows: readonly Row[]): string =>
  rows.length === 1
    ? say(hubTexts.decideOne, { verb, code: textAt(rows[0], 'billCode') })
    : say(hubTexts.decideMany, { verb, count: rows.length });

function BillNames({ rows }: { readonly rows: readonly Row[] }): ReactNode {
  return (
    <ul className="hub-bills">
      {rows.map((row) => (
        <li key={textAt(row, 'id')}>
          <span>{textAt(row, 'billCode')}</span>
          <span>{textAt(row, 'summary')}</span>
        </li>
      ))}
    </ul>
  );
}

/** The bill as its template shows it. */
function BillText({ id }: { readonly id: string }): ReactNode {
  const { data: task } = useQuery({
    queryKey: ['record', 'hub-bill', id],
    queryFn: () => get<Row>(`${approveTask.path}/${id}`),
    gcTime: 0,
  });
  return (
    <section className="hub-bill" aria-label={say(hubTexts.bill)} aria-busy={task === undefined}>
      {task !== undefined && <RichText html={textAt(task, 'content')} />}
    </section>
  );
}
