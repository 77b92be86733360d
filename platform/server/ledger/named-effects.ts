import { snakeCase } from '#platform/model/envelope.ts';
import { nameKeyOf, type RefTarget } from '#platform/model/field.ts';
import type { Ledger } from '#platform/model/ledger.ts';
import type { Effect } from '#platform/server/command/command.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { Call } from '#platform/server/http/route.ts';

/** Ledgers by name, as far as effects were posted to them: what posts knows its ledger. */
const known = new Map<string, Ledger>();
export function keepLedger(ledger: Ledger): void {
  known.set(ledger.name, ledger);
}

/** Effects with what people call what they move: a preview of codes says nothing to whoever presses the button. */
export async function namedEffects(call: Call, effects: readonly Effect[]): Promise<readonly Effect[]> {
  const targets = new Map<string, { readonly target: RefTarget; readonly codes: Set<string> }>();
  const each = (visit: (effect: Effect, key: string, target: RefTarget) => void): void => {
    for (const effect of effects)
      for (const [key, target] of Object.entries(known.get(effect.kind)?.refs ?? {}))
        if (target !== undefined && (effect.subject[key] ?? '') !== '') visit(effect, key, target());
  };
  each(({ subject }, key, target) => {
    const found = targets.get(target.name) ?? { target, codes: new Set<string>() };
    found.codes.add(subject[key] ?? '');
    targets.set(target.name, found);
  });
  if (targets.size === 0) return effects;
  const { rows } = await call.read(
    Object.fromEntries([...targets].map(([name, { target, codes }]) => [name, namesOf(target, [...codes])])),
  );
  const names = new Map(
    Object.entries(rows).map(([name, found]) => [name, new Map(found.map(({ code, told }) => [code, told]))]),
  );
  const told = new Map<Effect, Record<string, string>>();
  each((effect, key, target) => {
    const name = names.get(target.name)?.get(effect.subject[key] ?? '');
    if (name != null) told.set(effect, { ...told.get(effect), [nameKeyOf(key)]: name });
  });
  return effects.map((effect) => ({ ...effect, subject: { ...effect.subject, ...told.get(effect) } }));
}

const namesOf = (target: RefTarget, codes: readonly string[]) =>
  statement(
    { code: 'text', told: 'text?' },
    `
      select t.${snakeCase(target.codeField)} as code, t.${snakeCase(target.nameField)} as told
      from app.${tableOf(target)} t
      where t.${snakeCase(target.codeField)} = any($1::text[])`,
    [codes],
  );
