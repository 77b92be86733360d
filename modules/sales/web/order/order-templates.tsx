import { CloseOutlined, EditOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Page } from '#platform/model/envelope.ts';
import { get, post, put, remove } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { useSetting } from '#platform/web/api/setting.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { StatusTag } from '#platform/web/cell/cell.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import type { LineToolsProps } from '#platform/web/registry/live-lines.ts';
import { texts } from '#platform/web/text/texts.ts';
import { contentIn, mostTemplateLines, type TemplateContent } from '#sales/model/template-content.ts';
import {
  areTemplates,
  mostOwn,
  noTemplates,
  ownKey,
  renamedTemplate,
  withoutTemplate,
  withTemplate,
  type OwnTemplate,
} from './template-store.ts';
import { templateTexts } from './template-texts.ts';
import './order-templates.css';

export const openTemplates = (of: LineToolsProps): Promise<unknown> =>
  openDialog((close) => (
    <TemplatesDialog
      {...of}
      onClose={() => {
        close();
      }}
    />
  ));

/** Of the head what does not depend on whom it is for, with the names of what is referred to. */
const headKeys = [
  'orderType',
  'channelCode',
  'channelName',
  'brandCode',
  'brandName',
  'saleTypeCode',
  'saleTypeName',
  'storageCode',
  'storageName',
  'shippingMode',
  'freightFor',
  'remark',
] as const;
const path = '/channelsale/ordertemplate';

interface Shared {
  readonly id: string;
  readonly name: string;
  readonly rowVersion: number;
  readonly creatorName: string;
  readonly content: unknown;
}

type Props = LineToolsProps & { readonly onClose: () => void };

function TemplatesDialog(props: Props): ReactNode {
  const { isRead, begin, onClose } = props;
  const [own, keep] = useSetting(ownKey, noTemplates, areTemplates);
  const { data: shared = [], refetch } = useQuery({
    queryKey: ['list', 'order-templates'],
    queryFn: async () =>
      (await get<Page<Shared>>(`${path}/page`, { status: '1', page: 1, limit: 200 }, { isSilent: true })).list,
    staleTime: 0,
  });
  const use = (content: TemplateContent): void => {
    onClose();
    void begin(content.head, content.lines);
  };
  const read = (): void => void refetch();
  return (
    <Dialog centered width={560} title={say(templateTexts.title)} footer={null} onCancel={onClose}>
      <div className="templates" data-testid="templates">
        {own.length + shared.length === 0 && <p className="quiet">{say(templateTexts.none)}</p>}
        <ul>
          {own.map(({ name: called, content }) => (
            <TemplateRow
              key={`own ${called}`}
              name={called}
              content={content}
              kind="own"
              onUse={isRead ? undefined : use}
              onRename={(to) => {
                keep(renamedTemplate(own, called, to));
              }}
              onRemove={() => {
                keep(withoutTemplate(own, called));
              }}
            />
          ))}
          {shared.map((each) => (
            <SharedRow key={each.id} shared={each} onUse={isRead ? undefined : use} onChanged={read} />
          ))}
        </ul>
        <SaveForm {...props} own={own} keep={keep} shared={shared} onShared={read} />
      </div>
    </Dialog>
  );
}

function SharedRow({
  shared,
  onUse,
  onChanged,
}: {
  readonly shared: Shared;
  readonly onUse: TemplateRowProps['onUse'];
  readonly onChanged: () => void;
}): ReactNode {
  const can = useCan();
  const { id, name, rowVersion } = shared;
  const change = (call: Promise<unknown>): void => void call.catch(() => undefined).then(onChanged);
  const removeIt = async (): Promise<void> => {
    if (await feedback.confirm(say(templateTexts.removeAsk, { name }), { isDanger: true }))
      change(remove(`${path}/${id}`));
  };
  const rename = (to: string): void => {
    if (to !== '' && to !== name) change(put(path, { id, rowVersion, name: to }));
  };
  return (
    <TemplateRow
      name={name}
      content={contentIn(shared.content)}
      kind="shared"
      by={shared.creatorName}
      onUse={onUse}
      onRename={can('order:template:update') ? rename : undefined}
      onRemove={can('order:template:delete') ? () => void removeIt() : undefined}
    />
  );
}

interface SaveProps extends Props {
  readonly own: readonly OwnTemplate[];
  readonly keep: (own: readonly OwnTemplate[]) => void;
  readonly shared: readonly Shared[];
  readonly onShared: () => void;
}

/** Keeps a template among one's own; false when there are enough of them. */
function keepOwn({ own, keep }: SaveProps, name: string, content: TemplateContent): boolean {
  const next = withTemplate(own, { name, content });
  if (next === null) feedback.warn(say(templateTexts.full, { most: mostOwn }));
  else keep(next);
  return next !== null;
}

/** Keeps a template for everybody, in place of the one that has its name; false when the server refuses. */
const keepShared = (same: Shared | undefined, name: string, content: TemplateContent): Promise<boolean> =>
  (same === undefined
    ? post(path, { name, content })
    : put(path, { id: same.id, rowVersion: same.rowVersion, name, content })
  ).then(
    () => true,
    () => false,
  );

function SaveForm(props: SaveProps): ReactNode {
  const { head, typed, own, shared, onShared } = props;
  const can = useCan();
  const [name, setName] = useState('');
  const [isForAll, setForAll] = useState(false);
  const written = name.trim();
  const lines = typed();
  const same = isForAll ? shared.find((each) => each.name === written) : undefined;
  const replaces = isForAll ? same !== undefined : own.some((each) => each.name === written);
  const maySave = written !== '' && lines.length > 0 && !(same !== undefined && !can('order:template:update'));
  const save = async (): Promise<void> => {
    if (!maySave) return;
    const content = contentIn({ head: filled(head()), lines });
    if (content === null) {
      feedback.warn(say(templateTexts.tooLong, { most: mostTemplateLines }));
      return;
    }
    if (!(isForAll ? await keepShared(same, written, content) : keepOwn(props, written, content))) return;
    if (isForAll) onShared();
    setName('');
    feedback.success(say(texts.saved));
  };
  return (
    <form
      className="template-save"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <span className="quiet">
        {say(templateTexts.saveAs)} · {say(templateTexts.lines, { count: lines.length })}
      </span>
      <Input
        value={name}
        maxLength={50}
        disabled={lines.length === 0}
        placeholder={say(templateTexts.nameOf)}
        aria-label={say(templateTexts.nameOf)}
        onChange={(event) => {
          setName(event.target.value);
        }}
      />
      {can('order:template:save') && (
        <Checkbox
          checked={isForAll}
          onChange={(event) => {
            setForAll(event.target.checked);
          }}
        >
          {say(templateTexts.forAll)}
        </Checkbox>
      )}
      <Button type="primary" htmlType="submit" data-verb="saveTemplate" disabled={!maySave}>
        {say(replaces ? templateTexts.replace : texts.save)}
      </Button>
    </form>
  );
}

const filled = (values: Row): Readonly<Record<string, string>> =>
  Object.fromEntries(headKeys.map((key) => [key, textAt(values, key)] as const).filter(([, value]) => value !== ''));

interface TemplateRowProps {
  readonly name: string;
  readonly content: TemplateContent | null;
  readonly kind: 'own' | 'shared';
  readonly by?: string;
  readonly onUse: ((content: TemplateContent) => void) | undefined;
  readonly onRename: ((to: string) => void) | undefined;
  readonly onRemove: (() => void) | undefined;
}

function TemplateRow({ name, content, kind, by, onUse, onRename, onRemove }: TemplateRowProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const settle = (): void => {
    if (typed !== null) onRename?.(typed.trim());
    setTyped(null);
  };
  const tool = (label: string, verb: string, icon: ReactNode, onClick: () => void): ReactNode => (
    <Button type="text" size="small" icon={icon} data-verb={verb} title={label} aria-label={label} onClick={onClick} />
  );
  return (
    <li data-template={name}>
      {typed === null ? (
        <span className="template-name" title={name}>
          {name}
        </span>
      ) : (
        <NameInput name={name} value={typed} onChange={setTyped} onSettle={settle} />
      )}
      <span className="quiet">
        {say(templateTexts.lines, { count: content?.lines.length ?? 0 })}
        {by === undefined ? '' : ` · ${by}`}
      </span>
      <StatusTag tone={kind === 'own' ? 'grey' : 'blue'}>{say(templateTexts[kind])}</StatusTag>
      <span className="template-tools">
        {onRename !== undefined &&
          tool(say(templateTexts.rename, { name }), 'renameTemplate', <EditOutlined />, () => {
            setTyped(name);
          })}
        {onRemove !== undefined &&
          tool(say(templateTexts.remove, { name }), 'removeTemplate', <CloseOutlined />, onRemove)}
        {onUse !== undefined && content !== null && (
          <Button
            size="small"
            data-verb="useTemplate"
            onClick={() => {
              onUse(content);
            }}
          >
            {say(templateTexts.use)}
          </Button>
        )}
      </span>
    </li>
  );
}

function NameInput({
  name,
  value,
  onChange,
  onSettle,
}: {
  readonly name: string;
  readonly value: string;
  /** Null when the name stays as it was. */
  readonly onChange: (value: string | null) => void;
  readonly onSettle: () => void;
}): ReactNode {
  return (
    <Input
      size="small"
      autoFocus
      value={value}
      maxLength={50}
      aria-label={say(templateTexts.rename, { name })}
      onChange={(event) => {
        onChange(event.target.value);
      }}
      onBlur={onSettle}
      onPressEnter={onSettle}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          onChange(null);
        }
      }}
    />
  );
}
