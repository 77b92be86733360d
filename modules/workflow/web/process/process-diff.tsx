import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import { useQuery } from '@tanstack/react-query';
import { Alert, Select, Skeleton, Tag } from 'antd';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Page } from '#platform/model/envelope.ts';
import { get } from '#platform/web/api/client.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { approverWords, readApprovers } from '#workflow/model/engine/approver.ts';
import { processDefinition } from '#workflow/model/definition.ts';
import { differencesOf, type Difference } from '#workflow/model/engine/difference.ts';
import { withPlaces } from '#workflow/model/engine/layout.ts';
import { processTexts as texts } from './process-texts.ts';
import './process-diff.css';

/** Two versions that were chosen, or the chosen one and the one before it. */
export async function compareVersions(rows: readonly Row[]): Promise<boolean> {
  const [one, other] = rows.toSorted((a, b) => versionOf(a) - versionOf(b));
  if (one === undefined || rows.length > 2 || rows.some(({ key }) => key !== one.key)) {
    feedback.warn(say(texts.chooseTwo));
    return false;
  }
  await openDialog((close) => (
    <DiffDialog
      processKey={textAt(one, 'key')}
      given={{ before: other === undefined ? null : textAt(one, 'id'), after: textAt(other ?? one, 'id') }}
      onClose={() => {
        close();
      }}
    />
  ));
  return false;
}

const versionOf = (row: Row): number => Number(textAt(row, 'version')); // not money
const keyOf = (id: string): readonly string[] => ['process-xml', id];
/** A version never changes: once read it is known. */
const useSource = (id: string | null): string | undefined =>
  useQuery({
    queryKey: keyOf(id ?? ''),
    queryFn: () => get<string>(`${processDefinition.path}/${id ?? ''}/xml`),
    enabled: id !== null,
  }).data;

/** Of one process, the newest first. */
const useVersions = (processKey: string): readonly Row[] | undefined =>
  useQuery({
    queryKey: ['list', 'versions', processKey],
    queryFn: async () =>
      (await get<Page<Row>>(`${processDefinition.path}/page`, { key: processKey, page: 1, limit: 500 })).list
        .filter((row) => textAt(row, 'key') === processKey)
        .toSorted((a, b) => versionOf(b) - versionOf(a)),
  }).data;

interface Pair {
  readonly before: string | null;
  readonly after: string;
}

interface Comparing {
  readonly processKey: string;
  readonly given: Pair;
  readonly onClose: () => void;
}

function DiffDialog({ processKey, given, onClose }: Comparing): ReactNode {
  const versions = useVersions(processKey);
  const [pair, setPair] = useState(given);
  const before = pair.before ?? olderThan(pair.after, versions);
  const [old, now] = [useSource(before), useSource(pair.after)];
  const differences = useMemo(
    () => (old === undefined || now === undefined ? undefined : differencesOf(old, now)),
    [old, now],
  );
  return (
    <Dialog
      centered
      width="min(1400px, 96%)"
      className="process-diff"
      title={`${say(texts.diff)} · ${processKey}`}
      footer={null}
      onCancel={onClose}
    >
      {differences === undefined || old === undefined || now === undefined ? (
        <Skeleton active />
      ) : (
        <>
          <div className="diff-panes">
            <Pane side="before" xml={old} differences={differences}>
              <VersionChoice
                label={say(texts.before)}
                chosen={before}
                versions={versions}
                onChoose={(id) => {
                  setPair({ ...pair, before: id });
                }}
              />
            </Pane>
            <Pane side="after" xml={now} differences={differences}>
              <VersionChoice
                label={say(texts.after)}
                chosen={pair.after}
                versions={versions}
                onChoose={(after) => {
                  setPair({ before, after });
                }}
              />
            </Pane>
          </div>
          {differences.length === 0 ? (
            <Alert type="info" showIcon title={say(texts.same)} />
          ) : (
            <Changes differences={differences} />
          )}
        </>
      )}
    </Dialog>
  );
}

function VersionChoice({
  label,
  chosen,
  versions = [],
  onChoose,
}: {
  readonly label: string;
  readonly chosen: string | null;
  readonly versions: readonly Row[] | undefined;
  readonly onChoose: (id: string) => void;
}): ReactNode {
  const options = versions.map((row) => ({
    value: textAt(row, 'id'),
    label: say(texts.version, { n: versionOf(row) }),
  }));
  return (
    <>
      <strong>{label}</strong>
      <Select size="small" aria-label={label} value={chosen} options={options} onChange={onChoose} />
    </>
  );
}

/** The version before; of the first one, itself. */
function olderThan(id: string, versions: readonly Row[] | undefined): string | null {
  if (versions === undefined) return null;
  const at = versions.findIndex((row) => textAt(row, 'id') === id);
  return textAt(versions[at + 1] ?? versions[at], 'id');
}

const colours = { added: 'green', changed: 'gold', removed: 'red' } as const;

function Changes({ differences }: { readonly differences: readonly Difference[] }): ReactNode {
  return (
    <ul className="diff-changes">
      {differences.map(({ element, name, kind, facts }) => (
        <li key={`${kind} ${element}`} data-change={`${kind} ${element}`}>
          <Tag color={colours[kind]}>{say(texts[kind])}</Tag>
          <strong>{name === '' ? element : name}</strong>
          {facts.map(({ key, what, before, after }) => (
            <div key={key} className="diff-fact">
              {say(what)}：<del>{worded(key, before)}</del> → <ins>{worded(key, after)}</ins>
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** Who approves, in words; anything else as it is written. */
function worded(key: string, value: string): string {
  if (value === '') return say(texts.nothing);
  if (key === 'signing') return say(value === 'sequential' ? texts.sequential : texts.parallel);
  const approvers = key === 'approvers' ? readApprovers(value) : null;
  if (approvers === null) return value;
  return approvers
    .map((approver) => {
      const of =
        approver.kind === 'role' || approver.kind === 'role-org'
          ? approver.code
          : approver.kind === 'form'
            ? approver.field
            : approver.kind === 'user'
              ? approver.id
              : approver.kind === 'dept-leader'
                ? `${approver.levels}`
                : '';
      return `${say(approverWords[approver.kind])}${of === '' ? '' : ` ${of}`}`;
    })
    .join('、');
}

interface Canvas {
  zoom(to: string | number, centre: string): number;
  addMarker(id: string, marker: string): void;
}
interface Registry {
  get(id: string): object | undefined;
}

/** One version as it was drawn; the mark of bpmn.io stays where it puts it. */
function Pane({
  side,
  xml,
  differences,
  children,
}: {
  readonly side: 'before' | 'after';
  readonly xml: string;
  readonly differences: readonly Difference[];
  readonly children: ReactNode;
}): ReactNode {
  const ground = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (ground.current === null) return undefined;
    const viewer = new NavigatedViewer({ container: ground.current });
    let isOpen = true;
    void viewer.importXML(withPlaces(xml)).then(
      () => {
        if (!isOpen) return;
        const [canvas, registry] = [viewer.get<Canvas>('canvas'), viewer.get<Registry>('elementRegistry')];
        for (const { element, kind } of differences)
          if ((side === 'before' ? kind !== 'added' : kind !== 'removed') && registry.get(element) !== undefined)
            canvas.addMarker(element, `diff-${kind}`);
        canvas.zoom(Math.min(1, canvas.zoom('fit-viewport', 'auto') * 0.92), 'auto');
      },
      () => undefined,
    );
    return () => {
      isOpen = false;
      viewer.destroy();
    };
  }, [xml, differences, side]);
  return (
    <section className="diff-pane">
      <header>{children}</header>
      <div ref={ground} className="diff-canvas" data-side={side} />
    </section>
  );
}
