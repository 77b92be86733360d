import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { get, post } from '#platform/web/api/client.ts';
import { Dialog, openDialog } from '#platform/web/dialogs.tsx';
import { showErrors } from '#platform/web/entity/form-fields.tsx';
import { textAt, type Row } from '#platform/web/entity/row.ts';
import { feedback } from '#platform/web/feedback.tsx';
import { say } from '#platform/web/language.ts';
import { RichText } from '#platform/web/rich-text/rich-text.tsx';
import { texts } from '#platform/web/texts.ts';
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
  const { data: template, error } = useQuery({
    queryKey: ['record', 'mail-dialog', id],
    queryFn: () => get<Row>(`${mailTemplate.path}/${id}`, undefined, { isSilent: true }),
    gcTime: 0,
  });
  const variables = Array.isArray(template?.['variables']) ? template['variables'].map(String) : [];
  const preview = async (): Promise<void> => {
    const { subject, content } = template ?? {};
    const params = Object.fromEntries(
      Object.entries((form.getFieldValue('params') as Record<string, string | undefined> | undefined) ?? {}).filter(
        ([, value]) => value !== undefined && value !== '',
      ),
    );
    setShown(
      await post<Preview>(`${mailTemplate.path}/preview`, { subject, content, variables, params }).catch(() => null),
    );
  };
  const send = async (): Promise<void> => {
    if (
      isBusy ||
      !(await form.validateFields().then(
        () => true,
        () => false,
      ))
    )
      return;
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
        <div className="dialog-footer">
          <Button
            onClick={() => {
              onClose();
            }}
          >
            {say(texts.cancel)}
          </Button>
          <Button data-verb="preview" disabled={template === undefined} onClick={() => void preview()}>
            {say(messageTexts.preview)}
          </Button>
          <Button
            type="primary"
            data-verb="confirm"
            disabled={template === undefined}
            loading={isBusy}
            onClick={() => void send()}
          >
            {say(messageTexts.send)}
          </Button>
        </div>
      }
    >
      {error !== null && <Alert type="error" title={error.message} />}
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
      {shown !== null && (
        <section className="mail-preview" data-preview>
          <h3>{shown.subject}</h3>
          <RichText html={shown.content} />
        </section>
      )}
    </Dialog>
  );
}
