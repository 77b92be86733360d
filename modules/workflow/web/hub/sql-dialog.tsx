import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Input, type FormInstance } from 'antd';
import { useState, type ReactNode } from 'react';
import { get, post } from '#platform/web/api/client.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { approveSql } from '#workflow/model/hub-work.ts';
import { hubTexts } from './hub-texts.ts';
import './hub.css';

export async function testSql(rows: readonly Row[]): Promise<boolean> {
  const [row] = rows;
  if (row !== undefined)
    await openDialog<boolean>((close) => (
      <SqlDialog
        id={textAt(row, 'id')}
        onClose={() => {
          close();
        }}
      />
    ));
  return false;
}

/** `:name` outside of strings, comments and casts, as the server reads it. */
const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|::|:([a-zA-Z_]\w*)/g;
const paramsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(token)].flatMap(([, name]) => (name === undefined ? [] : [name]))),
];

type Params = Readonly<Record<string, string | undefined>>;

function SqlDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const [form] = Form.useForm<Params>();
  const [answer, setAnswer] = useState<{ readonly rows: readonly Row[] } | { readonly why: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { data: sql } = useQuery({
    queryKey: ['record', 'hub-sql', id],
    queryFn: () => get<Row>(`${approveSql.path}/${id}`),
    gcTime: 0,
  });
  const names = paramsIn(textAt(sql, 'sqlText'));
  const valueAt = (name: string): string | undefined => form.getFieldValue(name) as string | undefined;
  const run = async (): Promise<void> => {
    if (isBusy || sql === undefined) return;
    setBusy(true);
    try {
      setAnswer({
        rows: await tested(sql, Object.fromEntries(names.map((name) => [name, valueAt(name) ?? null]))),
      });
    } catch (error) {
      setAnswer({ why: (error as Error).message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={say(hubTexts.testTitle, { name: textAt(sql, 'name') })}
      width={960}
      onCancel={onClose}
      footer={
        <div className="dialog-footer">
          <Button onClick={onClose}>{say(hubTexts.close)}</Button>
          <Button
            type="primary"
            data-verb="run"
            disabled={sql === undefined}
            loading={isBusy}
            onClick={() => void run()}
          >
            {say(hubTexts.run)}
          </Button>
        </div>
      }
    >
      {sql !== undefined && <Asked sql={sql} names={names} form={form} />}
      {answer !== null &&
        ('why' in answer ? <Alert type="error" showIcon title={answer.why} /> : <Rows rows={answer.rows} />)}
    </Dialog>
  );
}

const tested = (sql: Row, params: Readonly<Record<string, string | null>>): Promise<readonly Row[]> =>
  post<readonly Row[]>(
    `${approveSql.path}/test`,
    { systemCode: textAt(sql, 'systemCode'), sqlText: textAt(sql, 'sqlText'), params },
    { isSilent: true },
  );

/** The statement as it is, and what it asks for. */
function Asked({
  sql,
  names,
  form,
}: {
  readonly sql: Row;
  readonly names: readonly string[];
  readonly form: FormInstance<Params>;
}): ReactNode {
  const usual: Readonly<Record<string, string>> = {
    systemCode: textAt(sql, 'systemCode'),
    billTypeCode: textAt(sql, 'billTypeCode'),
  };
  return (
    <>
      {textAt(sql, 'enableFlag') !== '1' && (
        <Alert
          type="info"
          showIcon
          className="hub-draft"
          title={say(hubTexts.draft, { editor: textAt(sql, 'editorName') })}
        />
      )}
      <pre className="hub-sql">{textAt(sql, 'sqlText')}</pre>
      <Form
        form={form}
        layout="inline"
        autoComplete="off"
        className="hub-params"
        initialValues={usual}
        aria-label={say(hubTexts.parameters)}
      >
        {names.map((name) => (
          <Form.Item key={name} name={name} label={name}>
            <Input maxLength={1000} />
          </Form.Item>
        ))}
      </Form>
    </>
  );
}

function Rows({ rows }: { readonly rows: readonly Row[] }): ReactNode {
  const [first] = rows;
  if (first === undefined) return <Alert type="info" showIcon title={say(hubTexts.noRows)} />;
  const columns = Object.keys(first);
  return (
    <>
      <p className="hub-count">{say(hubTexts.rows, { count: rows.length })}</p>
      <div className="hub-rows">
        <table>
          <thead>
            <tr>
              {columns.map((key) => (
                <th key={key} scope="col">
                  {key}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {columns.map((key) => (
                  <td key={key} title={textAt(row, key)}>
                    {textAt(row, key)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
