import { DownloadOutlined, LockOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Tag } from 'antd';
import { useState, type ReactNode } from 'react';
import { amount as amountField, quantity } from '#platform/model/field.ts';
import type { Document } from '#platform/model/document.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { get, put } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { instantText } from '#platform/web/cell/cell.tsx';
import { done } from '#platform/web/action/perform.ts';
import { Failed } from '#platform/web/loading/failed.tsx';
import { LateDateInput } from '#platform/web/date/late-dates.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { measureText } from '#platform/web/value/measure.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { downloadFile } from '#platform/web/file/download-file.ts';
import { ImportButton } from '#platform/web/import/import-button.tsx';
import { say } from '#platform/web/text/language.ts';
import { documentNamed } from '#platform/web/registry/registry.ts';
import { useTab } from '#platform/web/route/tabs.ts';
import { openingKind, openingListOf, type OpeningKindState, type OpeningState } from '#funds/model/opening-kind.ts';
import { openingTexts as texts } from './opening-texts.ts';
import './opening.css';

const number = quantity(texts.number);
const amount = amountField(texts.amount);

/**
 * What a tenant had before its first document, kind by kind, and the lock that ends it; below, every file that came.
 */
export function OpeningPage(): ReactNode {
  const document = documentNamed('sale:opening');
  return document === undefined ? null : (
    <>
      <OpeningCard document={document} />
      <ListPage noun={document} />
    </>
  );
}

function OpeningCard({ document }: { readonly document: Document }): ReactNode {
  const can = useCan();
  // With the lists: an import or a verb below changes it.
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'opening-state'],
    queryFn: () => get<OpeningState>(document.path, {}, { isSilent: true }),
  });
  if (error !== null) return <Failed text={error.message} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active className="card" />;
  const mayImport = can(permissionOf(document, 'import')) && data.lockDate === null;
  return (
    <section className="card opening-card" data-testid="opening">
      <OpeningBar document={document} state={data} mayImport={mayImport} />
      <p className="quiet">{say(texts.help)}</p>
      <div className="opening-kinds">
        <table className="plain-table">
          <KindsHead />
          <tbody>
            {data.kinds.map((kind) => (
              <KindRow
                key={kind.kind}
                document={document}
                state={kind}
                mayImport={mayImport && data.cutOverDate !== null}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function OpeningBar({
  document,
  state,
  mayImport,
}: {
  readonly document: Document;
  readonly state: OpeningState;
  readonly mayImport: boolean;
}): ReactNode {
  const { title } = useTab();
  const can = useCan();
  const { cutOverDate, lockDate, lockerName, kinds } = state;
  const isLocked = lockDate !== null;
  return (
    <div className="toolbar">
      <h1>{title}</h1>
      <DayInput
        key={cutOverDate}
        document={document}
        day={cutOverDate}
        isDisabled={!mayImport || kinds.some(({ documents }) => documents > 0)}
      />
      {isLocked ? (
        <Tag color="red" icon={<LockOutlined />} data-testid="opening-locked">
          {say(texts.lockedBy, { who: lockerName ?? '', when: instantText(lockDate) })}
        </Tag>
      ) : (
        <Tag data-testid="opening-open">{say(texts.open)}</Tag>
      )}
      <span className="push-right">
        {can(permissionOf(document, 'lock')) && !isLocked && (
          <Button
            danger
            icon={<LockOutlined />}
            data-verb="lock"
            disabled={cutOverDate === null}
            onClick={() => void lock(document, cutOverDate ?? '')}
          >
            {say(texts.lock)}
          </Button>
        )}
      </span>
    </div>
  );
}

const KindsHead = (): ReactNode => (
  <thead>
    <tr>
      {[texts.kind, texts.state, texts.file].map((label) => (
        <th key={label[2]}>{say(label)}</th>
      ))}
      {[texts.rows, texts.number, texts.amount].map((label) => (
        <th key={label[2]} className="number">
          {say(label)}
        </th>
      ))}
      {[texts.who, texts.when].map((label) => (
        <th key={label[2]}>{say(label)}</th>
      ))}
      <th />
    </tr>
  </thead>
);

function KindRow({
  document,
  state,
  mayImport,
}: {
  readonly document: Document;
  readonly state: OpeningKindState;
  readonly mayImport: boolean;
}): ReactNode {
  const { kind, documents, fileName, rowCount, totalNumber, totalAmount, creatorName, createDate } = state;
  const [list] = useState(() => openingListOf(document, kind));
  const can = useCan();
  const isThere = documents > 0;
  return (
    <tr data-kind={kind}>
      <td>{say(openingKind[kind])}</td>
      <td>
        <Tag color={isThere ? 'green' : 'default'}>{say(isThere ? texts.imported : texts.none)}</Tag>
      </td>
      <td className="opening-file">{fileName}</td>
      <td className="number">{isThere ? rowCount : '–'}</td>
      <td className="number">{isThere && kind === 'stock' ? measureText(totalNumber, number) : '–'}</td>
      <td className="number">{isThere ? measureText(totalAmount, amount) : '–'}</td>
      <td>{creatorName}</td>
      <td>{createDate === null ? '' : instantText(createDate)}</td>
      <td className="opening-do">
        {can(permissionOf(document, 'import')) && (
          <Button
            type="link"
            size="small"
            icon={<DownloadOutlined />}
            data-verb="template"
            onClick={() => void downloadFile(`${list.path}/template`)}
          >
            {say(texts.template)}
          </Button>
        )}
        {mayImport && <ImportButton noun={list} />}
      </td>
    </tr>
  );
}

function DayInput({
  document,
  day,
  isDisabled,
}: {
  readonly document: Document;
  readonly day: string | null;
  readonly isDisabled: boolean;
}): ReactNode {
  const save = (next: string | null): void => {
    if (next !== null && next !== day)
      void done(
        () => put(`${document.path}/date`, { cutOverDate: next }),
        () => say(texts.saved),
      );
  };
  return (
    <label className="opening-day">
      <span>{say(texts.cutOver)}</span>
      <LateDateInput id="opening-day" value={day ?? ''} disabled={isDisabled} onChange={save} />
      {day === null && <span className="quiet">{say(texts.noDate)}</span>}
    </label>
  );
}

async function lock(document: Document, date: string): Promise<void> {
  if (await feedback.confirm(say(texts.confirmLock, { date }), { isDanger: true }))
    await done(() => put(`${document.path}/lock`));
}
