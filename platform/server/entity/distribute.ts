import { z } from 'zod';
import { handedKeys, wholeOf } from '#platform/model/distribution.ts';
import { classesIn, type Entity, type RowOf } from '#platform/model/entity.ts';
import { camelCase, snakeCase } from '#platform/model/envelope.ts';
import { textOf, type Label } from '#platform/model/label.ts';
import type { Module } from '#platform/model/module.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, reasons, tooMany, type Place } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement, type RowOf as Answered, type Statement } from '#platform/server/db/statement.ts';
import { stored, tableOf } from '#platform/server/db/shape.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { recordsBy } from '#platform/server/list/list.ts';

/** What a record of a noun takes with it when it is handed down, as the database keeps it. */
export interface Distributable {
  readonly noun: string;
  readonly table: string;
  readonly codeColumn: string;
  readonly isTree: boolean;
  /** Written over whenever it is handed down again: the receiver does not change these. */
  readonly columns: readonly string[];
  /** Set when the copy is made and the receiver's own from then on. */
  readonly firstColumns: readonly string[];
}

/** One line of the answer; `done` made a copy, `updated` brought one up to date. */
export interface Handed {
  readonly tenantCode: string;
  readonly tenantName: string;
  readonly noun: string;
  readonly nounName: string;
  readonly code: string;
  readonly result: 'done' | 'updated' | 'unchanged' | 'failed';
  readonly msg: string | null;
}

type Counts = Readonly<Record<Handed['result'], number>>;
/** What a record would become in a tenant: `changes` is field to before and after. */
export interface Foreseen extends Omit<Handed, 'tenantCode' | 'tenantName'> {
  readonly name: string | null;
  /** Not chosen: it goes along because something chosen refers to it. */
  readonly isAlong: boolean;
  readonly changes?: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}
/**
 * What would happen in one tenant. Records that stay as they are are only counted; `more` are those beyond the lines
 * that are told.
 */
export interface Preview {
  readonly tenantCode: string;
  readonly tenantName: string;
  readonly counts: Counts;
  readonly lines: readonly Foreseen[];
  readonly more: number;
}

const maxCodes = 2000;
const maxTenants = 100;
/** Records in one call of the database, which may not take longer than any other statement. */
const stride = 250;
/**
 * Lines of a preview over all tenants, and at least so many of each; a person reads no more, and a browser draws no
 * more.
 */
const mostLines = 600;
const leastLines = 20;
const mostText = 200;

const causes: Readonly<Record<string, Label>> = {
  own: [
    '下级租户已有自建的同编码记录',
    '下級租戶已有自建的同編碼記錄',
    'The tenant has a record of its own with this code',
  ],
  other: ['该记录由其他租户下发', '該記錄由其他租戶下發', 'The record came from another tenant'],
  reference: [
    '引用的记录在下级租户中不存在',
    '引用的記錄在下級租戶中不存在',
    'A record it refers to is missing in the tenant',
  ],
  conflict: ['与下级租户的数据冲突', '與下級租戶的資料衝突', 'It conflicts with data of the tenant'],
};
const targets: Label = ['下级租户', '下級租戶', 'Tenants'];
const records: Label = ['编码', '編碼', 'Code'];

const entitiesOf = (models: readonly Module[]): readonly Entity[] => models.flatMap((model) => model.entities);

/** For the installation, which writes it where only the door of distribution reads it. */
export function distributablesOf(models: readonly Module[]): readonly Distributable[] {
  return entitiesOf(models)
    .filter((entity) => entity.distributed === true)
    .map((entity) => ({
      noun: entity.name,
      table: tableOf(entity),
      codeColumn: snakeCase(entity.codeField),
      isTree: entity.tree,
      columns: handedKeys(entity).map(snakeCase),
      firstColumns: 'status' in entity.fields ? ['status'] : [],
    }));
}

export function distributionRoutes(models: readonly Module[]): readonly Route[] {
  const nouns = new Map(entitiesOf(models).map((entity) => [entity.name, entity]));
  const body = z.object({
    tenantCodeArrays: z.array(z.string()).max(maxTenants),
    codes: z.array(z.string()).max(maxCodes),
  });
  return [...nouns.values()]
    .filter((entity) => entity.distributed === true)
    .flatMap((entity): Route[] => [
      {
        method: 'POST',
        path: `${entity.path}/pushDown`,
        permission: handingPermissions(entity),
        effect: 'command',
        body,
        summary:
          `${entity.label[2]}: hand to tenants below, what it refers to first ` +
          '(?preview=1 shows what would change)',
        handle: (call) =>
          call.query['preview'] === '1' ? foresee(entity, nouns, call) : handDown(entity, nouns, call),
      },
      {
        method: 'GET',
        path: `${entity.path}/pushDown`,
        permission: handingPermissions(entity),
        effect: 'none',
        summary: `${entity.label[2]}: which of ?codes= arrived where`,
        handle: (call) => arrivals(entity, call),
      },
    ]);
}

/** Classes that stand on a screen of their own are handed down by the same call, under the name of that screen. */
const handingPermissions = (entity: Entity): readonly string[] =>
  [entity, classesIn(entity) ?? []].flat().map((noun) => permissionOf(noun, 'pushdown'));

/** One transaction for all tenants; what fails in one of them is told in its line and keeps nothing else back. */
function handDown(entity: Entity, nouns: ReadonlyMap<string, Entity>, call: Call): Promise<readonly Handed[]> {
  return command(call, async (ctx) => {
    const { asked, outcomes } = await perform(entity, nouns, call, ctx);
    const handed = outcomes.flatMap(({ tenant, rows }) =>
      rows.map((row): Handed => ({
        tenantCode: tenant.tenantCode,
        tenantName: tenant.tenantName,
        ...lineOf(row, nouns, call),
      })),
    );
    const results = new Map<string, string[]>();
    for (const { noun, code, tenantCode, result } of handed)
      if (noun === entity.name) results.set(code, [...(results.get(code) ?? []), `${tenantCode} ${result}`]);
    for (const row of asked) {
      const code = String(row[entity.codeField]);
      ctx.log({
        noun: entity.name,
        recordId: row.id,
        recordCode: code,
        operation: 'distribute',
        message: (results.get(code) ?? []).join(', ').slice(0, 1000),
      });
    }
    return handed;
  });
}

/** The same deed in the same order, undone at its end: what is foreseen is what was done a moment ago. */
function foresee(entity: Entity, nouns: ReadonlyMap<string, Entity>, call: Call): Promise<readonly Preview[]> {
  return command(
    call,
    async (ctx) => {
      const { plan, outcomes } = await perform(entity, nouns, call, ctx);
      const steps = new Map(plan.map((step) => [`${step.noun} ${step.code}`, step]));
      const most = Math.max(leastLines, Math.floor(mostLines / outcomes.length));
      return outcomes.map(({ tenant, rows }) => {
        const counts = { done: 0, updated: 0, unchanged: 0, failed: 0 };
        for (const row of rows) counts[row.outcome as Handed['result']] += 1;
        // What is refused and what is changed is why a person looks; what is new comes last and is cut first.
        const told = rows.filter((row) => row.outcome !== 'unchanged').toSorted((a, b) => weight(a) - weight(b));
        return {
          tenantCode: tenant.tenantCode,
          tenantName: tenant.tenantName,
          counts,
          more: Math.max(0, told.length - most),
          lines: told.slice(0, most).map((row): Foreseen => {
            const step = steps.get(`${row.noun} ${row.code}`);
            return {
              ...lineOf(row, nouns, call),
              name: step?.name ?? null,
              isAlong: step?.isAsked !== true,
              ...(row.outcome === 'updated' ? { changes: shownChanges(row.changes) } : {}),
            };
          }),
        };
      });
    },
    { isTrial: true },
  );
}

const weight = (row: Outcome): number => ['failed', 'updated', 'done'].indexOf(row.outcome);

/** By the names of the wire, long texts cut: they are shown and never written. */
function shownChanges(changes: unknown): NonNullable<Foreseen['changes']> {
  const shown = (value: unknown): unknown =>
    typeof value === 'string' && value.length > mostText
      ? `${value.slice(0, mostText)}…`
      : typeof value === 'object' && value !== null
        ? JSON.stringify(value).slice(0, mostText)
        : value;
  return Object.fromEntries(
    Object.entries((changes ?? {}) as Readonly<Record<string, readonly [unknown, unknown]>>).map(
      ([column, [before, after]]) => [camelCase(column), [shown(before), shown(after)]],
    ),
  );
}

const outcome = { noun: 'text', code: 'text', outcome: 'text', reason: 'text?', changes: 'json?' } as const;
type Outcome = Answered<typeof outcome>;
interface Outcomes {
  readonly tenant: { readonly tenantCode: string; readonly tenantName: string };
  readonly rows: readonly Outcome[];
}
interface Performed {
  readonly asked: readonly RowOf<Entity>[];
  readonly plan: readonly Step[];
  readonly outcomes: readonly Outcomes[];
}

async function perform(
  entity: Entity,
  nouns: ReadonlyMap<string, Entity>,
  call: Call,
  ctx: Command,
): Promise<Performed> {
  const { tenants, codes } = wantedIn(call.body);
  const { known, asked } = await ctx.all({
    known: statement(
      { tenantCode: 'text', tenantName: 'text' },
      `
        select tenant_code, tenant_name
        from app.tenant_tenant
        where tenant_code = any($1::text[])
        order by tenant_code`,
      [tenants],
    ),
    asked: recordsBy(entity, entity.codeField, codes),
  });
  if (asked.length !== codes.length || known.length !== tenants.length) throw notFound();
  const plan = await planOf(ctx, entity, asked, nouns);
  const request = JSON.stringify({
    uri: call.route.path,
    method: call.route.method,
    ip: call.ip,
    agent: call.agent,
    correlation: call.correlationId,
  });
  const outcomes: Outcomes[] = [];
  for (const tenant of known) {
    const rows: Outcome[] = [];
    for (let at = 0; at < plan.length; at += stride) {
      rows.push(
        ...(await ctx.rows(
          statement(outcome, 'select * from sec.distribute($1, $2, $3::jsonb, $4::jsonb)', [
            entity.name,
            tenant.tenantCode,
            JSON.stringify(plan.slice(at, at + stride)),
            request,
          ]),
        )),
      );
    }
    ctx.later(
      statement({ copyPinyin: 'nothing' }, 'select sec.copy_pinyin($1, $2, $3::jsonb)', [
        entity.name,
        tenant.tenantCode,
        JSON.stringify(plan),
      ]),
    );
    outcomes.push({ tenant, rows });
  }
  return { asked, plan, outcomes };
}

function wantedIn(body: unknown): { tenants: string[]; codes: string[] } {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const listIn = (key: string): string[] => [
    ...new Set(
      Array.isArray(given[key])
        ? given[key].filter((item): item is string => typeof item === 'string' && !item.includes('\u0000'))
        : [],
    ),
  ];
  const [tenants, codes] = [listIn('tenantCodeArrays'), listIn('codes')];
  const empty: Place[] = [
    ...(tenants.length === 0 ? [{ path: 'tenantCodeArrays', field: targets, reason: reasons.required }] : []),
    ...(codes.length === 0 ? [{ path: 'codes', field: records, reason: reasons.required }] : []),
  ];
  if (empty.length > 0) throw invalidAt(empty);
  if (codes.length > maxCodes) throw tooMany({ max: maxCodes });
  if (tenants.length > maxTenants) throw tooMany({ max: maxTenants });
  return { tenants, codes };
}

const lineOf = (
  row: Outcome,
  nouns: ReadonlyMap<string, Entity>,
  call: Call,
): Omit<Handed, 'tenantCode' | 'tenantName'> => {
  const { noun, code } = row;
  const cause = causes[row.reason ?? ''];
  return {
    noun,
    nounName: textOf(nouns.get(noun)?.label ?? records, call.language),
    code,
    result: row.outcome as Handed['result'],
    msg: cause === undefined ? null : textOf(cause, call.language),
  };
};

interface Step {
  readonly noun: string;
  readonly code: string;
  readonly name: string | null;
  readonly isAsked: boolean;
}

/**
 * Everything the asked records refer to, as far as it can be handed down, in an order in which nothing comes before
 * what it refers to.
 */
async function planOf(
  ctx: Command,
  entity: Entity,
  asked: readonly RowOf<Entity>[],
  nouns: ReadonlyMap<string, Entity>,
): Promise<readonly Step[]> {
  const keyOf = (noun: string, code: string): string => `${noun} ${code}`;
  const found = new Map<
    string,
    {
      readonly noun: string;
      readonly code: string;
      readonly name: string | null;
      readonly needs: readonly (readonly [string, string])[];
    }
  >();
  const isAsked = new Set(asked.map((row) => keyOf(entity.name, String(row[entity.codeField]))));
  let wanted = new Map([[entity.name, new Set(asked.map((row) => String(row[entity.codeField])))]]);
  while (wanted.size > 0) {
    const groups = [...wanted].map(([name, codes]) => ({ noun: nounNamed(nouns, name), codes: [...codes] }));
    const answers = await ctx.each(groups.map(({ noun, codes }) => needsOf(noun, codes)));
    wanted = new Map();
    for (const [i, { noun }] of groups.entries()) {
      const refs = refsOf(noun);
      for (const row of answers[i] ?? []) {
        const needs = refs.flatMap(([key, target]): [string, string][] =>
          typeof row[key] === 'string' ? [[target, row[key]]] : [],
        );
        found.set(keyOf(noun.name, String(row[noun.codeField])), {
          noun: noun.name,
          code: String(row[noun.codeField]),
          name: typeof row[noun.nameField] === 'string' ? (row[noun.nameField] as string) : null,
          needs,
        });
        for (const [target, code] of needs) {
          if (found.has(keyOf(target, code))) continue;
          const codes = wanted.get(target) ?? new Set();
          wanted.set(target, codes.add(code));
        }
      }
    }
  }
  const steps: Step[] = [];
  const visited = new Set<string>();
  // A circle (two customers above each other) is cut where it is entered; the database then tells which record of it
  // cannot come.
  const visit = (key: string): void => {
    const record = found.get(key);
    if (record === undefined || visited.has(key)) return;
    visited.add(key);
    for (const [target, code] of record.needs) visit(keyOf(target, code));
    steps.push({ noun: record.noun, code: record.code, name: record.name, isAsked: isAsked.has(key) });
  };
  for (const key of found.keys()) visit(key);
  return steps;
}

function nounNamed(nouns: ReadonlyMap<string, Entity>, name: string): Entity {
  const noun = nouns.get(name);
  if (noun === undefined) throw new Error(`no noun is called ${name}`);
  return noun;
}

/** Fields that name another record that can be handed down; a node of a tree also needs the one above it. */
function refsOf(entity: Entity): readonly (readonly [key: string, target: string])[] {
  const refs = handedKeys(entity).flatMap((key): [string, string][] => {
    const field = entity.fields[key];
    return field?.kind === 'ref' && wholeOf(field).distributed === true ? [[key, field.target().name]] : [];
  });
  return entity.tree ? [...refs, ['parentCode', entity.name]] : refs;
}

/** Behind the tenant's wall, but not cut down to the organisations in power: what a record refers to goes with it. */
function needsOf(entity: Entity, codes: readonly string[]): Statement {
  const code = snakeCase(entity.codeField);
  const table = `app.${tableOf(entity)}`;
  const columns = stored(entity.fields)
    .filter(([key, field]) => key === entity.codeField || key === entity.nameField || field.kind === 'ref')
    .map(([key]) => `t.${snakeCase(key)}`);
  return {
    text: `
      select ${columns.join(', ')}${entity.tree ? `, p.${code} as parent_code` : ''}
      from ${table} t${entity.tree ? ` left join ${table} p on p.tenant_code = t.tenant_code and p.id = t.pid` : ''}
      where t.${code} = any($1::text[])`,
    values: [codes],
  };
}

/** Which of the asked codes of a noun arrived where. */
export async function arrivals({ name }: Pick<Entity, 'name'>, call: Call): Promise<unknown> {
  const codes = (call.query['codes'] ?? '')
    .split(',')
    .filter((code) => code !== '' && !code.includes('\u0000'))
    .slice(0, maxCodes);
  const {
    rows: { rows },
  } = await call.read({
    rows: statement(
      { code: 'text', tenantCode: 'text', pushStatus: 'text', pushDate: 'instant' },
      `
        select d.code, d.target_tenant as tenant_code, d.push_status,
          coalesce(d.update_date, d.create_date) as push_date
        from app.sys_distribution d
        where d.noun = $1 and d.code = any($2::text[])
        order by d.code, d.target_tenant`,
      [name, codes],
    ),
  });
  return rows;
}

/** Whose copy a record is, read with the record before it is changed. */
export const originOf = (entity: Entity, id: string) =>
  statement(
    { originTenant: 'text' },
    `
      select o.origin_tenant
      from app.sys_origin o
      join app.${tableOf(entity)} t on t.tenant_code = o.tenant_code and t.${snakeCase(entity.codeField)} = o.code
      where o.noun = $1 and t.id = $2`,
    [entity.name, id],
  );
