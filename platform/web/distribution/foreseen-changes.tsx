import { RightOutlined } from '@ant-design/icons';
import { Alert, Tag } from 'antd';
import { useState, type ReactNode } from 'react';
import { Changes, type ChangeSet } from '#platform/web/history/changes.tsx';
import '#platform/web/history/history.css';
import { say } from '#platform/web/text/language.ts';
import { entityNamed } from '#platform/web/registry/registry.ts';
import { results, resultTexts, tones, type Result } from './result.ts';
import { distributionTexts } from './texts.ts';

/** What handing down would do in one tenant, as the server found out by doing it and taking it back. */
export interface Preview {
  readonly tenantCode: string;
  readonly tenantName: string;
  readonly counts: Readonly<Record<Result, number>>;
  readonly lines: readonly Foreseen[];
  readonly more: number;
}
interface Foreseen {
  readonly noun: string;
  readonly nounName: string;
  readonly code: string;
  readonly name: string | null;
  readonly result: Result;
  readonly msg: string | null;
  readonly isAlong: boolean;
  readonly changes?: ChangeSet;
}

export function ForeseenChanges({ previews }: { readonly previews: readonly Preview[] }): ReactNode {
  const isNothing = previews.every(
    ({ counts }) => counts.unchanged === results.reduce((sum, result) => sum + counts[result], 0),
  );
  return (
    <div data-testid="foreseen">
      <Alert type="info" showIcon title={say(isNothing ? distributionTexts.nothing : distributionTexts.foreseen)} />
      <div className="distribute-tenants">
        {previews.map((preview, at) => (
          <TenantChanges key={preview.tenantCode} preview={preview} isFirst={at === 0} />
        ))}
      </div>
    </div>
  );
}

/** The first tenant is open; the others show their counts until somebody wants more. */
function TenantChanges({ preview, isFirst }: { readonly preview: Preview; readonly isFirst: boolean }): ReactNode {
  const { tenantCode, lines, more } = preview;
  const [isOpen, setOpen] = useState(isFirst);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string): void => {
    setOpened(new Set(opened.has(key) ? [...opened].filter((each) => each !== key) : [...opened, key]));
  };
  return (
    <section className="distribute-preview" data-tenant={tenantCode}>
      <TenantHead preview={preview} isOpen={isOpen} onOpen={setOpen} />
      {isOpen && lines.length > 0 && (
        <table className="plain-table">
          <tbody>
            {lines.map((line) => (
              <ForeseenLine
                key={keyOf(line)}
                line={line}
                isOpen={opened.has(keyOf(line))}
                onToggle={() => {
                  toggle(keyOf(line));
                }}
              />
            ))}
          </tbody>
        </table>
      )}
      {isOpen && more > 0 && <p className="quiet distribute-rest">{say(distributionTexts.more, { count: more })}</p>}
    </section>
  );
}

const keyOf = ({ noun, code }: Foreseen): string => `${noun} ${code}`;
const resultText = (result: Result): string =>
  say(result === 'failed' ? distributionTexts.refused : resultTexts[result]);

interface TenantHeadProps {
  readonly preview: Preview;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}
function TenantHead({ preview, isOpen, onOpen }: TenantHeadProps): ReactNode {
  const { tenantCode, tenantName, counts, lines } = preview;
  return (
    <button
      type="button"
      className="distribute-head"
      aria-expanded={isOpen}
      disabled={lines.length === 0}
      onClick={() => {
        onOpen(!isOpen);
      }}
    >
      <RightOutlined className={isOpen && lines.length > 0 ? 'is-open' : ''} />
      <span className="distribute-name">
        {tenantName} <span className="quiet">{tenantCode}</span>
      </span>
      <span className="distribute-counts">
        {results.map((result) => (
          <Tag key={result} color={counts[result] === 0 ? 'default' : tones[result]} data-count={result}>
            {resultText(result)} {counts[result]}
          </Tag>
        ))}
      </span>
    </button>
  );
}

interface ForeseenLineProps {
  readonly line: Foreseen;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}
function ForeseenLine({ line, isOpen, onToggle }: ForeseenLineProps): ReactNode {
  const { noun, nounName, code, name, result, msg, isAlong, changes } = line;
  const entity = entityNamed(noun);
  return (
    <>
      <tr data-result={result} data-record={keyOf(line)}>
        <td>
          <span className="quiet">{nounName}</span> {code} {name}
        </td>
        <td className="distribute-tags">
          <Tag color={tones[result]}>{resultText(result)}</Tag>
          {isAlong && <Tag>{say(distributionTexts.along)}</Tag>}
        </td>
        <td>
          {msg}
          {changes !== undefined && (
            <button
              type="button"
              className="distribute-more"
              aria-expanded={isOpen}
              data-verb="difference"
              onClick={onToggle}
            >
              {say(distributionTexts.fields, { count: Object.keys(changes).length })}{' '}
              <RightOutlined className={isOpen ? 'is-open' : ''} />
            </button>
          )}
        </td>
      </tr>
      {changes !== undefined && entity !== undefined && isOpen && (
        <tr className="distribute-difference">
          <td colSpan={3}>
            <Changes noun={entity} changes={changes} />
          </td>
        </tr>
      )}
    </>
  );
}
