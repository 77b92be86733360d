import { DownOutlined, HistoryOutlined, SwapOutlined, UpOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Checkbox, DatePicker, Skeleton } from 'antd';
import dayjs from 'dayjs';
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { minus } from '#platform/model/decimal.ts';
import type { Noun } from '#platform/model/module.ts';
import type { VersionsAnswer } from '#platform/model/version/answer.ts';
import { differenceOf, type Difference } from '#platform/model/version/difference.ts';
import { get } from '#platform/web/api/client.ts';
import { instantText } from '#platform/web/cell/cell.tsx';
import { Failed } from '#platform/web/loading/failed.tsx';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { headOf } from '#platform/web/registry/registry.ts';
import { say } from '#platform/web/text/language.ts';
import { measureText } from '#platform/web/value/measure.ts';
import { inputLabel } from '#platform/web/value/shown.ts';
import { textAt } from '#platform/web/value/row.ts';
import { VersionLine, type Chosen } from './version-line.tsx';
import { VersionSides, type Compared } from './version-sides.tsx';
import { versionTexts as texts } from './version-texts.ts';
import './versions.css';

export const showVersions = (noun: Noun, id: string, what: string): Promise<unknown> =>
  openDialog((close) => (
    <Dialog
      centered
      width="min(1280px, calc(100vw - 32px))"
      title={
        <span className="past-title">
          {say(texts.title, { what: `${say(noun.label)} ${what}` })}
          <span className="past-tag">
            <HistoryOutlined /> {say(texts.readOnly)}
          </span>
        </span>
      }
      onCancel={() => {
        close();
      }}
      footer={null}
    >
      <Versions noun={noun} id={id} />
    </Dialog>
  ));

function Versions({ noun, id }: { readonly noun: Noun; readonly id: string }): ReactNode {
  const [chosen, choose] = useState<Chosen | null>(null);
  // Read each time it is opened: the last version is what stands now.
  const { data, error, refetch } = useQuery({
    queryKey: ['versions', noun.name, id, chosen?.a, chosen?.b],
    queryFn: () =>
      get<VersionsAnswer>(
        '/sys/recordVersion',
        { noun: noun.name, id, ...(chosen === null ? {} : { no: `${chosen.a},${chosen.b}` }) },
        { isSilent: true },
      ),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
  });
  if (error !== null) return <Failed text={error.message} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  const last = data.versions.length;
  return <Told noun={noun} answer={data} chosen={chosen ?? { a: Math.max(1, last - 1), b: last }} onChoose={choose} />;
}

interface ToldProps {
  readonly noun: Noun;
  readonly answer: VersionsAnswer;
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
}

function Told({ noun, answer, chosen, onChoose }: ToldProps): ReactNode {
  const [isOnlyChanged, setOnlyChanged] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const { versions, since, isCut } = answer;
  const compared = useCompared(noun, answer, chosen);
  const walk = useWalk(place);
  const byKey = (event: KeyboardEvent): void => {
    const key = event.key.toLowerCase();
    if ((event.target as HTMLElement).tagName === 'INPUT' || (key !== 'n' && key !== 'p')) return;
    walk.step(key === 'n' ? 1 : -1);
  };
  return (
    <div ref={place} className="past" data-testid="versions" onKeyDown={byKey}>
      <div className="past-head">
        <strong>{say(texts.count, { count: versions.length })}</strong>
        <span className="quiet">{say(texts.howTo)}</span>
        <AsOf
          answer={answer}
          onFound={(no) => {
            onChoose({ a: Math.min(chosen.a, no), b: no });
          }}
        />
        <Checkbox
          checked={isOnlyChanged}
          onChange={({ target }) => {
            setOnlyChanged(target.checked);
          }}
        >
          {say(texts.onlyChanged)}
        </Checkbox>
      </div>
      <VersionLine noun={noun} versions={versions} chosen={chosen} isOlder={since !== null} onChoose={onChoose} />
      {(since !== null || isCut) && (
        <p className="quiet past-note">
          {say(isCut ? texts.olderCut : texts.noneBefore, { at: instantText(since ?? '') })}
        </p>
      )}
      {versions.length === 1 && <p className="quiet past-note">{say(texts.one)}</p>}
      {compared !== null && (
        <>
          {versions.length > 1 && <SentenceBar compared={compared} onStep={walk.step} />}
          <VersionSides {...compared} isOnlyChanged={isOnlyChanged} />
        </>
      )}
    </div>
  );
}

interface SentenceBarProps {
  readonly compared: Compared;
  readonly onStep: (by: 1 | -1) => void;
}
function SentenceBar({ compared, onStep }: SentenceBarProps): ReactNode {
  return (
    <div className="past-sentence" role="status">
      <SwapOutlined />
      <Sentence {...compared} />
      <span className="past-walk">
        {([-1, 1] as const).map((by) => (
          <Button
            key={by}
            size="small"
            icon={by < 0 ? <UpOutlined /> : <DownOutlined />}
            title={say(by < 0 ? texts.previous : texts.next)}
            aria-label={say(by < 0 ? texts.previous : texts.next)}
            onClick={() => {
              onStep(by);
            }}
          />
        ))}
      </span>
    </div>
  );
}

/** What was compared stays until the next pair has come. */
function useCompared(noun: Noun, { versions, states, since }: VersionsAnswer, { a, b }: Chosen): Compared | null {
  return useMemo(() => {
    const [before, after, one, other] = [states[a], states[b], versions[a - 1], versions[b - 1]];
    if (before === undefined || after === undefined || one === undefined || other === undefined) return null;
    const difference = differenceOf(noun, before, after);
    return {
      noun,
      a: one,
      b: other,
      before,
      after,
      difference,
      isOnlyChanged: false,
      isOlder: since !== null,
      last: versions.length,
    };
  }, [noun, versions, states, since, a, b]);
}

/** One sentence first: how much changed, and what it did to the money. */
function Sentence({ noun, a, b, before, after, difference }: Compared): ReactNode {
  const parts = partsOf(difference);
  return (
    <span>
      {say(texts.fromTo, { a: a.no, b: b.no })}
      {parts.length === 0 ? say(texts.nothing) : parts.join(say(texts.between))}
      {moneyKeys
        .filter((key) => difference.head.has(key) && textAt(before, key) !== '' && textAt(after, key) !== '')
        .slice(0, 1)
        .flatMap((key) => {
          const field = headOf(noun)[key];
          if (field?.kind !== 'decimal') return [];
          const [was, is] = [textAt(before, key), textAt(after, key)];
          const more = minus(is, was);
          return [
            <span key={key} className="past-money">
              {say(inputLabel(field))}{' '}
              <b>
                {measureText(was, field)} → {measureText(is, field)}
              </b>{' '}
              ({more.startsWith('-') ? '' : '+'}
              {measureText(more, field)})
            </span>,
          ];
        })}
    </span>
  );
}
const moneyKeys = ['payableAmount', 'totalAmount', 'amount'] as const;

function partsOf({ head, lines }: Difference): readonly string[] {
  const count = (kind: string): number => lines.filter((pair) => pair.kind === kind).length;
  return (
    [
      [texts.fields, head.size],
      [texts.changed, count('changed')],
      [texts.came, count('came')],
      [texts.went, count('went')],
    ] as const
  ).flatMap(([text, number]) => (number === 0 ? [] : [say(text, { count: number })]));
}

interface AsOfProps {
  readonly answer: VersionsAnswer;
  readonly onFound: (no: number) => void;
}
/** A moment that somebody types: the version that stood then. */
function AsOf({ answer: { versions, since }, onFound }: AsOfProps): ReactNode {
  return (
    <DatePicker
      showTime
      size="small"
      placeholder={say(texts.asOf)}
      aria-label={say(texts.asOf)}
      onChange={(moment) => {
        // A minute is meant to its end.
        const at = moment?.valueOf();
        if (at === undefined) return;
        const found = versions.findLast((version) => dayjs(version.at).valueOf() < at + 1000);
        if (found !== undefined) onFound(found.no);
        else feedback.info(say(since === null ? texts.notThere : texts.noneBefore, { at: instantText(since ?? '') }));
      }}
    />
  );
}

/** From one change to the next. */
function useWalk(place: RefObject<HTMLDivElement | null>): { readonly step: (by: 1 | -1) => void } {
  const at = useRef(-1);
  return {
    step: (by) => {
      const changes = [...(place.current?.querySelectorAll<HTMLElement>('.past-of-b [data-changed]') ?? [])];
      if (changes.length === 0) return;
      at.current = (at.current + by + changes.length) % changes.length;
      const change = changes[at.current];
      change?.scrollIntoView({ block: 'center' });
      for (const each of changes) each.classList.toggle('past-walked', each === change);
    },
  };
}
