import { Alert, Button, Checkbox, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Entity } from '#platform/model/entity.ts';
import { importFieldsOf, type ImportField, type ImportState } from '#platform/model/import.ts';
import { instantText } from '#platform/web/cell/cell.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts as common } from '#platform/web/text/texts.ts';
import { texts } from './texts.ts';
import { missingFields } from './use-import.ts';

interface ColumnStepProps {
  readonly noun: Entity;
  readonly state: ImportState;
  readonly isUpdate: boolean;
  readonly onCancel: () => void;
  readonly onGo: (columns: readonly (string | null)[], isUpdate: boolean) => void;
}

/** Which column of the file is what. What the titles did not tell a person says. */
export function ColumnStep({ noun, state, isUpdate: wasUpdate, onCancel, onGo }: ColumnStepProps): ReactNode {
  const [keys, setKeys] = useState<Keys>(state.columns.map(({ key }) => key));
  const [isUpdate, setUpdate] = useState(wasUpdate);
  const missing = missingFields(noun, keys, isUpdate);
  return (
    <div className="import-columns">
      <ColumnWarnings state={state} missing={missing} />
      <p className="import-file">
        <strong>{state.fileName}</strong>
      </p>
      <div className="import-scroll">
        <ColumnTable noun={noun} state={state} keys={keys} onKeys={setKeys} />
      </div>
      <div data-dialog="import" className="dialog-footer import-footer">
        {noun.unique.length > 0 && (
          <Checkbox
            checked={isUpdate}
            onChange={({ target }) => {
              setUpdate(target.checked);
            }}
          >
            {say(texts.update)} <span className="quiet">{say(texts.updateHint)}</span>
          </Checkbox>
        )}
        <span className="push-right" />
        <Button onClick={onCancel}>{say(common.cancel)}</Button>
        <Button
          type="primary"
          data-verb="stage"
          disabled={missing.length > 0}
          onClick={() => {
            onGo(keys, isUpdate);
          }}
        >
          {say(texts.check)}
        </Button>
      </div>
    </div>
  );
}

type Keys = readonly (string | null)[];
interface ColumnTableProps {
  readonly noun: Entity;
  readonly state: ImportState;
  readonly keys: Keys;
  readonly onKeys: (keys: Keys) => void;
}
function ColumnTable({ noun, state, keys, onKeys }: ColumnTableProps): ReactNode {
  const options = importFieldsOf(noun).map(({ key, label, required }) => ({
    value: key,
    label: `${say(label)}${required ? ' *' : ''}`,
  }));
  // One field has one column: choosing it here takes it away there.
  const choose = (at: number, key: string | null): void => {
    onKeys(keys.map((each, where) => (where === at ? key : each === key ? null : each)));
  };
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th>{say(texts.fileColumn)}</th>
          <th>{say(texts.sample)}</th>
          <th>{say(texts.field)}</th>
        </tr>
      </thead>
      <tbody>
        {state.columns.map((column, at) => (
          // Two columns may have the same title: a column is known by its place.
          <ColumnRow
            key={at}
            column={column}
            options={options}
            chosen={keys[at] ?? null}
            onChoose={(key) => {
              choose(at, key);
            }}
          />
        ))}
      </tbody>
    </table>
  );
}

interface ColumnWarningsProps {
  readonly state: ImportState;
  readonly missing: readonly ImportField[];
}
function ColumnWarnings({ state: { earlier }, missing }: ColumnWarningsProps): ReactNode {
  return (
    <>
      {earlier !== null && (
        <Alert
          type="warning"
          showIcon
          data-testid="import-earlier"
          title={say(texts.earlier, {
            who: earlier.creatorName,
            when: instantText(earlier.createDate),
            count: earlier.successCount,
          })}
        />
      )}
      {missing.length > 0 && (
        <Alert
          type="warning"
          showIcon
          data-testid="import-missing"
          title={say(texts.missing, { fields: missing.map(({ label }) => say(label)).join('、') })}
        />
      )}
    </>
  );
}

interface ColumnRowProps {
  readonly column: ImportState['columns'][number];
  readonly options: { value: string; label: string }[];
  readonly chosen: string | null;
  readonly onChoose: (key: string | null) => void;
}
function ColumnRow({ column: { title, sample }, options, chosen, onChoose }: ColumnRowProps): ReactNode {
  return (
    <tr data-import-column={title}>
      <td>{title}</td>
      <td className="quiet import-sample">{sample.filter((text) => text !== '').join(' · ')}</td>
      <td>
        <Select
          className="full"
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={say(texts.ignored)}
          aria-label={`${say(texts.field)} ${title}`}
          options={options}
          {...(chosen === null ? {} : { value: chosen })}
          onChange={(key?: string) => {
            onChoose(key ?? null);
          }}
        />
      </td>
    </tr>
  );
}
