import { describe, expect, test } from 'vitest';
import { composeRoutes } from '#apps/api/compose.ts';
import { contractFile, contractIsHere } from '#tests/contract/shared.ts';
import { besideContract, differences, outsideContract } from './permission-exceptions.ts';

/** `public`, `session`, or permissions of which one is enough; told in one order. */
const told = (permission: string | readonly string[]): string =>
  typeof permission === 'string' ? permission : [...permission].sort().join(' | ');
const routes = composeRoutes(null).map(({ method, path, permission }) => ({
  name: `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
  path,
  permission,
}));
const served = new Set(routes.map(({ name }) => name));

describe.runIf(contractIsHere)('the permission of a route', () => {
  const { explicit, decidedSession, decidedSiblings } = contractIsHere
    ? contractFile('endpoints.json')
    : { explicit: [], decidedSession: [], decidedSiblings: [] };
  const calls = [...explicit, ...decidedSession, ...decidedSiblings].filter((call) => call.template !== true);
  const contract = new Map(
    calls.map((call) => [`${call.method} ${call.path}`, told(call.permissionAnyOf ?? call.permission)]),
  );
  const written = new Map(outsideContract.flatMap(({ routes: listed }) => Object.entries(listed)));

  /** What was said of this very route: by the reviewed difference, the contract or the list. */
  function saidOf(name: string): string | null {
    const said = differences[name]?.permission ?? contract.get(name) ?? written.get(name);
    return said === undefined ? null : told(said);
  }

  /** Calls that stand beside such a route ask for what that one asks for; null when nobody has said anything. */
  function expected(name: string): string | null {
    const said = saidOf(name);
    if (said !== null) return said;
    for (const { pattern, siblings } of besideContract) {
      const found = pattern.exec(name);
      const asked = found === null ? [] : siblings(found[1] ?? found[2] ?? '').map(saidOf);
      if (asked.length > 0 && !asked.includes(null)) return told(asked.flatMap((each) => each?.split(' | ') ?? []));
    }
    return null;
  }

  test('is the one that the contract or the reviewed list says', () => {
    const wrong = routes.flatMap(({ name, permission }) => {
      const wanted = expected(name);
      const got = told(permission);
      if (wanted === '*:import' && got.split(' | ').every((each) => each.endsWith(':import'))) return [];
      return got === wanted
        ? []
        : [`${name} asks for ${got}, wanted ${wanted ?? 'a line in permission-exceptions.ts'}`];
    });
    expect(wrong).toEqual([]);
    const inContract = routes.filter(({ name }) => contract.has(name)).length;
    console.log(
      `${routes.length} routes: ${inContract} of the contract (${Object.keys(differences).length} differ with a reason), ` +
        `${written.size} written by hand, ${routes.length - inContract - written.size} beside one of these`,
    );
  });

  test('is excepted only where the route exists and the exception is still one', () => {
    for (const [name, { permission, reason }] of Object.entries(differences)) {
      expect([name, served.has(name), contract.has(name), reason.length > 20]).toEqual([name, true, true, true]);
      expect(told(permission), `${name} agrees with the contract by now`).not.toBe(contract.get(name));
    }
    for (const name of written.keys())
      expect([name, served.has(name), contract.has(name)]).toEqual([name, true, false]);
    expect(written.size).toBe(outsideContract.reduce((sum, group) => sum + Object.keys(group.routes).length, 0));
  });

  test('is never that of a call which the contract says is absent', () => {
    const absent = calls.filter((call) => call.absent === true);
    expect(absent.map(({ method, path }) => `${method} ${path}`).filter((name) => served.has(name))).toEqual([]);
    expect(absent.length).toBeGreaterThan(0);
  });
});
