import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Segmented, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { CallError, get } from '#platform/web/api/client.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { shownNouns } from '#platform/web/registry/registry.ts';
import { texts } from '#platform/web/text/texts.ts';
import { accessTexts } from './access-texts.ts';
import './access.css';

interface Explanation {
  readonly isAllowed: boolean;
  readonly reasons: readonly { readonly isPassed: boolean; readonly text: string }[];
}
interface MenuNode {
  readonly name: string;
  readonly permissions: string | null;
  readonly children: readonly MenuNode[];
}
interface Typed {
  readonly permission?: string;
  readonly noun?: string;
  readonly code?: string;
}

export async function explain([user]: readonly Row[]): Promise<boolean> {
  if (user !== undefined)
    await openDialog((close) => (
      <ExplainDialog
        user={user}
        onClose={() => {
          close();
        }}
      />
    ));
  return false;
}

function ExplainDialog({ user, onClose }: { readonly user: Row; readonly onClose: () => void }): ReactNode {
  const [about, setAbout] = useState<'button' | 'row'>('button');
  const [told, setTold] = useState<Explanation | null>(null);
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const ask = async ({ permission, noun, code }: Typed): Promise<void> => {
    setBusy(true);
    setFailure('');
    try {
      const subject = about === 'button' ? { permission } : { noun, code };
      setTold(
        await get<Explanation>('/sys/user/explain', { userId: textAt(user, 'id'), ...subject }, { isSilent: true }),
      );
    } catch (error) {
      setTold(null);
      setFailure(error instanceof CallError ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      centered
      width={620}
      footer={null}
      title={say(accessTexts.whyOf, { who: textAt(user, 'realName') })}
      onCancel={onClose}
    >
      <Segmented
        value={about}
        options={[
          { value: 'button', label: say(accessTexts.pressButton) },
          { value: 'row', label: say(accessTexts.seeRow) },
        ]}
        onChange={(next) => {
          setAbout(next === 'row' ? 'row' : 'button');
          setTold(null);
          setFailure('');
        }}
      />
      <Form<Typed> key={about} className="explain-form" layout="vertical" onFinish={(typed) => void ask(typed)}>
        {about === 'button' ? <ButtonField /> : <RowFields />}
        <Button type="primary" htmlType="submit" loading={isBusy} data-verb="ask">
          {say(accessTexts.ask)}
        </Button>
      </Form>
      {failure !== '' && <Alert type="warning" showIcon title={failure} />}
      {told !== null && <Told explanation={told} />}
    </Dialog>
  );
}

const required = (): { required: true; message: string } => ({ required: true, message: say(texts.isRequired) });

function ButtonField(): ReactNode {
  const { data: menus = [] } = useQuery({
    queryKey: ['tree', 'sys:menu', '/sys/menu/select'],
    queryFn: () => get<readonly MenuNode[]>('/sys/menu/select', {}, { isSilent: true }),
  });
  return (
    <Form.Item className="full" name="permission" label={say(accessTexts.button)} rules={[required()]}>
      <Select showSearch={{ optionFilterProp: 'label' }} options={buttonsOf(menus)} />
    </Form.Item>
  );
}

function RowFields(): ReactNode {
  return (
    <>
      <Form.Item className="full" name="noun" label={say(accessTexts.list)} rules={[required()]}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={listOptions()} />
      </Form.Item>
      <Form.Item name="code" label={say(accessTexts.code)} rules={[required()]}>
        <Input maxLength={100} />
      </Form.Item>
    </>
  );
}

function Told({ explanation }: { readonly explanation: Explanation }): ReactNode {
  return (
    <div className="explanation" role="status">
      <Alert
        type={explanation.isAllowed ? 'success' : 'error'}
        showIcon
        title={say(explanation.isAllowed ? accessTexts.can : accessTexts.cannot)}
      />
      <ul>
        {explanation.reasons.map(({ isPassed, text }) => (
          <li key={text} data-passed={isPassed}>
            {isPassed ? <CheckCircleFilled /> : <CloseCircleFilled />}
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const listOptions = (): { value: string; label: string }[] =>
  shownNouns()
    .filter((noun) => noun.kind !== 'report')
    .map((noun) => ({ value: noun.name, label: say(noun.label) }));

/** Every permission once, under the words of the menu. */
function buttonsOf(nodes: readonly MenuNode[], above = ''): { value: string; label: string }[] {
  const found = nodes.flatMap((node) => {
    const label = above === '' ? node.name : `${above} / ${node.name}`;
    return [
      ...(node.permissions === null ? [] : [{ value: node.permissions, label }]),
      ...buttonsOf(node.children, label),
    ];
  });
  return found.filter(({ value }, at) => found.findIndex((each) => each.value === value) === at);
}
