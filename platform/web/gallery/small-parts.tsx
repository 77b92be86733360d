import { DeleteOutlined, DownloadOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Form } from 'antd';
import { useEffect, type ReactNode } from 'react';
import type { Tone } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { StatusTag } from '#platform/web/cell/cell.tsx';
import { FieldGrid } from '#platform/web/form/form-fields.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { everyField, filled } from './specimens.ts';

export function Buttons(): ReactNode {
  return (
    <div className="gallery-row">
      <Button type="primary" icon={<PlusOutlined />}>
        {say(texts.add)}
      </Button>
      <Button type="primary" disabled>
        {say(texts.save)}
      </Button>
      <Button type="primary" danger icon={<DeleteOutlined />}>
        {say(texts.removeLine)}
      </Button>
      <Button type="primary" ghost>
        {say(texts.search)}
      </Button>
      <Button icon={<DownloadOutlined />}>{say(texts.exportRows)}</Button>
      <Button danger>{say(texts.removeLine)}</Button>
      <Button disabled>{say(texts.reset)}</Button>
      <Button type="link">{say(texts.expand)}</Button>
      <Button type="text" icon={<ReloadOutlined />} aria-label={say(texts.refresh)} />
      <Button size="small" type="primary">
        {say(texts.confirm)}
      </Button>
      <Button size="small">{say(texts.cancel)}</Button>
      <kbd>Ctrl K</kbd>
    </div>
  );
}

const tones: Readonly<Record<Tone, Label>> = {
  blue: ['已保存', '已儲存', 'Saved'],
  orange: ['审批中', '審批中', 'In approval'],
  green: ['已审核', '已審核', 'Approved'],
  red: ['停用', '停用', 'Disabled'],
  grey: ['已关闭', '已關閉', 'Closed'],
};

export function Statuses(): ReactNode {
  return (
    <div className="gallery-row">
      {(Object.keys(tones) as Tone[]).map((tone) => (
        <StatusTag key={tone} tone={tone}>
          {say(tones[tone])}
        </StatusTag>
      ))}
    </div>
  );
}

const all = Object.entries(everyField).map(([key, field]) => ({ key, field }));
const few = all.slice(0, 8);

/** Filled, wrong and not to be changed. */
export function Fields(): ReactNode {
  const [form] = Form.useForm();
  const [wrong] = Form.useForm();
  useEffect(() => {
    void wrong.validateFields().catch(() => undefined);
  }, [wrong]);
  return (
    <>
      <Form form={form} layout="vertical" className="card section panel" initialValues={filled}>
        <FieldGrid fields={all} />
      </Form>
      <Form form={wrong} layout="vertical" className="card section panel" initialValues={{ email: 'nobody' }}>
        <FieldGrid fields={few} />
      </Form>
      <Form layout="vertical" className="card section panel" initialValues={filled}>
        <FieldGrid fields={few.map((each) => ({ ...each, isFixed: true }))} />
      </Form>
    </>
  );
}

export function ReadFields(): ReactNode {
  return (
    <div className="card section panel">
      <FieldGrid fields={all} isRead record={filled} />
    </div>
  );
}
