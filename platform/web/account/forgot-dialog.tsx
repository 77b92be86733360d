import { Alert, Checkbox, Form, Input, type FormInstance } from 'antd';
import { useState, type ReactNode } from 'react';
import { CallError, post } from '#platform/web/api/client.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { factorTexts } from './second-factor-texts.ts';
import './second-factor.css';

interface Typed {
  readonly username: string;
  readonly code?: string;
  readonly newPassword?: string;
  readonly confirmPassword?: string;
}

export function openForgotDialog(username: string): Promise<boolean | undefined> {
  return openDialog<boolean>((close) => <ForgotDialog username={username} onClose={close} />, { scope: 'app' });
}

interface ForgotDialogProps {
  readonly username: string;
  readonly onClose: (isDone?: boolean) => void;
}
/** First the name, then the code that came by mail. Whether there is such a name is told to nobody. */
function ForgotDialog({ username, onClose }: ForgotDialogProps): ReactNode {
  const [form] = Form.useForm<Typed>();
  const [isUnlock, setUnlock] = useState(false);
  const { isAsked, isBusy, send } = useRestoring(form, isUnlock, onClose);
  return (
    <Dialog
      centered
      width={420}
      title={say(factorTexts.forgot)}
      confirmLoading={isBusy}
      okText={say(isAsked ? texts.confirm : factorTexts.sendCode)}
      cancelText={say(texts.cancel)}
      onCancel={() => {
        onClose();
      }}
      onOk={() => {
        form.submit();
      }}
    >
      {isAsked && <Alert className="forgot-note" type="info" showIcon title={say(factorTexts.codeSent)} />}
      <Form
        form={form}
        layout="vertical"
        className="stacked"
        initialValues={{ username }}
        onFinish={(typed) => void send(typed)}
      >
        <Form.Item name="username" label={say(texts.username)} rules={[needed()]}>
          <Input disabled={isAsked} autoComplete="username" autoFocus={!isAsked} />
        </Form.Item>
        {isAsked && (
          <>
            <Form.Item name="code" label={say(factorTexts.mailedCode)} rules={[needed()]}>
              <Input autoComplete="one-time-code" maxLength={20} autoFocus />
            </Form.Item>
            <Checkbox
              className="forgot-note"
              checked={isUnlock}
              onChange={({ target }) => {
                setUnlock(target.checked);
              }}
            >
              {say(factorTexts.unlockOnly)}
            </Checkbox>
            {!isUnlock && <NewPassword />}
          </>
        )}
      </Form>
    </Dialog>
  );
}

interface Restoring {
  readonly isAsked: boolean;
  readonly isBusy: boolean;
  readonly send: (typed: Typed) => Promise<void>;
}
function useRestoring(form: FormInstance<Typed>, isUnlock: boolean, onClose: (isDone?: boolean) => void): Restoring {
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const send = async (typed: Typed): Promise<void> => {
    setBusy(true);
    try {
      if (!isAsked) {
        await post('/sys/user/forgot', { username: typed.username }, { isDialog: true });
        setAsked(true);
        return;
      }
      await post(
        '/sys/user/restore',
        {
          username: typed.username,
          code: typed.code,
          ...(isUnlock ? {} : { newPassword: typed.newPassword, confirmPassword: typed.confirmPassword }),
        },
        { isDialog: true, isSilent: true },
      );
    } catch (error) {
      if (error instanceof CallError)
        form.setFields([{ name: error.code === 10003 ? 'newPassword' : 'code', errors: [error.message] }]);
      return;
    } finally {
      setBusy(false);
    }
    feedback.success(say(texts.done));
    onClose(true);
  };
  return { isAsked, isBusy, send };
}

const needed = (): { readonly required: true; readonly message: string } => ({
  required: true,
  message: say(texts.isRequired),
});

function NewPassword(): ReactNode {
  return (
    <>
      <Form.Item
        name="newPassword"
        label={say(texts.newPassword)}
        rules={[needed(), { min: 8, max: 128, message: say(texts.passwordLength) }]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="confirmPassword"
        label={say(texts.confirmPassword)}
        dependencies={['newPassword']}
        rules={[
          needed(),
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
