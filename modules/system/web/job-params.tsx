import { Form } from 'antd';
import type { ReactNode } from 'react';
import type { Job } from '#platform/model/job.ts';
import { FieldInput } from '#platform/web/field/field-input.tsx';
import { say } from '#platform/web/text/language.ts';
import { allJobs, type OwnInputProps } from '#platform/web/registry/registry.ts';
import { jobTexts } from './job-texts.ts';
import './job.css';

/** One input per parameter of the chosen job; what is stored is their JSON. */
export function JobParams({ value, onChange, disabled = false }: OwnInputProps): ReactNode {
  const name: unknown = Form.useWatch('beanName');
  const job = allJobs().find((each) => each.name === name);
  if (job === undefined) return <p className="job-remark">{say(jobTexts.chooseFirst)}</p>;
  const fields = Object.entries(job.params);
  if (fields.length === 0) return <p className="job-remark">{say(jobTexts.noParams)}</p>;
  const given = readParams(value);
  return (
    <div className="job-params">
      {fields.map(([key, field]) => (
        <label key={key} data-param={key}>
          <span>{say(field.label)}</span>
          <FieldInput
            field={field}
            disabled={disabled}
            value={given[key] ?? null}
            onChange={(next) => onChange?.(JSON.stringify({ ...given, [key]: next }))}
          />
        </label>
      ))}
    </div>
  );
}

/** What a job is told when nobody says otherwise. */
export function startingParams(job: Job | undefined): string {
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(job?.params ?? {}).map(([key, field]) => [
        key,
        field.kind === 'integer' && field.default !== undefined
          ? Number.parseInt(field.default, 10)
          : (field.default ?? null),
      ]),
    ),
  );
}

function readParams(value: unknown): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(typeof value === 'string' && value !== '' ? value : '{}');
    return typeof read === 'object' && read !== null ? (read as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}
