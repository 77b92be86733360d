import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Input, type FormInstance } from 'antd';
import { useState, type ReactNode } from 'react';
import { get, post } from '#platform/web/api/client.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { showErrors } from '#platform/web/form/form-fields.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { isValid } from '#platform/web/form/valid-form.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { RichText } from '#platform/web/rich-text/rich-text.tsx';
import { texts } from '#platform/web/text/texts.ts';
import { mailTemplate } from '#message/model/mail.ts';
import { messageTexts } from './texts.ts';
import './message.css';

interface Preview {
  readonly subject: string;
  readonly content: string;
}
interface Values {
  readonly mailTo: string;
  readonly mailCc?: string;
  readonly params?: Readonly<Record<string, string>>;
}

export async function sendMail(rows: readonly Row[]): Promise<boolean> {
  const [row] = rows;
  return (
    row !== undefined &&
    (await openDialog<boolean>((close) => <MailDialog id={textAt(row, 'id')} onClose={close} />)) === true
  );
}

function MailDialog({ id, onClose }: { readonly id: string; readonly onClose: (isDone?: boolean) => void }): ReactNode {
  const [form] = Form.useForm<Values>();
  const [shown, setShown] = useState<Preview | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { data: template, error } = useTemplate(id);
  const { variables: named } = template ?? {};
  const variables = Array.isArray(named) ? named.map(String) : [];
  const preview = async (): Promise<void> => {
    const { subject, content } = template ?? {};
    const params = filledIn(form.getFieldValue('params') as Record<string, string | undefined> | undefined);
    setShown(
      await post<Preview>(`${mailTemplate.path}/preview`, { subject, content, variables, params }).catch(() => null),
    );
  };
  const send = async (): Promise<void> => {
    if (isBusy || !(await isValid(form))) return;
    setBusy(true);
    try {
      await post(`${mailTemplate.path}/send`, { id, ...form.getFieldsValue() }, { isDialog: true });
    } catch (thrown) {
      showErrors(form, thrown);
      return;
    } finally {
      setBusy(false);
    }
    feedback.success(say(messageTexts.queued));
    onClose(true);
  };
  return (
    <Dialog
      title={say(messageTexts.sendMail, { name: textAt(template, 'name') })}
      width={720}
      onCancel={() => {
        onClose();
      }}
      footer={
        <MailButtons
          isReady={template !== undefined}
          isBusy={isBusy}
          onCancel={() => {
            onClose();
          }}
          onPreview={() => void preview()}
          onSend={() => void send()}
        />
      }
    >
      {error !== null && <Alert type="error" title={error.message} />}
      <MailForm form={form} variables={variables} />
      {shown !== null && (
        <section className="mail-preview" data-preview>
          <h3>{shown.subject}</h3>
          <RichText html={shown.content} />
        </section>
      )}
    </Dialog>
  );
}

const useTemplate = (id: string) =>
  useQuery({
    queryKey: ['record', 'mail-dialog', id],
    queryFn: () => get<Row>(`${mailTemplate.path}/${id}`, undefined, { isSilent: true }),
    gcTime: 0,
  });

const filledIn = (params: Readonly<Record<string, string | undefined>> = {}): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined && value !== ''));

function MailButtons({
  isReady,
  isBusy,
  onCancel,
  onPreview,
  onSend,
}: {
  readonly isReady: boolean;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
  readonly onPreview: () => void;
  readonly onSend: () => void;
}): ReactNode {
  return (
    <div className="dialog-footer">
      <Button onClick={onCancel}>{say(texts.cancel)}</Button>
      <Button data-verb="preview" disabled={!isReady} onClick={onPreview}>
        {say(messageTexts.preview)}
      </Button>
      <Button type="primary" data-verb="confirm" disabled={!isReady} loading={isBusy} onClick={onSend}>
        {say(messageTexts.send)}
      </Button>
    </div>
  );
}

function MailForm({
  form,
  variables,
}: {
  readonly form: FormInstance<Values>;
  readonly variables: readonly string[];
}): ReactNode {
  return (
    <Form form={form} layout="vertical" className="stacked" autoComplete="off">
      <Form.Item
        name="mailTo"
        label={say(messageTexts.to)}
        extra={say(messageTexts.toHelp)}
        rules={[{ required: true, message: say(texts.isRequired) }]}
      >
        <Input maxLength={2000} />
      </Form.Item>
      <Form.Item name="mailCc" label={say(messageTexts.cc)}>
        <Input maxLength={2000} />
      </Form.Item>
      {variables.map((each) => (
        <Form.Item
          key={each}
          name={['params', each]}
          label={each}
          rules={[{ required: true, message: say(texts.isRequired) }]}
        >
          <Input maxLength={2000} />
        </Form.Item>
      ))}
    </Form>
  );
}
