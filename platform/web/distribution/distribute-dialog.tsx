import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Empty, Skeleton, Tag } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import type { Entity } from '#platform/model/entity.ts';
import { actionLabels } from '#platform/model/permission.ts';
import { get, post } from '#platform/web/api/client.ts';
import { note } from '#platform/web/api/log.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { ForeseenChanges, type Preview } from './foreseen-changes.tsx';
import { resultTexts, tones, type Result } from './result.ts';
import { distributionTexts } from './texts.ts';
import './distribution.css';

interface Below {
  readonly tenantCode: string;
  readonly tenantName: string;
  readonly status: string;
  readonly depth: number;
}
interface Arrival {
  readonly code: string;
  readonly tenantCode: string;
  readonly pushStatus: string;
}
interface Handed {
  readonly tenantCode: string;
  readonly tenantName: string;
  readonly noun: string;
  readonly nounName: string;
  readonly code: string;
  readonly result: Result;
  readonly msg: string | null;
}

/** Master data, or a document that is known by its number. */
type Distributed = Pick<Entity, 'label' | 'path'> & Partial<Pick<Entity, 'codeField'>>;

/** Where each of the records is already is told for so many; the question goes in an address. */
const mostAsked = 200;
const mostShown = 500;

/**
 * Asks which tenants below get the chosen records, shows what that would change, hands them down and shows what became
 * of each. False when nothing was handed down.
 */
export async function distribute(entity: Distributed, rows: readonly Row[]): Promise<boolean> {
  return (
    (await openDialog<boolean>((close) => (
      <DistributeDialog
        entity={entity}
        codes={rows.map((row) => textAt(row, entity.codeField ?? 'code'))}
        onClose={close}
      />
    ))) === true
  );
}

interface DistributeDialogProps {
  readonly entity: Distributed;
  readonly codes: readonly string[];
  readonly onClose: (isDone?: boolean) => void;
}

function DistributeDialog({ entity, codes, onClose }: DistributeDialogProps): ReactNode {
  const owner = useId();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const tenants = useQuery({
    queryKey: ['below', owner],
    queryFn: () => get<readonly Below[]>('/sys/tenant/list/power', { powerFlag: '1' }, { isSilent: true }),
    gcTime: 0,
  });
  const arrivals = useQuery({
    queryKey: ['arrivals', owner],
    queryFn: () => get<readonly Arrival[]>(`${entity.path}/pushDown`, { codes: codes.join(',') }, { isSilent: true }),
    gcTime: 0,
    enabled: codes.length <= mostAsked,
  });
  const handing = useHanding(entity, codes, chosen);
  const { failure, foreseen, handed } = handing;
  const leave = (): void => {
    onClose(handed !== null);
  };
  const problem = failure ?? (tenants.isError ? tenants.error.message : null);
  return (
    <Dialog
      centered
      width={760}
      className="distribute-dialog"
      title={say(distributionTexts.title, { noun: say(entity.label), count: codes.length })}
      onCancel={leave}
      footer={
        <div data-dialog="pushdown" className="dialog-footer">
          <Button onClick={leave}>{say(handed === null ? texts.cancel : distributionTexts.close)}</Button>
          {handed === null && <HandingButtons handing={handing} hasChosen={chosen.size > 0} />}
        </div>
      }
    >
      {problem !== null && <Alert type="error" showIcon title={problem} />}
      {handed !== null && <Outcome handed={handed} />}
      {handed === null && foreseen !== null && <ForeseenChanges previews={foreseen} />}
      {handed === null && foreseen === null && tenants.data === undefined && problem === null && (
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      )}
      {handed === null && foreseen === null && tenants.data !== undefined && (
        <>
          <p className="quiet">{say(distributionTexts.hint)}</p>
          <Receivers
            tenants={tenants.data}
            arrivals={arrivals.data}
            total={codes.length}
            chosen={chosen}
            onChoose={setChosen}
          />
        </>
      )}
    </Dialog>
  );
}

/** First what handing down would change, then the handing down. */
interface Handing {
  readonly isBusy: boolean;
  readonly failure: string | null;
  readonly foreseen: readonly Preview[] | null;
  readonly handed: readonly Handed[] | null;
  readonly foresee: () => Promise<void>;
  readonly goBack: () => void;
  readonly perform: () => Promise<void>;
}
function useHanding(entity: Distributed, codes: readonly string[], chosen: ReadonlySet<string>): Handing {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [foreseen, setForeseen] = useState<readonly Preview[] | null>(null);
  const [handed, setHanded] = useState<readonly Handed[] | null>(null);
  const asked = { tenantCodeArrays: [...chosen], codes };
  const ask = async (step: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await step();
      setFailure(null);
    } catch (error) {
      note(`${entity.path}/pushDown`, error);
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    failure,
    foreseen,
    handed,
    foresee: () =>
      ask(async () => {
        setForeseen(await post<readonly Preview[]>(`${entity.path}/pushDown?preview=1`, asked, { isSilent: true }));
      }),
    goBack: () => {
      setForeseen(null);
    },
    perform: () =>
      ask(async () => {
        setHanded(await post<readonly Handed[]>(`${entity.path}/pushDown`, asked, { isSilent: true }));
      }),
  };
}

interface HandingButtonsProps {
  readonly handing: Handing;
  readonly hasChosen: boolean;
}
function HandingButtons({ handing, hasChosen }: HandingButtonsProps): ReactNode {
  const { isBusy, foreseen, foresee, goBack, perform } = handing;
  if (foreseen === null)
    return (
      <Button
        key="preview"
        type="primary"
        data-verb="preview"
        loading={isBusy}
        disabled={!hasChosen}
        onClick={() => void foresee()}
      >
        {say(distributionTexts.preview)}
      </Button>
    );
  return (
    <>
      <Button data-verb="back" disabled={isBusy} onClick={goBack}>
        {say(distributionTexts.back)}
      </Button>
      <Button key="confirm" type="primary" data-verb="confirm" loading={isBusy} onClick={() => void perform()}>
        {say(actionLabels['pushdown'] ?? texts.confirm)}
      </Button>
    </>
  );
}

interface ReceiversProps {
  readonly tenants: readonly Below[];
  readonly arrivals: readonly Arrival[] | undefined;
  readonly total: number;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (next: ReadonlySet<string>) => void;
}
/** The tenants below, as a tree; those that are disabled cannot be chosen. */
function Receivers({ tenants, arrivals, total, chosen, onChoose }: ReceiversProps): ReactNode {
  const open = tenants.filter(({ status }) => status === '1').map(({ tenantCode }) => tenantCode);
  const least = Math.min(...tenants.map(({ depth }) => depth));
  const toggle = (code: string, isOn: boolean): void => {
    onChoose(new Set(isOn ? [...chosen, code] : [...chosen].filter((each) => each !== code)));
  };
  if (tenants.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(distributionTexts.none)} />;
  return (
    <div className="distribute-tenants">
      <table className="plain-table">
        <thead>
          <tr>
            <th>
              <Checkbox
                checked={chosen.size === open.length && open.length > 0}
                indeterminate={chosen.size > 0 && chosen.size < open.length}
                onChange={({ target }) => {
                  onChoose(new Set(target.checked ? open : []));
                }}
              >
                {say(distributionTexts.tenant)}
              </Checkbox>
            </th>
            <th className="number">{say(distributionTexts.arrived)}</th>
          </tr>
        </thead>
        <tbody>
          {tenants.map(({ tenantCode, tenantName, status, depth }) => (
            <tr key={tenantCode} data-tenant={tenantCode}>
              <td style={{ paddingInlineStart: 10 + (depth - least) * 20 }}>
                <Checkbox
                  checked={chosen.has(tenantCode)}
                  disabled={status !== '1'}
                  onChange={({ target }) => {
                    toggle(tenantCode, target.checked);
                  }}
                >
                  {tenantName} <span className="quiet">{tenantCode}</span>
                </Checkbox>
                {status !== '1' && <Tag>{say(distributionTexts.resting)}</Tag>}
              </td>
              <td className="number">
                {arrivals === undefined
                  ? '–'
                  : arrivals.filter((each) => each.tenantCode === tenantCode && each.pushStatus === '4').length}{' '}
                / {total}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What was asked for and what went along with it, tenant by tenant. */
function Outcome({ handed }: { readonly handed: readonly Handed[] }): ReactNode {
  const count = (result: Result): number => handed.filter((line) => line.result === result).length;
  const [isFailuresOnly, setFailuresOnly] = useState(false);
  const chosen = isFailuresOnly ? handed.filter(({ result }) => result === 'failed') : handed;
  const shown = chosen.slice(0, mostShown);
  return (
    <div data-testid="handed">
      <p>
        {say(distributionTexts.summary, {
          done: count('done'),
          updated: count('updated'),
          unchanged: count('unchanged'),
          failed: count('failed'),
        })}
        {count('failed') > 0 && (
          <Checkbox
            className="distribute-failures"
            checked={isFailuresOnly}
            onChange={({ target }) => {
              setFailuresOnly(target.checked);
            }}
          >
            {say(distributionTexts.failures)}
          </Checkbox>
        )}
      </p>
      <div className="distribute-tenants">
        <table className="plain-table">
          <thead>
            <tr>
              {(['tenant', 'record', 'result', 'why'] as const).map((key) => (
                <th key={key}>{say(distributionTexts[key])}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ tenantCode, tenantName, noun, nounName, code, result, msg }) => (
              <tr key={`${tenantCode} ${noun} ${code}`} data-result={result}>
                <td>{tenantName}</td>
                <td>
                  <span className="quiet">{nounName}</span> {code}
                </td>
                <td>
                  <Tag color={tones[result]}>{say(resultTexts[result])}</Tag>
                </td>
                <td>{msg}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {chosen.length > shown.length && (
          <p className="quiet">{say(distributionTexts.more, { count: chosen.length - shown.length })}</p>
        )}
      </div>
    </div>
  );
}
