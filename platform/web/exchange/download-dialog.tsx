import { Alert, Button, Form, Input, Radio, type FormInstance } from 'antd';
import { useState, type ReactNode } from 'react';
import { belongsTo, shownAs } from '#platform/model/preset.ts';
import { get } from '#platform/web/api/client.ts';
import { note } from '#platform/web/api/log.ts';
import { currentUser } from '#platform/web/api/me.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { today } from '#platform/web/cell/cell.tsx';
import { LateDateInput } from '#platform/web/date/late-dates.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { LateOrgCascader } from '#platform/web/reference/late-cascaders.tsx';
import { texts } from '#platform/web/text/texts.ts';
import { daysOf, isTooLong, lastDays, shortcutNames, shortcuts } from './days.ts';
import { downloadTexts } from './texts.ts';
import './download.css';

interface Asked {
  readonly [belongsTo.organization]: string;
  readonly mode: '0' | '1';
  readonly code: string;
  readonly startExecuteTime: string;
  readonly lastExecuteTime: string;
}
interface Downloaded {
  readonly msg: string;
  readonly failed: readonly { readonly billNo: string; readonly reasons: readonly string[] }[];
}

/** Asks which bills are fetched from the external system (001 §2.12), and shows those that could not be taken. */
export async function downloadBills(type: string): Promise<void> {
  await openDialog<true>((close) => (
    <DownloadDialog
      type={type}
      onClose={() => {
        close(true);
      }}
    />
  ));
}

function DownloadDialog({ type, onClose }: { readonly type: string; readonly onClose: () => void }): ReactNode {
  const [form] = Form.useForm<Asked>();
  const mode = Form.useWatch('mode', form) ?? '0';
  const { isBusy, answer, perform } = useDownload(type, onClose);
  const user = currentUser();
  const [start, last] = lastDays(today());
  const initial: Asked = {
    [belongsTo.organization]: user?.[belongsTo.organization] ?? '',
    mode: '0',
    code: '',
    startExecuteTime: start,
    lastExecuteTime: last,
  };
  return (
    <Dialog
      centered
      width={600}
      className="download-dialog"
      title={say(downloadTexts.title)}
      onCancel={onClose}
      footer={
        <div data-dialog="downloadBill" className="dialog-footer">
          <Button onClick={onClose}>{say(answer === null ? texts.cancel : downloadTexts.close)}</Button>
          <Button
            type="primary"
            data-verb="confirm"
            loading={isBusy}
            onClick={() => {
              form.submit();
            }}
          >
            {say(downloadTexts.perform)}
          </Button>
        </div>
      }
    >
      <Form
        form={form}
        layout="vertical"
        className="stacked"
        initialValues={initial}
        onFinish={(asked) => void perform(asked)}
      >
        <WhichBills ownCode={initial[belongsTo.organization]} ownName={user?.[shownAs.organization] ?? ''} />
        {mode === '0' && <ByCode />}
        {mode === '1' && <ByDays form={form} />}
      </Form>
      {answer !== null && <Failures answer={answer} />}
    </Dialog>
  );
}

interface Download {
  readonly isBusy: boolean;
  /** What could not be taken of the last one. */
  readonly answer: Downloaded | null;
  readonly perform: (asked: Asked) => Promise<void>;
}
function useDownload(type: string, onClose: () => void): Download {
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Downloaded | null>(null);
  const perform = async (asked: Asked): Promise<void> => {
    if (asked.mode === '1' && isTooLong(asked.startExecuteTime, asked.lastExecuteTime)) {
      feedback.warn(say(downloadTexts.rangeTooLong));
      return;
    }
    setBusy(true);
    setAnswer(null);
    try {
      const which =
        asked.mode === '0'
          ? { code: asked.code.trim() }
          : { startExecuteTime: asked.startExecuteTime, lastExecuteTime: asked.lastExecuteTime };
      const downloaded = await get<Downloaded | null>(
        '/exchange/download/downloadBill',
        { [belongsTo.organization]: asked[belongsTo.organization], type, ...which },
        { isDialog: true },
      );
      void listsChanged();
      if (downloaded !== null && downloaded.failed.length > 0) {
        setAnswer(downloaded);
        return;
      }
      await feedback.succeeded(
        downloaded === null || downloaded.msg === '' ? say(downloadTexts.success) : downloaded.msg,
      );
      onClose();
    } catch (error) {
      note('/exchange/download/downloadBill', error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, answer, perform };
}

const needed = (): { readonly required: true; readonly message: string }[] => [
  { required: true, message: say(texts.isRequired) },
];

function WhichBills({ ownCode, ownName }: { readonly ownCode: string; readonly ownName: string }): ReactNode {
  return (
    <>
      <Form.Item
        name={belongsTo.organization}
        label={say(downloadTexts.organization)}
        rules={needed()}
        data-field={belongsTo.organization}
      >
        <Organization ownCode={ownCode} ownName={ownName} />
      </Form.Item>
      <Form.Item name="mode" label={say(downloadTexts.mode)} rules={needed()} data-field="mode">
        <Radio.Group
          options={[
            { value: '0', label: say(downloadTexts.byCode) },
            { value: '1', label: say(downloadTexts.byDate) },
          ]}
        />
      </Form.Item>
    </>
  );
}

function ByCode(): ReactNode {
  return (
    <Form.Item
      name="code"
      label={say(downloadTexts.code)}
      rules={[{ required: true, whitespace: true, message: say(texts.isRequired) }]}
      data-field="code"
    >
      <Input maxLength={50} allowClear autoFocus />
    </Form.Item>
  );
}

function ByDays({ form }: { readonly form: FormInstance<Asked> }): ReactNode {
  return (
    <>
      <div className="download-days">
        {(['startExecuteTime', 'lastExecuteTime'] as const).map((key) => (
          <Form.Item key={key} name={key} label={say(downloadTexts[key])} rules={needed()} data-field={key}>
            <Day />
          </Form.Item>
        ))}
      </div>
      <div className="download-shortcuts">
        {shortcutNames.map((name) => (
          <Button
            key={name}
            type="link"
            size="small"
            data-period={name}
            onClick={() => {
              const [from, to] = daysOf(name, today());
              form.setFieldsValue({ startExecuteTime: from, lastExecuteTime: to });
              void form.validateFields(['startExecuteTime', 'lastExecuteTime']).catch(() => undefined);
            }}
          >
            {say(shortcuts[name])}
          </Button>
        ))}
      </div>
    </>
  );
}

interface InputProps {
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (value: string | null) => void;
}
function Organization({
  ownCode,
  ownName,
  id,
  value = '',
  onChange,
}: InputProps & { readonly ownCode: string; readonly ownName: string }): ReactNode {
  return (
    <LateOrgCascader
      {...(id === undefined ? {} : { id })}
      value={value}
      name={value === ownCode ? ownName : ''}
      onChange={(code) => {
        onChange?.(code);
      }}
    />
  );
}
function Day({ id, value = '', onChange }: InputProps): ReactNode {
  return (
    <LateDateInput
      {...(id === undefined ? {} : { id })}
      value={value ?? ''}
      onChange={(next) => {
        onChange?.(next);
      }}
    />
  );
}

/** Which bill could not be taken, and every reason. */
function Failures({ answer: { msg, failed } }: { readonly answer: Downloaded }): ReactNode {
  return (
    <div data-testid="downloadFailures" aria-live="polite">
      <Alert type="warning" showIcon title={msg} />
      <div className="download-failures">
        <table className="plain-table">
          <thead>
            <tr>
              <th>{say(downloadTexts.bill)}</th>
              <th>{say(downloadTexts.why)}</th>
            </tr>
          </thead>
          <tbody>
            {failed.map(({ billNo, reasons }) => (
              <tr key={billNo} data-bill={billNo}>
                <td>{billNo}</td>
                <td>
                  {reasons.map((reason) => (
                    <div key={reason}>{reason}</div>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
