import { Button, Form, Input, type FormInstance } from 'antd';
import { useState, type ReactNode } from 'react';
import { patterns } from '#platform/model/pattern.ts';
import { post } from '#platform/web/api/client.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { showErrors } from '#platform/web/form/form-fields.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { isValid } from '#platform/web/form/valid-form.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { sms } from '#message/model/sms.ts';
import { messageTexts } from './texts.ts';

interface Values {
  readonly mobile: string;
  readonly params?: string;
}

export async function sendSms(rows: readonly Row[]): Promise<boolean> {
  const [row] = rows;
  return (
    row !== undefined &&
    (await openDialog<boolean>((close) => <SmsDialog code={textAt(row, 'smsCode')} onClose={close} />)) === true
  );
}

/** `code=1234`, one per line, in the order in which the template numbers them. */
const paramsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')).trim(), line.slice(line.indexOf('=') + 1).trim()]),
  );

function SmsDialog({
  code,
  onClose,
}: {
  readonly code: string;
  readonly onClose: (isDone?: boolean) => void;
}): ReactNode {
  const [form] = Form.useForm<Values>();
  const [isBusy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    if (isBusy || !(await isValid(form))) return;
    setBusy(true);
    const { mobile, params = '' } = form.getFieldsValue();
    try {
      await post(`${sms.path}/send`, { smsCode: code, mobile, params: paramsIn(params) }, { isDialog: true });
    } catch (error) {
      showErrors(form, error);
      return;
    } finally {
      setBusy(false);
    }
    feedback.success(say(messageTexts.queued));
    onClose(true);
  };
  return (
    <Dialog
      title={say(messageTexts.sendSms, { name: code })}
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
          <Button type="primary" data-verb="confirm" loading={isBusy} onClick={() => void send()}>
            {say(messageTexts.send)}
          </Button>
        </div>
      }
    >
      <SmsForm form={form} />
    </Dialog>
  );
}

function SmsForm({ form }: { readonly form: FormInstance<Values> }): ReactNode {
  return (
    <Form form={form} layout="vertical" className="stacked" autoComplete="off">
      <Form.Item
        name="mobile"
        label={say(messageTexts.mobile)}
        rules={[
          { required: true, message: say(texts.isRequired) },
          { pattern: patterns.phone, message: say(texts.badFormat, { attr: say(messageTexts.mobile) }) },
        ]}
      >
        <Input maxLength={11} inputMode="tel" />
      </Form.Item>
      <Form.Item name="params" label={say(messageTexts.params)}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} placeholder="code=1234" />
      </Form.Item>
    </Form>
  );
}
