import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { nameKeyOf, type Field } from '#platform/model/field.ts';
import { Dialog } from '#platform/web/page/dialogs.tsx';
import { Cell } from '#platform/web/cell/cell.tsx';
import { plain, textAt, type Row } from '#platform/web/value/row.ts';
import { inputLabel } from '#platform/web/value/shown.ts';
import { say } from '#platform/web/text/language.ts';
import { RefsText } from '#platform/web/field/refs-input.tsx';
import type { Choices, Difference, Side } from './merge.ts';
import { momentText } from './restored-bar.tsx';
import { texts } from './texts.ts';
import './draft.css';

interface StaleDialogProps {
  readonly what: string;
  readonly editor: string;
  readonly at: string;
  readonly differences: readonly Difference[];
  readonly onClose: (choices?: Choices) => void;
}

/**
 * Both sides of every difference; one of them is chosen, mine where I changed something. Closing it goes back to the
 * form.
 */
export function StaleDialog({ what, editor, at, differences, onClose }: StaleDialogProps): ReactNode {
  const [choices, setChoices] = useState<Choices>(() => new Map(differences.map(({ key, preset }) => [key, preset])));
  const choose = (key: string, side: Side): void => {
    setChoices((before) => new Map(before).set(key, side));
  };
  return (
    <Dialog
      centered
      width={860}
      className="stale-dialog"
      title={say(texts.staleTitle, { editor, what })}
      onCancel={() => {
        onClose();
      }}
      footer={
        <StaleFooter
          onGoOn={onClose}
          onSave={() => {
            onClose(choices);
          }}
        />
      }
    >
      <p className="stale-hint">{say(texts.staleHint, { count: differences.length })}</p>
      <AllOfOneSide
        onChoose={(side) => {
          setChoices(new Map(differences.map(({ key }) => [key, side])));
        }}
      />
      <div className="stale-scroll">
        <table className="stale-table">
          <colgroup>
            <col style={{ width: '24%' }} />
            <col />
            <col />
          </colgroup>
          <thead>
            <tr>
              <th>{say(texts.field)}</th>
              <th>{say(texts.mine)}</th>
              <th>{say(texts.theirs, { editor, time: momentText(at) })}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map((difference) => (
              <DifferenceRow
                key={difference.key}
                difference={difference}
                side={choices.get(difference.key) ?? difference.preset}
                onChoose={choose}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}

function StaleFooter({ onGoOn, onSave }: { readonly onGoOn: () => void; readonly onSave: () => void }): ReactNode {
  return (
    <div className="dialog-footer" data-dialog="stale">
      <Button
        data-verb="goOn"
        onClick={() => {
          onGoOn();
        }}
      >
        {say(texts.goOn)}
      </Button>
      <Button type="primary" data-verb="saveChosen" onClick={onSave}>
        {say(texts.saveChosen)}
      </Button>
    </div>
  );
}

function AllOfOneSide({ onChoose }: { readonly onChoose: (side: Side) => void }): ReactNode {
  return (
    <div className="stale-all">
      <Button
        size="small"
        data-verb="allMine"
        onClick={() => {
          onChoose('mine');
        }}
      >
        {say(texts.allMine)}
      </Button>
      <Button
        size="small"
        data-verb="allTheirs"
        onClick={() => {
          onChoose('theirs');
        }}
      >
        {say(texts.allTheirs)}
      </Button>
    </div>
  );
}

function DifferenceRow({
  difference,
  side,
  onChoose,
}: {
  readonly difference: Difference;
  readonly side: Side;
  readonly onChoose: (key: string, side: Side) => void;
}): ReactNode {
  const { key, field, lineNo, preset } = difference;
  const label = field === undefined ? say(texts.wholeLine, { no: lineNo }) : say(inputLabel(field[1]));
  return (
    <tr data-difference={key} data-field={field?.[0]} data-line-no={lineNo}>
      <th scope="row">
        {label}
        {field !== undefined && lineNo !== undefined && (
          <span className="stale-line">{say(texts.line, { no: lineNo })}</span>
        )}
      </th>
      {(['mine', 'theirs'] as const).map((each) => (
        <td key={each}>
          <label className="stale-side">
            <input
              type="radio"
              name={key}
              value={each}
              checked={side === each}
              onChange={() => {
                onChoose(key, each);
              }}
            />
            <span>
              <SideText difference={difference} side={each} />
              {each === 'mine' && preset === 'mine' && <span className="stale-line">{say(texts.changedByMe)}</span>}
            </span>
          </label>
        </td>
      ))}
    </tr>
  );
}

function SideText({
  difference: { field, toldBy = [], mine, theirs },
  side,
}: {
  readonly difference: Difference;
  readonly side: Side;
}): ReactNode {
  const row = side === 'mine' ? mine : theirs;
  if (field === undefined)
    return row === undefined
      ? say(texts.noSuchLine)
      : toldBy
          .map((key) => textAt(row, key))
          .filter((text) => text !== '')
          .join(' · ');
  return <FieldText name={field[0]} field={field[1]} row={row} />;
}

/** A value with the name it is known by. */
function FieldText({
  name,
  field,
  row,
}: {
  readonly name: string;
  readonly field: Field;
  readonly row: Row | undefined;
}): ReactNode {
  const value = row?.[name];
  if (value === null || value === undefined || value === '') return '–';
  if (field.kind === 'refs') return <RefsText field={field} value={Array.isArray(value) ? value.map(String) : []} />;
  // A parent comes by its id alone.
  if (field.kind === 'ref' && field.key === 'id' && textAt(row, nameKeyOf(name)) === '')
    return (
      <RefsText
        field={{ kind: 'refs', label: field.label, required: false, key: 'id', target: field.target }}
        value={[plain(value)]}
      />
    );
  const known = field.kind === 'ref' ? textAt(row, nameKeyOf(name)) : '';
  return known === '' ? (
    <Cell field={field} value={value} />
  ) : (
    <>
      {known} <span className="quiet">{plain(value)}</span>
    </>
  );
}
