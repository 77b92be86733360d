import { Form, Select } from 'antd';
import type { ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { allJobs, type OwnInputProps } from '#platform/web/registry/registry.ts';
import { startingParams } from './job-params.tsx';
import { jobTexts } from './job-texts.ts';
import './job.css';

/** The registry as a list: nobody types the name of a job. Another job starts with its own parameters. */
export function JobInput({ id, value, onChange, disabled = false }: OwnInputProps): ReactNode {
  const form = Form.useFormInstance<Record<string, unknown>>();
  const jobs = allJobs();
  const chosen = jobs.find(({ name }) => name === value);
  return (
    <>
      <Select
        {...(id === undefined ? {} : { id })}
        className="full"
        disabled={disabled}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={say(jobTexts.chooseJob)}
        value={typeof value === 'string' && value !== '' ? value : null}
        options={jobs.map(({ name, label }) => ({ value: name, label: say(label) }))}
        onChange={(next: string | null) => {
          onChange?.(next);
          form.setFieldValue('params', startingParams(jobs.find(({ name }) => name === next)));
        }}
      />
      {chosen !== undefined && (
        <p className="job-remark">
          {say(chosen.remark)}
          {chosen.isPerTenant && <> · {say(jobTexts.perTenant)}</>}
        </p>
      )}
    </>
  );
}
