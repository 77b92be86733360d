import { LockOutlined, SafetyOutlined, UserOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { languages } from '#platform/model/label.ts';
import { CallError, post, urlOf } from '#platform/web/api/client.ts';
import { newKey } from '#platform/web/api/key.ts';
import { configQuery, type Config } from '#platform/web/api/queries.ts';
import { openSession, sessionTenant, type Opened } from '#platform/web/api/session.ts';
import { chooseLanguage, language, languageNames, say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { forgetEverything } from './forget.ts';
import { restorePassword } from './password.ts';
import { go } from '#platform/web/route/route.ts';
import { factorTexts } from './second-factor-texts.ts';
import './login.css';

interface Typed {
  readonly username: string;
  readonly password: string;
  readonly captcha?: string;
  readonly code?: string;
}

/** The server asks for the picture after failed attempts. */
const captchaWanted = 10007;
/** And for the code of the second factor once the password was right. */
const codeWanted = 20042;

export function Login({ onLanguage }: { readonly onLanguage: () => void }): ReactNode {
  const { data: config = {} } = useQuery(configQuery);
  return (
    <main className="login">
      <div
        className="login-art"
        style={config.loginBackgroundUrl ? { backgroundImage: `url("${config.loginBackgroundUrl}")` } : {}}
      >
        <div>
          <strong>{config.globalAppName ?? ''}</strong>
          <p>{say(texts.slogan)}</p>
        </div>
      </div>
      <div className="login-side">
        <Segmented
          className="login-language"
          size="small"
          value={language()}
          options={languages.map((each) => ({ value: each, label: languageNames[each] }))}
          onChange={(next) => {
            chooseLanguage(next);
            onLanguage();
          }}
        />
        <LoginForm config={config} />
      </div>
    </main>
  );
}

function LoginForm({ config }: { readonly config: Config }): ReactNode {
  const [form] = Form.useForm<Typed>();
  const { isBusy, uuid, setUuid, hasCode, signIn } = useSignIn();
  return (
    <Form<Typed>
      form={form}
      className="login-form"
      layout="vertical"
      size="large"
      requiredMark={false}
      onFinish={(typed) => void signIn(typed)}
    >
      {config.loginLogoUrl ? <img className="login-logo" src={config.loginLogoUrl} alt="" /> : null}
      <h1>{say(texts.signInTo, { app: config.globalAppName ?? '' })}</h1>
      <Form.Item name="username" label={say(texts.username)} rules={needed()}>
        <Input id="username" prefix={<UserOutlined />} autoComplete="username" autoFocus />
      </Form.Item>
      <Form.Item name="password" label={say(texts.password)} rules={needed()}>
        <Input.Password id="password" prefix={<LockOutlined />} autoComplete="current-password" />
      </Form.Item>
      {uuid !== null && <Captcha uuid={uuid} onUuid={setUuid} />}
      {hasCode && <SecondFactor />}
      <Button type="primary" htmlType="submit" block loading={isBusy} data-verb="login">
        {say(texts.signIn)}
      </Button>
      <Button
        type="link"
        block
        className="login-forgot"
        data-verb="forgot"
        onClick={() => void restorePassword(String(form.getFieldValue('username') ?? ''))}
      >
        {say(factorTexts.forgot)}
      </Button>
      {config.globalRegisterCode ? <p className="quiet register">{config.globalRegisterCode}</p> : null}
    </Form>
  );
}

interface SignIn {
  readonly isBusy: boolean;
  /** Of the picture that is asked for; null while none is. */
  readonly uuid: string | null;
  readonly setUuid: (uuid: string) => void;
  readonly hasCode: boolean;
  readonly signIn: (typed: Typed) => Promise<void>;
}
function useSignIn(): SignIn {
  const [isBusy, setBusy] = useState(false);
  const [uuid, setUuid] = useState<string | null>(null);
  const [hasCode, setHasCode] = useState(false);
  const signIn = async (typed: Typed): Promise<void> => {
    setBusy(true);
    const tenant = sessionTenant();
    try {
      const opened = await post<Opened>('/login', { ...typed, ...(uuid === null ? {} : { uuid }) });
      // Somebody else's tabs are not for the eyes of the next tenant.
      if (opened.tenantCode !== tenant) forgetEverything();
      openSession(opened);
      go('home');
    } catch (error) {
      if (error instanceof CallError && error.code === codeWanted) setHasCode(true);
      if (uuid !== null || (error instanceof CallError && error.code === captchaWanted)) setUuid(newKey());
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, uuid, setUuid, hasCode, signIn };
}

const needed = (): { readonly required: true; readonly message: string }[] => [
  { required: true, message: say(texts.isRequired) },
];

function Captcha({ uuid, onUuid }: { readonly uuid: string; readonly onUuid: (uuid: string) => void }): ReactNode {
  return (
    <Form.Item label={say(texts.captcha)} required>
      <div className="captcha">
        <Form.Item name="captcha" noStyle rules={needed()}>
          <Input id="captcha" autoComplete="off" />
        </Form.Item>
        <button
          type="button"
          title={say(texts.captchaAgain)}
          onClick={() => {
            onUuid(newKey());
          }}
        >
          <img src={urlOf('/captcha', { uuid })} alt={say(texts.captchaAgain)} />
        </button>
      </div>
    </Form.Item>
  );
}

function SecondFactor(): ReactNode {
  return (
    <Form.Item name="code" label={say(factorTexts.code)} rules={needed()}>
      <Input
        id="code"
        prefix={<SafetyOutlined />}
        autoComplete="one-time-code"
        maxLength={20}
        placeholder={say(factorTexts.codeHint)}
        autoFocus
      />
    </Form.Item>
  );
}
