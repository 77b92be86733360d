import type { ReactNode } from 'react';
import type { Choices, Field, TextField, Tone } from '#platform/model/field.ts';
import { defaultZone } from '#platform/model/zone.ts';
import type { Label } from '#platform/model/label.ts';
import { fileIdIn, imagePath } from '#platform/model/file.ts';
import { apiBase } from '#platform/web/api/client.ts';
import { currentUser } from '#platform/web/api/me.ts';
import { NumberLink } from '#platform/web/link/record-link.tsx';
import { Picture } from './picture.tsx';
import { say } from '#platform/web/text/language.ts';
import { useDictLabel } from '#platform/web/reference/use-ref.ts';
import { texts } from '#platform/web/text/texts.ts';
import { measureText } from '#platform/web/value/measure.ts';
import { plain } from '#platform/web/value/row.ts';

/** A value as it is read: in a list, in a picker, in a form that cannot be edited. Null stays blank, zero is shown. */
export function Cell({ field, value }: { readonly field: Field; readonly value: unknown }): ReactNode {
  if (value === undefined) return null;
  if (value === null || value === '') return wordOfNone(field) || null;
  switch (field.kind) {
    case 'text':
      return field.isNumber === true ? <NumberLink code={plain(value)} /> : wordOf(field.words, plain(value));
    case 'ref':
      return isOfDocument(field) ? <NumberLink code={plain(value)} /> : plain(value);
    case 'date':
    case 'integer':
      return plain(value);
    case 'decimal':
      return measureText(plain(value), field);
    case 'instant':
      return instantText(plain(value));
    case 'flag':
    case 'bool':
      return field.kind === 'flag' && field.tone !== undefined ? (
        <FlagMark tone={field.tone} label={field.label} isSet={value === '1'} />
      ) : (
        say(value === '1' || value === true ? texts.yes : texts.no)
      );
    case 'choice':
      return <ChoiceText choices={field.choices} value={plain(value)} />;
    case 'dict':
      return <DictText dictType={field.dictType} value={plain(value)} />;
    case 'refs':
      return Array.isArray(value) ? value.length : null;
    case 'json':
      return jsonText(value);
    case 'secret':
      return null;
    case 'file':
      return <FileText accepts={field.accepts} value={plain(value)} />;
  }
}

/** A reference to a document holds its number. */
export const isOfDocument = (field: Field): boolean =>
  field.kind === 'ref' && field.key === 'code' && field.target().kind === 'document';

export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** A list of words is read as one; of a list of ids only its length says something. */
function jsonText(value: unknown): string {
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) return JSON.stringify(value);
  return value.every(isId) ? String(value.length) : value.join('、');
}

/** Numbers and their headers stand at the right, so that digits line up. */
export const isNumeric = (field: Field): boolean => field.kind === 'decimal' || field.kind === 'integer';

export function StatusTag({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }): ReactNode {
  return <span className={`status status-${tone}`}>{children}</span>;
}

const FlagMark = ({
  tone,
  label,
  isSet,
}: {
  readonly tone: Tone;
  readonly label: Label;
  readonly isSet: boolean;
}): ReactNode => (isSet ? <StatusTag tone={tone}>{say(label)}</StatusTag> : null);

/** The business works by the clock of its tenant, wherever the browser stands. */
function clocksShown(): Clocks {
  const timeZone = currentUser()?.zone ?? defaultZone;
  if (clocks?.timeZone !== timeZone)
    clocks = {
      timeZone,
      clock: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
      day: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }),
    };
  return clocks;
}
interface Clocks {
  readonly timeZone: string;
  readonly clock: Intl.DateTimeFormat;
  readonly day: Intl.DateTimeFormat;
}
let clocks: Clocks | undefined;

export function instantText(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : clocksShown().clock.format(at);
}

/** The business date, yyyy-MM-dd. */
export const today = (at: Date = new Date()): string => clocksShown().day.format(at);

/** What was not answered is not known; what was answered as nothing may mean something. */
export const wordOfNone = ({ none }: Field): string => (none === undefined ? '' : say(none));

/** A name that came with the product is said in the language of the page; so is each of several. */
export function wordOf(words: TextField['words'], value: string): string {
  if (words === undefined) return value;
  return value
    .split('、')
    .map((each) => (words[each] === undefined ? each : say(words[each])))
    .join(say(texts.between));
}

function ChoiceText({ choices, value }: { readonly choices: Choices; readonly value: string }): ReactNode {
  const found = choices[value];
  if (found === undefined) return value;
  const [zhCN, zhTW, en, tone] = found;
  const text = say([zhCN, zhTW, en]);
  return tone === undefined ? text : <StatusTag tone={tone}>{text}</StatusTag>;
}

function DictText({ dictType, value }: { readonly dictType: string; readonly value: string }): ReactNode {
  return useDictLabel(dictType, value);
}

function FileText({ accepts, value }: { readonly accepts: 'image' | 'any'; readonly value: string }): ReactNode {
  const id = fileIdIn(value);
  if (id !== undefined && value.startsWith(imagePath))
    return <Picture path={imagePath} params={{ id }} alt={say(texts.picture)} />;
  const href = /^https?:\/\//i.test(value) || value.startsWith('/') ? value : `${apiBase}/${value}`;
  if (accepts === 'image') return <img className="thumb" src={href} alt="" loading="lazy" />;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {value.split('/').at(-1)}
    </a>
  );
}
