import { z } from 'zod';
import type { Label } from '#platform/model/label.ts';
import { invalidAt, notFound, reasons, Refusal } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { Call, Route } from '#platform/server/http/route.ts';

/**
 * Columns, filter sets, density, open tabs: whatever a screen keeps for its user. What it means is known by the screen
 * alone.
 */
export const settingRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/sys/setting/:key',
    permission: 'session',
    effect: 'none',
    summary: 'An own setting, null when it was never set',
    handle: afterSession(readSetting),
  },
  {
    method: 'PUT',
    path: '/sys/setting/:key',
    permission: 'session',
    effect: 'idempotent',
    body: z.object({ value: z.json() }),
    summary: 'Keep an own setting, at most 64 kB',
    handle: afterSession(keepSetting),
  },
];

const maxBytes = 64 * 1024;
/** Keys of a person. The longest unused go first, so that no script fills the disk. */
const maxSettings = 1000;

async function readSetting(call: Call): Promise<unknown> {
  const {
    rows: { rows },
  } = await call.read({
    rows: statement({ value: 'json' }, 'select value from app.sys_setting where key = $1', [keyIn(call)]),
  });
  return rows[0]?.value ?? null;
}

async function keepSetting(call: Call): Promise<null> {
  const key = keyIn(call);
  const { value } = bodyIn(call);
  await call.each([
    {
      text: `
        insert into app.sys_setting (key, value)
        values ($1, $2::json)
        on conflict (tenant_code, user_id, key) do update set value = excluded.value, update_date = now()`,
      values: [key, jsonIn(value, 'value', ['设置', '設定', 'Setting'], maxBytes)],
    },
    {
      text: `
        delete from app.sys_setting
        where key in (select key from app.sys_setting order by update_date desc offset ${maxSettings})`,
      values: [],
    },
  ]);
  return null;
}

/** Who is not let in hears that, and not what is wrong with the body. */
export function afterSession(handle: Route['handle']): Route['handle'] {
  return async (call) => {
    try {
      return await handle(call);
    } catch (error) {
      if (error instanceof Refusal) await call.read({});
      throw error;
    }
  };
}

/** The name of a tab or of a setting: one line of text. */
export function keyIn(call: Call): string {
  const key = call.params['key'] ?? '';
  if (!/^[^\u0000-\u001f]{1,200}$/.test(key)) throw notFound();
  return key;
}

export function bodyIn(call: Call): Readonly<Record<string, unknown>> {
  return typeof call.body === 'object' && call.body !== null && !Array.isArray(call.body)
    ? (call.body as Record<string, unknown>)
    : {};
}

export function jsonIn(value: unknown, path: string, field: Label, max: number): string {
  if (value === undefined) throw invalidAt([{ path, field, reason: reasons.required }]);
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > max) throw invalidAt([{ path, field, reason: reasons.tooLong }]);
  return text;
}
