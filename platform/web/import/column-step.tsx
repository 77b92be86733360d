import { Alert, Button, Checkbox, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Entity } from '#platform/model/entity.ts';
import { importFieldsOf, type ImportState } from '#platform/model/import.ts';
import { instantText } from '#platform/web/entity/cell.tsx';
import { say } from '#platform/web/language.ts';
import { texts as common } from '#platform/web/texts.ts';
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
  const [keys, setKeys] = useState<readonly (string | null)[]>(state.columns.map(({ key }) => key));
  const [isUpdate, setUpdate] = useState(wasUpdate);
  const missing = missingFields(noun, keys, isUpdate);
  const options = importFieldsOf(noun).map(({ key, label, required }) => ({
    value: key,
    label: `${say(label)}${required ? ' *' : ''}`,
  }));
  // One field has one column: choosing it here takes it away there.
  const choose = (at: number, key: string | null): void => {
    setKeys(keys.map((each, where) => (where === at ? key : each === key ? null : each)));
  };
  return (
    <div className="import-columns">
      {state.earlier !== null && (
        <Alert
          type="warning"
          showIcon
          data-testid="import-earlier"
          title={say(texts.earlier, {
            who: state.earlier.creatorName,
            when: instantText(state.earlier.createDate),
            count: state.earlier.successCount,
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
      <p className="import-file">
        <strong>{state.fileName}</strong>
      </p>
      <div className="import-scroll">
        <table className="plain-table">
          <thead>
            <tr>
              <th>{say(texts.fileColumn)}</th>
              <th>{say(texts.sample)}</th>
              <th>{say(texts.field)}</th>
            </tr>
          </thead>
          <tbody>
            {state.columns.map(({ title, sample }, at) => (
              // Two columns may have the same title: a column is known by its place.
              <tr key={at} data-import-column={title}>
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
                    {...(keys[at] == null ? {} : { value: keys[at] })}
                    onChange={(key?: string) => {
                      choose(at, key ?? null);
                    }}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
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
