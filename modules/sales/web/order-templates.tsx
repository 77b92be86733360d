import { CloseOutlined, EditOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Page } from '#platform/model/envelope.ts';
import { get, post, put, remove } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { useSetting } from '#platform/web/api/setting.ts';
import { Dialog, openDialog } from '#platform/web/dialogs.tsx';
import { StatusTag } from '#platform/web/entity/cell.tsx';
import { textAt, type Row } from '#platform/web/entity/row.ts';
import { feedback } from '#platform/web/feedback.tsx';
import { say } from '#platform/web/language.ts';
import type { LineToolsProps } from '#platform/web/registry.ts';
import { texts } from '#platform/web/texts.ts';
import { contentIn, mostTemplateLines, type TemplateContent } from '#sales/model/template-content.ts';
import {
  areTemplates,
  mostOwn,
  noTemplates,
  ownKey,
  renamedTemplate,
  withoutTemplate,
  withTemplate,
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

function TemplatesDialog({
  isRead,
  head,
  typed,
  begin,
  onClose,
}: LineToolsProps & { readonly onClose: () => void }): ReactNode {
  const can = useCan();
  const [own, keep] = useSetting(ownKey, noTemplates, areTemplates);
  const { data: shared = [], refetch } = useQuery({
    queryKey: ['list', 'order-templates'],
    queryFn: async () =>
      (await get<Page<Shared>>(`${path}/page`, { status: '1', page: 1, limit: 200 }, { isSilent: true })).list,
    staleTime: 0,
  });
  const [name, setName] = useState('');
  const [isForAll, setForAll] = useState(false);
  const written = name.trim();
  const lines = typed();
  const same = isForAll ? shared.find((each) => each.name === written) : undefined;
  const replaces = isForAll ? same !== undefined : own.some((each) => each.name === written);
  const mayShare = can('order:template:save');
  const maySave = written !== '' && lines.length > 0 && !(same !== undefined && !can('order:template:update'));
  const save = async (): Promise<void> => {
    if (!maySave) return;
    const content = contentIn({ head: filled(head()), lines });
    if (content === null) {
      feedback.warn(say(templateTexts.tooLong, { most: mostTemplateLines }));
      return;
    }
    if (isForAll) {
      const isSent = await (
        same === undefined
          ? post(path, { name: written, content })
          : put(path, { id: same.id, rowVersion: same.rowVersion, name: written, content })
      ).then(
        () => true,
        () => false,
      );
      if (!isSent) return;
      void refetch();
    } else {
      const next = withTemplate(own, { name: written, content });
      if (next === null) {
        feedback.warn(say(templateTexts.full, { most: mostOwn }));
        return;
      }
      keep(next);
    }
    setName('');
    feedback.success(say(texts.saved));
  };
  const use = (content: TemplateContent): void => {
    onClose();
    void begin(content.head, content.lines);
  };
  const change = (call: Promise<unknown>): void => void call.catch(() => undefined).then(() => refetch());
  const removeShared = async ({ id, name: called }: Shared): Promise<void> => {
    if (await feedback.confirm(say(templateTexts.removeAsk, { name: called }), { isDanger: true }))
      change(remove(`${path}/${id}`));
  };
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
            <TemplateRow
              key={each.id}
              name={each.name}
              content={contentIn(each.content)}
              kind="shared"
              by={each.creatorName}
              onUse={isRead ? undefined : use}
              onRename={
                can('order:template:update')
                  ? (to) => {
                      if (to !== '' && to !== each.name)
                        change(put(path, { id: each.id, rowVersion: each.rowVersion, name: to }));
                    }
                  : undefined
              }
              onRemove={can('order:template:delete') ? () => void removeShared(each) : undefined}
            />
          ))}
        </ul>
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
          {mayShare && (
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
      </div>
    </Dialog>
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
        <Input
          size="small"
          autoFocus
          value={typed}
          maxLength={50}
          aria-label={say(templateTexts.rename, { name })}
          onChange={(event) => {
            setTyped(event.target.value);
          }}
          onBlur={settle}
          onPressEnter={settle}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.stopPropagation();
              setTyped(null);
            }
          }}
        />
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
