import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { leadOf } from '#platform/model/document.ts';
import { nameKeyOf } from '#platform/model/field.ts';
import { get, post } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import type { OwnAsideProps } from '#platform/web/registry/registry.ts';
import { say } from '#platform/web/text/language.ts';
import { linesIn, textAt, type Row } from '#platform/web/value/row.ts';
import { mostLetters, type Reader } from '#message/model/comment.ts';
import { matching, mentionedIn, typedMention } from './mention.ts';
import { texts } from './texts.ts';

/** Where a comment is written. `@` opens names, Ctrl+Enter sends; what was not sent stays in the field. */
export function Composer({ document, record }: OwnAsideProps): ReactNode {
  const field = useRef<HTMLTextAreaElement>(null);
  const names = useNames({ noun: document.name, id: textAt(record, 'id') });
  const lines = quotable(document, record);
  const draft = useDraft(document.name, textAt(record, 'id'), lines);
  const { content, setContent } = draft;
  const call = (reader: Reader): void => {
    if (names.at === null) return;
    const before = `${content.slice(0, names.at.from)}@${reader.name} `;
    draft.call(reader, before + content.slice(names.at.from + names.at.typed.length + 1));
    names.follow(null);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(before.length, before.length);
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return names.onKey(event, call);
    event.preventDefault();
    void draft.send();
  };
  return (
    <div className="composer">
      {names.found.length > 0 && <Names names={names} onCall={call} />}
      <textarea
        ref={field}
        data-composer
        rows={2}
        maxLength={mostLetters}
        value={content}
        placeholder={say(texts.placeholder)}
        aria-label={say(texts.placeholder)}
        onChange={(event) => {
          setContent(event.target.value);
          names.follow(typedMention(event.target.value, event.target.selectionStart));
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          names.follow(null);
        }}
      />
      <Foot draft={draft} lines={lines} />
    </div>
  );
}

interface Quotable {
  readonly no: number;
  readonly text: string;
}
interface Draft {
  readonly content: string;
  readonly setContent: (next: string) => void;
  readonly line: string;
  readonly setLine: (next: string) => void;
  readonly isBusy: boolean;
  readonly call: (reader: Reader, content: string) => void;
  readonly send: () => Promise<void>;
}

/** What is being written: the text, whom it calls, and the line that it quotes. */
function useDraft(noun: string, id: string, lines: readonly Quotable[]): Draft {
  const [content, setContent] = useState('');
  const [chosen, setChosen] = useState<readonly Reader[]>([]);
  const [line, setLine] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    if (content.trim() === '' || isBusy) return;
    setBusy(true);
    const quoted = lines.find(({ no }) => String(no) === line);
    const mentions = mentionedIn(content, chosen).map((each) => each.id);
    const quote = quoted === undefined ? {} : { lineNo: quoted.no, quote: quoted.text.slice(0, 200) };
    try {
      await post('/message/comment', { noun, id, content, mentions, ...quote });
      setContent('');
      setChosen([]);
      setLine('');
      await listsChanged();
    } catch {
      // The refusal was told; the text is still there.
    } finally {
      setBusy(false);
    }
  };
  const call = (reader: Reader, next: string): void => {
    setContent(next);
    setChosen([...chosen.filter((each) => each.id !== reader.id), reader]);
  };
  return { content, setContent, line, setLine, isBusy, call, send };
}

function Foot({ draft, lines }: { readonly draft: Draft; readonly lines: readonly Quotable[] }): ReactNode {
  const { content, line, setLine, isBusy, send } = draft;
  return (
    <div className="composer-foot">
      {lines.length > 0 && (
        <select
          value={line}
          aria-label={say(texts.quote)}
          onChange={(event) => {
            setLine(event.target.value);
          }}
        >
          <option value="">{say(line === '' ? texts.quote : texts.noQuote)}</option>
          {lines.map(({ no, text }) => (
            <option key={no} value={no}>
              {say(texts.line, { no })} {text}
            </option>
          ))}
        </select>
      )}
      <span className="quiet" title={say(texts.hint)}>
        {say(texts.hint)}
      </span>
      <Button
        size="small"
        data-verb="sendComment"
        loading={isBusy}
        disabled={content.trim() === ''}
        onClick={() => void send()}
      >
        {say(texts.send)} <kbd>Ctrl ↵</kbd>
      </Button>
    </div>
  );
}

type Typed = ReturnType<typeof typedMention>;
interface NamesOffered {
  readonly at: Typed;
  readonly found: readonly Reader[];
  readonly place: number;
  readonly follow: (at: Typed) => void;
  readonly onKey: (event: KeyboardEvent, call: (reader: Reader) => void) => void;
}

/** Who can be called is asked for when somebody first types `@`. */
function useNames(asked: { readonly noun: string; readonly id: string }): NamesOffered {
  const [at, setAt] = useState<Typed>(null);
  const [place, setPlace] = useState(0);
  const { data: readers = [] } = useQuery({
    queryKey: ['list', 'talk-people', asked.noun, asked.id],
    queryFn: () => get<readonly Reader[]>('/message/comment/people', asked, { isSilent: true }),
    enabled: at !== null,
    staleTime: 60_000,
  });
  const found = at === null ? [] : matching(readers, at.typed);
  return {
    at,
    found,
    place: Math.min(place, Math.max(0, found.length - 1)),
    follow: (next) => {
      setAt(next);
      setPlace(0);
    },
    onKey: (event, call) => {
      if (found.length === 0) return;
      const reader = found[Math.min(place, found.length - 1)];
      if (event.key === 'ArrowDown') setPlace((place + 1) % found.length);
      else if (event.key === 'ArrowUp') setPlace((place + found.length - 1) % found.length);
      else if ((event.key === 'Enter' || event.key === 'Tab') && reader !== undefined) call(reader);
      else if (event.key === 'Escape') setAt(null);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

function Names({
  names,
  onCall,
}: {
  readonly names: NamesOffered;
  readonly onCall: (reader: Reader) => void;
}): ReactNode {
  return (
    <ul className="composer-names" role="listbox">
      {names.found.map((reader, at) => (
        <li
          key={reader.id}
          role="option"
          aria-selected={at === names.place}
          data-reader={reader.name}
          onPointerDown={(event) => {
            event.preventDefault();
            onCall(reader);
          }}
        >
          {reader.name} <span className="quiet">{reader.about}</span>
        </li>
      ))}
    </ul>
  );
}

/** The lines of the document, by what they are about and how many. */
function quotable(document: OwnAsideProps['document'], record: Row): readonly Quotable[] {
  const lead = leadOf(document.lines);
  return linesIn(record)
    .slice(0, mostQuotable)
    .map((line, at) => ({
      no: at + 1,
      text: [textAt(line, nameKeyOf(lead)) || textAt(line, lead), textAt(line, 'number')]
        .filter((part) => part !== '')
        .join(' × '),
    }));
}
const mostQuotable = 200;
