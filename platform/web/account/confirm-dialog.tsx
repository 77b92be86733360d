import { Form, Input, Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { CallError, post } from '#platform/web/api/client.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { factorTexts } from './second-factor-texts.ts';
import './second-factor.css';

interface Typed {
  readonly password?: string;
  readonly code?: string;
}

/** True when the server believed it. */
export function openConfirmDialog(): Promise<boolean | undefined> {
  return openDialog<boolean>((close) => <ConfirmDialog onClose={close} />, { scope: 'app' });
}

type By = 'password' | 'code';
const codeWanted = 20042;

function ConfirmDialog({ onClose }: { readonly onClose: (isDone?: boolean) => void }): ReactNode {
  const [form] = Form.useForm<Typed>();
  const [by, setBy] = useState<By>('password');
  const [isBusy, setBusy] = useState(false);
  const confirm = async (typed: Typed): Promise<void> => {
    setBusy(true);
    try {
      await post('/sys/user/confirm', typed, { isDialog: true, isSilent: true });
    } catch (error) {
      // Who has a second factor shows it: the password is not enough then.
      const wanted = error instanceof CallError && error.code === codeWanted ? 'code' : by;
      setBy(wanted);
      form.setFields([{ name: wanted, errors: [error instanceof CallError ? error.message : String(error)] }]);
      setBusy(false);
      return;
    }
    onClose(true);
  };
  return (
    <Dialog
      centered
      width={400}
      title={say(factorTexts.confirmTitle)}
      confirmLoading={isBusy}
      okText={say(texts.confirm)}
      cancelText={say(texts.cancel)}
      onCancel={() => {
        onClose();
      }}
      onOk={() => {
        form.submit();
      }}
    >
      <p className="quiet confirm-why">{say(factorTexts.confirmWhy)}</p>
      <Segmented
        block
        className="confirm-by"
        value={by}
        options={[
          { value: 'password', label: say(factorTexts.byPassword) },
          { value: 'code', label: say(factorTexts.byCode) },
        ]}
        onChange={(next) => {
          setBy(next === 'code' ? 'code' : 'password');
        }}
      />
      <Form key={by} form={form} layout="vertical" className="stacked" onFinish={(typed) => void confirm(typed)}>
        <Proof by={by} onEnter={form.submit} />
      </Form>
    </Dialog>
  );
}

function Proof({ by, onEnter }: { readonly by: By; readonly onEnter: () => void }): ReactNode {
  const rules = [{ required: true, message: say(texts.isRequired) }];
  if (by === 'password')
    return (
      <Form.Item name="password" label={say(factorTexts.byPassword)} rules={rules}>
        <Input.Password
          autoComplete="current-password"
          autoFocus
          onPressEnter={() => {
            onEnter();
          }}
        />
      </Form.Item>
    );
  return (
    <Form.Item name="code" label={say(factorTexts.byCode)} rules={rules}>
      <Input
        autoComplete="one-time-code"
        autoFocus
        maxLength={20}
        placeholder={say(factorTexts.codeHint)}
        onPressEnter={() => {
          onEnter();
        }}
      />
    </Form.Item>
  );
}
