import { useQuery } from '@tanstack/react-query';
import { Button, Form, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { get, put } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { queries } from '#platform/web/api/queries.ts';
import { bodyOf } from '#platform/web/value/body.ts';
import { Failed } from '#platform/web/loading/failed.tsx';
import { FieldGrid, showErrors, type FormField } from '#platform/web/form/form-fields.tsx';
import { PanelFrame, Section } from '#platform/web/form/panel-frame.tsx';
import type { Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { useTab } from '#platform/web/route/tabs.ts';
import { texts } from '#platform/web/text/texts.ts';
import { globalConfigFields } from '#system/model/settings.ts';
import { settingsTexts } from './texts.ts';
import './settings.css';

const configQuery = {
  queryKey: ['globalConfig'],
  queryFn: () => get<Row>('/sys/global/config', undefined, { isSilent: true }),
  staleTime: 0,
} as const;
const fieldsOf = (keys: readonly (keyof typeof globalConfigFields)[]): FormField[] =>
  keys.map((key) => ({ key, field: globalConfigFields[key] }));
const names = fieldsOf(['globalAppName', 'backstageName', 'mallName', 'globalRegisterCode']);
const look = fieldsOf(['globalThemeColor', 'globalLogoUrl', 'loginBackgroundUrl', 'loginLogoUrl', 'homePageLogoUrl']);

/** Name, colour and pictures of the installation; whoever opens a page next sees them. */
export function GlobalConfig(): ReactNode {
  const { data, error, refetch } = useQuery(configQuery);
  if (error !== null) return <Failed text={error.message} onRetry={() => void refetch()} />;
  return data === undefined ? <Skeleton active className="card" /> : <Settings config={data} />;
}

function Settings({ config }: { readonly config: Row }): ReactNode {
  const { title } = useTab();
  const [form] = Form.useForm<Record<string, unknown>>();
  const isRead = !useCan()('sys:globalconfig:update');
  const [isSaving, setSaving] = useState(false);
  const colour = Form.useWatch<string | undefined>('globalThemeColor', form) ?? '';
  const save = async (): Promise<void> => {
    if (
      isRead ||
      isSaving ||
      !(await form.validateFields().then(
        () => true,
        () => false,
      ))
    )
      return;
    setSaving(true);
    try {
      await put('/sys/global/config', bodyOf(globalConfigFields, form.getFieldsValue(true) as Row), { isSilent: true });
      feedback.success(say(settingsTexts.savedForNext));
      void queries.invalidateQueries({ queryKey: configQuery.queryKey });
    } catch (error) {
      showErrors(form, error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <PanelFrame
      title={<h1>{title}</h1>}
      onSave={() => void save()}
      buttons={
        !isRead && (
          <Button type="primary" data-verb="save" loading={isSaving} title="Ctrl+S" onClick={() => void save()}>
            {say(texts.save)}
          </Button>
        )
      }
    >
      <Form form={form} layout="vertical" autoComplete="off" initialValues={config}>
        <Section title={say(texts.basics)}>
          <FieldGrid fields={names} isRead={isRead} record={config} />
        </Section>
        <Section
          title={say(settingsTexts.look)}
          extra={
            /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(colour) && (
              <span className="colour-sample" style={{ background: colour }} aria-hidden />
            )
          }
        >
          <FieldGrid fields={look} isRead={isRead} record={config} />
        </Section>
      </Form>
    </PanelFrame>
  );
}
