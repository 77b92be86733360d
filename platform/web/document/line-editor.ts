import type { Entity } from '#platform/model/entity.ts';
import { nameKeyOf, type Field, type RefField } from '#platform/model/field.ts';
import { today } from '#platform/web/cell/cell.tsx';
import { choiceOptions } from '#platform/web/field/field-input.tsx';
import { isDecimal, typedDecimal } from '#platform/web/value/measure.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { complaintAbout } from '#platform/web/field/rules.ts';
import { dictOptions } from '#platform/web/record/use-dicts.ts';
import { lookUpAll } from '#platform/web/record/use-list.ts';
import type { Editor, Option, Reading } from '#platform/web/column/column.ts';
import { typedDate } from '#platform/web/date/date-text.ts';
import { gridTexts } from '#platform/web/grid/texts.ts';
import { say } from '#platform/web/text/language.ts';
import { entityNamed, ownLinesOf } from '#platform/web/registry/registry.ts';
import { texts } from '#platform/web/text/texts.ts';
import { chosenValues, decimalsComplaint, type LineColumn } from './lines.ts';

/** How a field of a line is written; undefined where it is only read. */
export function lineEditor({ key, field, isEditable }: LineColumn, isLead: boolean): Editor | undefined {
  if (!isEditable) return undefined;
  const startText = (row: Row): string => textAt(row, key);
  switch (field.kind) {
    case 'ref':
      return refEditor(key, field, isLead);
    case 'decimal':
      return { kind: 'number', startText, read: (text, row) => readDecimal(key, field, text, row) };
    case 'integer':
      return { kind: 'number', startText, read: (text) => readInteger(key, text) };
    case 'text':
    case 'file':
      return {
        kind: 'text',
        startText,
        read: (text) => complained(field, { [key]: text.trim() === '' ? null : text.trim() }, key),
      };
    case 'date':
      return { kind: 'date', startText, read: (text) => readDate(key, text) };
    case 'choice':
      return selectEditor(key, () => choiceOptions(field.choices));
    case 'dict':
      return selectEditor(key, () => dictOptions(field.dictType));
    case 'flag':
      return { kind: 'toggle', startText, read: (text) => readFlag(key, text, ['1', '0']) };
    case 'bool':
      return {
        kind: 'toggle',
        startText: (row) => (row[key] === true ? '1' : '0'),
        read: (text) => readFlag(key, text, [true, false]),
      };
    case 'instant':
    case 'refs':
    case 'json':
    case 'secret':
      return undefined;
  }
}

function readDecimal(key: string, field: Field, text: string, row?: Row): Reading {
  const typed = typedDecimal(text.replace(/[￥¥%]/g, ''));
  if (typed === '') return { changes: { [key]: null } };
  const beyond = row === undefined ? null : decimalsComplaint(field, { ...row, [key]: typed }, key);
  if (beyond !== null) return { changes: { [key]: typed }, complaint: beyond };
  return isDecimal(typed)
    ? complained(field, { [key]: typed }, key)
    : { changes: { [key]: text.trim() }, complaint: say(gridTexts.badNumber) };
}

function readInteger(key: string, text: string): Reading {
  const typed = typedDecimal(text);
  if (typed === '') return { changes: { [key]: null } };
  return /^-?\d{1,9}$/.test(typed)
    ? { changes: { [key]: Number.parseInt(typed, 10) } }
    : { complaint: say(gridTexts.badNumber) };
}

function readDate(key: string, text: string): Reading {
  if (text.trim() === '') return { changes: { [key]: null } };
  const day = typedDate(text, today());
  return day === null ? { complaint: say(gridTexts.badDate) } : { changes: { [key]: day } };
}

function readFlag(key: string, text: string, [on, off]: readonly [unknown, unknown]): Reading {
  const wanted = text.trim().toLowerCase();
  if (['1', 'y', 'yes', 'true', say(texts.yes).toLowerCase()].includes(wanted)) return { changes: { [key]: on } };
  return ['', '0', 'n', 'no', 'false', say(texts.no).toLowerCase()].includes(wanted)
    ? { changes: { [key]: off } }
    : { complaint: say(gridTexts.badOption) };
}

function selectEditor(key: string, options: () => readonly Option[]): Editor {
  const named = (row: Row): string =>
    options().find(({ value }) => value === textAt(row, key))?.label ?? textAt(row, key);
  return {
    kind: 'select',
    options,
    startText: named,
    read: (text) => {
      const wanted = text.trim().toLowerCase();
      if (wanted === '') return { changes: { [key]: null } };
      const found = options().find(
        ({ value, label }) => label.toLowerCase() === wanted || value.toLowerCase() === wanted,
      );
      return found === undefined ? { complaint: say(gridTexts.badOption) } : { changes: { [key]: found.value } };
    },
  };
}

/** A code or a name is typed; what it stands for is looked up while the person goes on. */
function refEditor(key: string, field: RefField, isLead: boolean): Editor | undefined {
  const entity = entityNamed(field.target().name);
  if (entity === undefined)
    return {
      kind: 'text',
      startText: (row) => textAt(row, key),
      read: (text) => ({ changes: { [key]: text.trim() === '' ? null : text.trim() } }),
    };
  const nameKey = nameKeyOf(key);
  const brought = [key, nameKey, ...Object.keys(field.copies ?? {})];
  return {
    kind: 'picker',
    startText: (row) => (isLead ? textAt(row, key) : textAt(row, nameKey) || textAt(row, key)),
    read: (text) => ({
      changes: { ...chosenValues(key, field, null), ...(text.trim() === '' ? {} : { [key]: text.trim() }) },
    }),
    copied: (row) => Object.fromEntries(brought.map((each) => [each, row[each] ?? null])),
    resolve: (typed) => resolvedRefs({ key, field, entity }, typed, isLead),
    pick: async (text) => {
      // Loaded when first opened: the picker itself has a search form with references.
      const { pick } = await import('#platform/web/picker/picker-dialog.tsx');
      const filter = /^[\w-]+$/.test(text) ? entity.codeField : entity.nameField;
      const rows = await pick(entity, { isMultiple: isLead, ...(text === '' ? {} : { filters: { [filter]: text } }) });
      return rows?.map((row) => chosenValues(key, field, row));
    },
  };
}

const mostByHand = 5;
interface RefColumn {
  readonly key: string;
  readonly field: RefField;
  readonly entity: Entity;
}
/** What each typed text stands for: first by the way of its own that the module has, then by code and name. */
async function resolvedRefs(
  { key, field, entity }: RefColumn,
  typed: readonly string[],
  isLead: boolean,
): Promise<Map<string, Reading>> {
  const noun = say(entity.label);
  const own = isLead ? await ownLinesOf(entity.name)?.() : undefined;
  const answers = (await own?.find(typed.map((text) => ({ text, trait: '', spread: '' })))) ?? [];
  const known = new Map(
    typed.flatMap((text, at): [string, Reading][] => {
      const { row, complaint, isSeveral = false } = answers[at] ?? {};
      return row !== undefined
        ? [[text, { changes: chosenValues(key, field, row) }]]
        : isSeveral && complaint !== undefined
          ? [[text, { complaint }]]
          : [];
    }),
  );
  const rest = typed.filter((text) => !known.has(text));
  // What is no whole code, barcode or name may be a part of one; that is asked only for what was typed by hand.
  const found =
    rest.length === 0 || (own !== undefined && rest.length > mostByHand)
      ? new Map<string, readonly Row[]>()
      : await lookUpAll(entity, rest);
  return new Map(
    typed.map((text): [string, Reading] => {
      const reading = known.get(text);
      if (reading !== undefined) return [text, reading];
      const [row, other] = found.get(text) ?? [];
      if (row === undefined) return [text, { complaint: say(gridTexts.noSuch, { noun }) }];
      return [
        text,
        other === undefined
          ? { changes: chosenValues(key, field, row) }
          : { complaint: say(gridTexts.severalSuch, { noun }) },
      ];
    }),
  );
}

/** What was typed stays, with what is wrong about it. */
function complained(field: Field, changes: Row, key: string): Reading {
  const complaint = complaintAbout(field, changes[key]);
  return complaint === null ? { changes } : { changes, complaint };
}
