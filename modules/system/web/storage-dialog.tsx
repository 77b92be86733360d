import { useQuery } from '@tanstack/react-query';
import { Button, Form, Select, Skeleton, type FormInstance } from 'antd';
import { useState, type ReactNode } from 'react';
import { get, post, put } from '#platform/web/api/client.ts';
import { queries } from '#platform/web/api/queries.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { bodyOf } from '#platform/web/value/body.ts';
import { Failed } from '#platform/web/loading/failed.tsx';
import { choiceOptions } from '#platform/web/field/field-input.tsx';
import { FieldGrid, showErrors } from '#platform/web/form/form-fields.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { isValid } from '#platform/web/form/valid-form.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import {
  ossConfigFields,
  ossProvider,
  providerFields,
  type ConfigKey,
  type ProviderCode,
} from '#system/model/storage.ts';
import { storageTexts } from './storage-texts.ts';
import './settings.css';

const configPath = '/sys/oss/config';
const configQuery = {
  queryKey: ['storage'],
  queryFn: () => get<Row>(configPath, undefined, { isSilent: true }),
  staleTime: 0,
} as const;

export const openStorageSettings = (): Promise<unknown> => openDialog((close) => <Settings close={close} />);

function Settings({ close }: { readonly close: () => void }): ReactNode {
  const { data, error, refetch } = useQuery(configQuery);
  const [form] = Form.useForm<Record<string, unknown>>();
  const { busy, attempt } = useAttempts(form);
  const save = (): Promise<void> =>
    attempt('save', async (body) => {
      await put(configPath, body);
      feedback.success(say(storageTexts.saved));
      void queries.invalidateQueries({ queryKey: configQuery.queryKey });
      close();
    });
  const tryIt = (): Promise<void> =>
    attempt('test', async (body) => {
      const { milliseconds } = await post<{ milliseconds: number }>(`${configPath}/test`, body);
      feedback.success(say(storageTexts.works, { ms: milliseconds }));
    });
  return (
    <Dialog
      title={say(storageTexts.settings)}
      width="min(760px, 92%)"
      onCancel={() => {
        close();
      }}
      footer={
        <SettingsButtons
          isReady={data !== undefined}
          busy={busy}
          onTest={() => void tryIt()}
          onCancel={() => {
            close();
          }}
          onSave={() => void save()}
        />
      }
    >
      {error !== null ? (
        <Failed text={error.message} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active />
      ) : (
        <SettingsForm form={form} config={data} />
      )}
    </Dialog>
  );
}

type Attempt = 'save' | 'test';
type ConfigForm = FormInstance<Record<string, unknown>>;

/** One attempt at a time, of what was filled in properly. */
function useAttempts(form: ConfigForm): {
  readonly busy: Attempt | null;
  readonly attempt: (what: Attempt, work: (body: Row) => Promise<void>) => Promise<void>;
} {
  const [busy, setBusy] = useState<Attempt | null>(null);
  const attempt = async (what: Attempt, work: (body: Row) => Promise<void>): Promise<void> => {
    if (busy !== null || !(await isValid(form))) return;
    setBusy(what);
    const values = form.getFieldsValue(true) as Row;
    try {
      await work(bodyOf(fieldsOf(textAt(values, 'type')), values));
    } catch (refused) {
      showErrors(form, refused);
    } finally {
      setBusy(null);
    }
  };
  return { busy, attempt };
}

function SettingsButtons({
  isReady,
  busy,
  onTest,
  onCancel,
  onSave,
}: {
  readonly isReady: boolean;
  readonly busy: Attempt | null;
  readonly onTest: () => void;
  readonly onCancel: () => void;
  readonly onSave: () => void;
}): ReactNode {
  return (
    <>
      <Button data-verb="test" className="storage-test" disabled={!isReady} loading={busy === 'test'} onClick={onTest}>
        {say(storageTexts.tryIt)}
      </Button>
      <Button data-verb="cancel" onClick={onCancel}>
        {say(texts.cancel)}
      </Button>
      <Button type="primary" data-verb="save" disabled={!isReady} loading={busy === 'save'} onClick={onSave}>
        {say(texts.save)}
      </Button>
    </>
  );
}

function SettingsForm({ form, config }: { readonly form: ConfigForm; readonly config: Row }): ReactNode {
  return (
    <Form form={form} layout="vertical" autoComplete="off" initialValues={config}>
      <Form.Item name="type" label={say(storageTexts.newFilesGo)} extra={say(storageTexts.stay)}>
        <Select options={choiceOptions(ossProvider)} />
      </Form.Item>
      <Form.Item noStyle dependencies={['type']}>
        {({ getFieldValue }) => <ProviderFields type={String(getFieldValue('type'))} config={config} />}
      </Form.Item>
    </Form>
  );
}

const codeOf = (type: string): ProviderCode =>
  (Object.keys(ossProvider).find((code) => code === type) ?? '5') as unknown as ProviderCode;
const fieldsOf = (type: string) =>
  Object.fromEntries(
    (['type', ...providerFields[codeOf(type)].fields] as const).map((key) => [key, ossConfigFields[key]]),
  );

function ProviderFields({ type, config }: { readonly type: string; readonly config: Row }): ReactNode {
  const { fields, needed } = providerFields[codeOf(type)];
  const { secrets } = config;
  const kept = Array.isArray(secrets) ? secrets.map(String) : [];
  const isSecret = (key: ConfigKey): boolean => ossConfigFields[key].kind === 'secret';
  if (fields.length === 0)
    return <p className="quiet">{say(storageTexts.local, { folder: textAt(config, 'localPath') })}</p>;
  return (
    <>
      <div className="storage-fields">
        <FieldGrid
          key={type}
          fields={fields.map((key) => ({
            key,
            field: ossConfigFields[key],
            isRequired: needed.includes(key) && !(isSecret(key) && kept.includes(key)),
          }))}
        />
      </div>
      {type === '1' && <p className="quiet">{say(storageTexts.qiniu)}</p>}
      {fields.some((key) => isSecret(key) && kept.includes(key)) && (
        <p className="quiet">{say(storageTexts.secretKept)}</p>
      )}
    </>
  );
}
