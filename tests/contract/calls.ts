import { models } from '#apps/api/modules.ts';
import { composeRoutes } from '#apps/api/compose.ts';
import { callName, writesDone } from './evidence.ts';
import { contractFile, type ContractCall } from './shared.ts';
import type { Session, Subject } from './subject.ts';

export interface CallCoverage {
  readonly live: number;
  readonly total: number;
  /** `GET /path`, with what is wrong when the route exists. */
  readonly missing: readonly string[];
  readonly exceptions: readonly { readonly call: string; readonly reason: string }[];
}

/**
 * A call counts when its route exists, refuses anonymous with 401 and answers without a fault to a user with the
 * permission. A read must answer code 0 here; a write must have succeeded once in a test of this commit.
 */
export async function coverCalls(subject: Subject): Promise<CallCoverage> {
  const { explicit, decidedSession, decidedSiblings } = contractFile('endpoints.json');
  const all = [
    ...new Map([...explicit, ...decidedSession, ...decidedSiblings].map((call) => [nameOf(call), call])).values(),
  ];
  const exceptions = all.flatMap((call) => {
    const reason =
      call.absent === true
        ? (call.absentReason ?? 'absent')
        : call.template === true
          ? 'template: the calling screen supplies the path'
          : null;
    return reason === null ? [] : [{ call: nameOf(call), reason }];
  });
  const wanted = all.filter((call) => call.absent !== true && call.template !== true);
  const served = new Set(composeRoutes(null).map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`));
  const done = writesDone();
  const missing: string[] = [];
  for (const call of wanted) {
    const isUnseen = !isRead(call) && !done.has(callName(call.method, call.path));
    const complaint = !served.has(nameOf(call))
      ? 'no route'
      : isUnseen
        ? 'no test of this commit has seen it succeed'
        : await complaintAbout(call, subject);
    if (complaint !== null) missing.push(complaint === 'no route' ? nameOf(call) : `${nameOf(call)} (${complaint})`);
  }
  return { live: wanted.length - missing.length, total: wanted.length, missing, exceptions };
}

const nameOf = ({ method, path }: ContractCall): string => `${method} ${path}`;
const noId = '00000000-0000-4000-8000-000000000000';
// A GET by its spelling alone: it brings documents in, and asks another system for them.
const isRead = ({ method, path, op = '' }: ContractCall): boolean =>
  (method === 'GET' && path !== '/exchange/download/downloadBill') ||
  ['page', 'list', 'export', 'exportPost'].includes(op) ||
  /\/(page|exportMain)$/.test(path);

async function complaintAbout(call: ContractCall, subject: Subject): Promise<string | null> {
  const { method, path, permission } = call;
  if (permission === 'public') {
    const code = await send(subject.url, method, path, call, null);
    return isRead(call) ? zero(code) : faultless(code);
  }
  const anonymous = await send(subject.url, method, path.replace('{id}', noId), call, null);
  if (anonymous !== 401) return `anonymous gets ${anonymous}`;
  let complaint: string | null = null;
  for (const session of subject.sessions) {
    // These end the session that makes them.
    const caller = path === '/logout' || path === '/sys/user/switchTenant' ? await subject.spare(session) : session;
    const target = path.includes('{id}')
      ? path.replace('{id}', isRead(call) ? await someId(subject.url, path, caller) : noId)
      : path;
    const code = await send(subject.url, method, target, call, caller);
    complaint = isRead(call) ? zero(code) : faultless(code);
    if (complaint === null) return null;
  }
  return complaint;
}

const zero = (code: number): string | null => (code === 0 ? null : `answers ${code}`);
const faultless = (code: number): string | null =>
  code === 500 || code === 401 || code === 403 || code === 10001 || code < 0 ? `answers ${code}` : null;

/** The code of the envelope; 0 for a file; minus the status for anything else. */
async function send(
  url: string,
  method: string,
  path: string,
  call: ContractCall,
  session: Session | null,
): Promise<number> {
  const query = new URLSearchParams(
    Object.fromEntries([
      ...(call.query ?? [])
        .filter(({ required }) => required === true)
        .map(({ name }): [string, string] => [name, sampleOf(name)]),
      ...(isRead(call) ? [['page', '1'], ['limit', '1'], ...(path.endsWith('/export') ? [['code', 'none']] : [])] : []),
    ]),
  );
  const body = bodyFor(call, session);
  const reply = await fetch(`${url}/api${path}${query.size > 0 ? `?${query.toString()}` : ''}`, {
    method,
    headers: {
      ...(session === null ? {} : { token: session.token, tenant_code: session.tenantCode }),
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    body: body === null ? null : JSON.stringify(body),
  });
  if (String(reply.headers.get('content-type')).includes('json'))
    return ((await reply.json()) as { code: number }).code;
  await reply.body?.cancel();
  return reply.status === 200 ? 0 : -reply.status;
}

/** Nothing that a write could succeed with: the demo stays as it is. */
function bodyFor(call: ContractCall, session: Session | null): unknown {
  if (call.method === 'GET') return null;
  if (isRead(call)) return { page: 1, limit: 1, code: call.op === 'exportPost' ? 'none' : undefined };
  if (call.path === '/sys/user/switchTenant') return { tenantCode: session?.tenantCode };
  if (call.method === 'DELETE') return call.path.includes('{id}') ? null : [noId];
  return call.method === 'PUT' && call.op !== 'update' && call.op !== undefined ? [noId] : {};
}

const sampleOf = (name: string): string =>
  name === 'uuid' ? noId : name === 'dictTypeId' ? '1001' : /Flag$|^type$/.test(name) ? '0' : '1';

/** A record that the caller can see, found through the list of its noun. */
async function someId(url: string, path: string, { token }: Session): Promise<string> {
  const noun = models
    .flatMap((module) => [...module.entities, ...module.documents])
    .find((each) => path === `${each.path}/{id}`);
  if (noun === undefined) return noId;
  const list =
    noun.list.path ?? `${noun.path}${noun.kind === 'document' || noun.calls.includes('page') ? '/page' : '/list'}`;
  const { code, data } = (await (await fetch(`${url}/api${list}?page=1&limit=1`, { headers: { token } })).json()) as {
    code: number;
    data: { id: string }[] | { list: { id: string }[] };
  };
  return code === 0 ? (('list' in data ? data.list : data)[0]?.id ?? noId) : noId;
}
