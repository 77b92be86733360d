import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { CallError, get, post, put, remove } from '#platform/web/api/client.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { Failed } from '#platform/web/loading/failed.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { secondFactorTitle } from './second-factor-title.ts';
import { factorTexts } from './second-factor-texts.ts';
import './second-factor.css';

interface State {
  readonly isOn: boolean;
  readonly recoveryLeft: number;
}
interface Enrolment {
  readonly secret: string;
  readonly svg: string;
}

export function openSecondFactorDialog(): Promise<undefined> {
  return openDialog<undefined>(
    (close) => (
      <SecondFactorDialog
        onClose={() => {
          close();
        }}
      />
    ),
    { scope: 'app' },
  );
}

/** What there is, the picture to scan, the codes to keep: one after the other. */
function SecondFactorDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const {
    data: state,
    error,
    refetch,
  } = useQuery({
    queryKey: ['totp'],
    queryFn: () => get<State>('/sys/user/totp', {}, { isSilent: true }),
    staleTime: 0,
  });
  const begin = async (): Promise<void> => {
    setEnrolment(await post<Enrolment>('/sys/user/totp').catch(() => null));
  };
  const drop = async (): Promise<void> => {
    await remove('/sys/user/totp').catch(() => null);
    void refetch();
  };
  const settled = (recoveryCodes: readonly string[]): void => {
    setEnrolment(null);
    setCodes(recoveryCodes);
    void refetch();
  };
  return (
    <Dialog centered width={460} footer={null} title={say(secondFactorTitle)} onCancel={onClose}>
      {error !== null && <Failed text={error.message} onRetry={() => void refetch()} />}
      {state === undefined && error === null && <Skeleton active />}
      {codes !== null && <RecoveryCodes codes={codes} onKept={onClose} />}
      {enrolment !== null && <Scanning enrolment={enrolment} onSettled={settled} />}
      {codes === null && enrolment === null && state !== undefined && (
        <div className="factor">
          <Alert
            type={state.isOn ? 'success' : 'info'}
            showIcon
            title={say(state.isOn ? factorTexts.isOn : factorTexts.isOff, { count: state.recoveryLeft })}
          />
          <div className="factor-buttons">
            {state.isOn && (
              <Button danger data-verb="dropFactor" onClick={() => void drop()}>
                {say(factorTexts.turnOff)}
              </Button>
            )}
            <Button type="primary" data-verb="enrolFactor" onClick={() => void begin()}>
              {say(state.isOn ? factorTexts.renew : factorTexts.turnOn)}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Scanning({
  enrolment: { secret, svg },
  onSettled,
}: {
  readonly enrolment: Enrolment;
  readonly onSettled: (codes: readonly string[]) => void;
}): ReactNode {
  const [form] = Form.useForm<{ code: string }>();
  const [isBusy, setBusy] = useState(false);
  const settle = async ({ code }: { code: string }): Promise<void> => {
    setBusy(true);
    try {
      onSettled(
        (
          await put<{ recoveryCodes: readonly string[] }>(
            '/sys/user/totp',
            { code: code.trim() },
            { isDialog: true, isSilent: true },
          )
        ).recoveryCodes,
      );
    } catch (error) {
      form.setFields([
        {
          name: 'code',
          errors: [error instanceof CallError ? (error.errors[0]?.msg ?? error.message) : String(error)],
        },
      ]);
      setBusy(false);
    }
  };
  return (
    <div className="factor">
      <p>{say(factorTexts.scan)}</p>
      <img
        className="factor-picture"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`}
        alt={say(factorTexts.scan)}
      />
      <p className="quiet">
        {say(factorTexts.typed)} <code>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <Form form={form} layout="vertical" onFinish={(typed) => void settle(typed)}>
        <Form.Item
          name="code"
          label={say(factorTexts.code)}
          rules={[{ required: true, message: say(texts.isRequired) }]}
        >
          <Input autoComplete="one-time-code" inputMode="numeric" maxLength={6} autoFocus />
        </Form.Item>
        <div className="factor-buttons">
          <Button type="primary" htmlType="submit" loading={isBusy} data-verb="settleFactor">
            {say(factorTexts.turnOn)}
          </Button>
        </div>
      </Form>
    </div>
  );
}

function RecoveryCodes({
  codes,
  onKept,
}: {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}): ReactNode {
  const copy = (): void => {
    void navigator.clipboard.writeText(codes.join('\n')).then(
      () => {
        feedback.success(say(factorTexts.copied));
      },
      () => undefined,
    );
  };
  return (
    <div className="factor">
      <Alert type="warning" showIcon title={say(factorTexts.recovery)} />
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="factor-buttons">
        <Button onClick={copy}>{say(factorTexts.copy)}</Button>
        <Button type="primary" data-verb="keptCodes" onClick={onKept}>
          {say(factorTexts.kept)}
        </Button>
      </div>
    </div>
  );
}
