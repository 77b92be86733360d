import { Alert, Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { CallError, put } from '#platform/web/api/client.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import './second-factor.css';

interface Typed {
  readonly password: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

/** `isDue`: nothing else can be done before. */
export function openPasswordDialog(isDue: boolean): Promise<boolean | undefined> {
  return openDialog<boolean>((close) => <PasswordDialog isDue={isDue} onClose={close} />, { scope: 'app' });
}

interface PasswordDialogProps {
  readonly isDue: boolean;
  readonly onClose: (isDone?: boolean) => void;
}
function PasswordDialog({ isDue, onClose }: PasswordDialogProps): ReactNode {
  const [form] = Form.useForm<Typed>();
  const [isBusy, setBusy] = useState(false);
  const change = async (typed: Typed): Promise<void> => {
    setBusy(true);
    try {
      await put('/sys/user/password', typed, { isDialog: true });
    } catch (error) {
      if (error instanceof CallError)
        form.setFields(error.errors.map(({ path, msg }) => ({ name: path as keyof Typed, errors: [msg] })));
      setBusy(false);
      return;
    }
    await feedback.succeeded(say(texts.done));
    onClose(true);
  };
  return (
    <Dialog
      centered
      width={400}
      title={say(texts.changePassword)}
      confirmLoading={isBusy}
      okText={say(texts.confirm)}
      cancelText={say(isDue ? texts.signOut : texts.cancel)}
      onCancel={() => {
        onClose();
      }}
      onOk={() => {
        form.submit();
      }}
    >
      {isDue && <Alert className="forgot-note" type="info" showIcon title={say(texts.passwordDue)} />}
      <Form form={form} layout="vertical" className="stacked" onFinish={(typed) => void change(typed)}>
        <PasswordFields />
      </Form>
    </Dialog>
  );
}

function PasswordFields(): ReactNode {
  const required = { required: true, message: say(texts.isRequired) };
  return (
    <>
      <Form.Item name="password" label={say(texts.oldPassword)} rules={[required]}>
        <Input.Password autoComplete="current-password" autoFocus />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label={say(texts.newPassword)}
        rules={[required, { min: 8, max: 128, message: say(texts.passwordLength) }]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="confirmPassword"
        label={say(texts.confirmPassword)}
        dependencies={['newPassword']}
        rules={[
          required,
          ({ getFieldValue }) => ({
            validator: (_rule, value) =>
              value === getFieldValue('newPassword')
                ? Promise.resolve()
                : Promise.reject(new Error(say(texts.passwordsDiffer))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </>
  );
}
