import type { EntityHooks } from './serve.ts';

/**
 * Rules of a noun that several services give: its own module, and those that need the whole house. Each looks at what
 * those before it made of the record; of any other hook the first one counts. Rows of a list are judged all at once
 * only where every rule can.
 */
export function mergedHooks(all: readonly EntityHooks[]): EntityHooks {
  const [first = {}, ...others] = all;
  if (others.length === 0) return first;
  const ruled = all.filter(({ beforeSave }) => beforeSave !== undefined);
  const areAllInRows = ruled.every(({ rowRules }) => rowRules !== undefined);
  const rowRules = all.flatMap(({ rowRules: own = [] }) => own);
  return {
    ...all.reduce((hooks, each) => ({ ...each, ...hooks }), {} as EntityHooks),
    reads: (given) => Object.fromEntries(all.flatMap(({ reads }) => Object.entries(reads?.(given) ?? {}))),
    answers: all.flatMap(({ answers = [] }) => answers),
    ...(ruled.length === 0
      ? {}
      : {
          async beforeSave(ctx, next, previous, given, facts) {
            let made = next;
            for (const { beforeSave } of ruled) made = (await beforeSave?.(ctx, made, previous, given, facts)) ?? made;
            return made;
          },
        }),
    ...(areAllInRows && rowRules.length > 0 ? { rowRules } : {}),
  };
}
