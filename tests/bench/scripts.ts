import { hole, partOf, type Hole, type Script } from './bare.ts';
import { listAsked, shareOf } from './calls.ts';
import {
  bareSidOf,
  busyCustomers,
  listedTenants,
  materialGroups,
  orderNumber,
  writtenTenants,
  type Size,
} from './scale.ts';
import { sidOf, type Captured } from './stand.ts';

/** The statements the product was heard to send, as scripts of pgbench. */

const last = (list: readonly number[]): number => list.at(-1) ?? 0;
const listHead = `\\set t random(${listedTenants[0]}, ${last(listedTenants)})
\\set c random(${busyCustomers.first}, ${busyCustomers.first + busyCustomers.count - 1})
\\set s random(0, 1)
`;
const listHoles: readonly Hole[] = [
  { from: String(listAsked.customer), to: hole('c'), whole: true },
  { from: String(listAsked.status), to: hole('s'), whole: true },
  { from: String(listAsked.tenant), to: hole('t'), whole: true },
  { from: sidOf(listAsked.tenant), to: bareSidOf('').slice(4) + hole('t') },
];

export interface ListScripts {
  /** List and count, each a round trip of its own, no wall: the tenant is one more condition. */
  readonly plain: Script;
  /** The same in one pipeline. */
  readonly piped: Script;
  /** What the product sends: context, list and count in one pipeline, behind the wall. */
  readonly walled: Script;
  readonly columns: number;
}

/**
 * The data scope of the bench's user, for a session of pgbench that nobody opened: the scope is part of the SQL, not of
 * the wall.
 */
export const scopeSettings = [
  'app.organizations={O1,O2,O3,O4,O5,O6,O7,O8}',
  'app.storages=',
  'app.departments=',
  'app.brands=',
  'app.channels=',
  'app.own=||',
];

export async function listScripts(adminUrl: string, { writes }: Captured): Promise<ListScripts> {
  const [sent = []] = writes;
  const [context, list, count] = sent;
  if (writes.length !== 1 || sent.length !== 3 || context === undefined || list === undefined || count === undefined)
    throw new Error('the list no longer sends context, list and count in one write');
  const place = 'from app.order_order t where ';
  if (!list.text.includes(place) || !count.text.includes(place))
    throw new Error('the list statement has another shape: say where the tenant goes');
  const walled = await partOf(adminUrl, [[context, list, count]], listHoles, 'v');
  const bare = await partOf(adminUrl, [[list, count]], listHoles, 'v');
  const piped = {
    text: listHead + bare.text.replaceAll(place, `${place}t.tenant_code = :t and `),
    variables: bare.variables,
    requests: 1,
  };
  return {
    walled: { text: listHead + walled.text, variables: walled.variables, requests: 1 },
    piped,
    plain: { ...piped, text: piped.text.replace(/\\(start|end)pipeline\n/g, '') },
    columns: (/^select (.*?) from /s.exec(list.text)?.[1] ?? '').split(', ').length,
  };
}

/** A counter per client that begins anew in every run, and the client's own tenant. */
const writeHead = `\\set k :k + 1
\\set t ${writtenTenants[0]} + :client_id % ${writtenTenants.length}
`;

/** Audit and its undoing, alternating on the client's own orders, as the product is loaded. */
export async function auditScript(
  adminUrl: string,
  size: Size,
  { audit, unaudit, tenant, order }: { audit: Captured; unaudit: Captured; tenant: number; order: number },
): Promise<Script> {
  const number = String(orderNumber(tenant, order));
  const holes = (captured: Captured, key: string): Hole[] => [
    { from: number, to: hole('n') },
    { from: String(tenant), to: hole('t'), whole: true },
    { from: sidOf(tenant), to: bareSidOf('').slice(4) + hole('t') },
    { from: key, to: `${key}-${hole('n')}-${hole('k')}`, whole: true },
    // What the posting is called must differ each time; the product counts it up on the order.
    {
      from: `"op_seq":${/"op_seq":(\d+)/.exec(JSON.stringify(captured.writes).replaceAll('\\', ''))?.[1] ?? ''}`,
      to: `"op_seq":${hole('k')}`,
    },
    { from: `M${materialGroups.first + (order % materialGroups.count)}`, to: `M${hole('m')}` },
  ];
  const first = await partOf(adminUrl, audit.writes, holes(audit, auditKey), 'a');
  const second = await partOf(adminUrl, unaudit.writes, holes(unaudit, unauditKey), 'u');
  const share = shareOf(size);
  return {
    text: `${writeHead}\\set i random(1, ${share})
\\set o ${Math.floor(size.orders / 2)} + :client_id * ${share} + :i
\\set n :t * 100000000 + :o
\\set m ${materialGroups.first} + :o % ${materialGroups.count}
${first.text}${second.text}`,
    variables: { ...first.variables, ...second.variables },
    requests: 2,
  };
}

export const auditKey = 'bench-audit-key';
export const unauditKey = 'bench-unaudit-key';
export const saveKey = 'bench-save-key';

interface SavedReply {
  readonly id: string;
  readonly data: { readonly lines: readonly { readonly id: string }[] };
}

export async function saveScript(
  adminUrl: string,
  { save, tenant, customer, group }: { save: Captured; tenant: number; customer: number; group: number },
): Promise<Script> {
  const {
    id,
    data: { lines },
  } = save.reply.data as SavedReply;
  const made = await partOf(
    adminUrl,
    save.writes,
    [
      { from: id, to: `01900000-0000-7000-8000-${hole('n')}` },
      ...lines.map((line, i) => ({
        from: line.id,
        to: `01900000-0000-7000-9${String(i).padStart(3, '0')}-${hole('n')}`,
      })),
      { from: String(tenant), to: hole('t'), whole: true },
      { from: sidOf(tenant), to: bareSidOf('').slice(4) + hole('t') },
      { from: saveKey, to: `${saveKey}-${hole('n')}`, whole: true },
      { from: String(customer), to: hole('c') },
      ...[0, 1, 2, 3].map((i) => ({ from: `M${group + i}`, to: `M${hole(`m${i}`)}` })),
    ],
    's',
  );
  return {
    text: `${writeHead}\\set n 100000000000 + (:client_id + 1) * 10000000000 + :k
\\set c random(${busyCustomers.first}, ${busyCustomers.first + busyCustomers.count - 1})
\\set m0 random(${materialGroups.first}, ${materialGroups.first + materialGroups.count - 4})
\\set m1 :m0 + 1
\\set m2 :m0 + 2
\\set m3 :m0 + 3
${made.text}`,
    variables: made.variables,
    requests: 1,
  };
}
