import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useDeferredValue, type ReactNode } from 'react';
import { get } from '#platform/web/api/client.ts';
import { instantText } from '#platform/web/cell/cell.tsx';
import { say } from '#platform/web/text/language.ts';
import type { OwnInputProps } from '#platform/web/registry/registry.ts';
import { jobTexts } from './job-texts.ts';
import './job.css';

interface Preview {
  readonly zone: string;
  readonly runs: readonly string[];
}

/** The expression and, as soon as it is one, when it will be due. The server reads it, as it will when it plans. */
export function CronInput({ id, value, onChange, disabled = false }: OwnInputProps): ReactNode {
  const text = typeof value === 'string' ? value : '';
  const cron = useDeferredValue(text.trim());
  const { data, error } = useQuery({
    queryKey: ['cron', cron],
    queryFn: () => get<Preview>('/sys/schedule/preview', { cron }, { isSilent: true }),
    enabled: cron !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <>
      <Input
        {...(id === undefined ? {} : { id })}
        className="cron-text"
        value={text}
        maxLength={100}
        disabled={disabled}
        spellCheck={false}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <div className="cron-preview" aria-live="polite">
        {cron === '' && <p className="job-remark">{say(jobTexts.cronHelp)}</p>}
        {cron !== '' && error !== null && <p className="job-remark job-wrong">{error.message}</p>}
        {cron !== '' && error === null && data !== undefined && (
          <>
            <p className="job-remark">{say(jobTexts.nextRuns, { zone: data.zone })}</p>
            <ol>
              {data.runs.map((run) => (
                <li key={run}>
                  <time dateTime={run}>{instantText(run)}</time>
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
    </>
  );
}
