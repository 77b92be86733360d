import { describe, expect, test } from 'vitest';
import { answersRows, untypedComplaints, untypedIn } from './row-types.ts';

const found = (text: string): string[] =>
  untypedIn('modules/x/server/x.ts', text).map(({ line, within, what }) => `${line} ${within} ${what}`);

describe('rows of statements', () => {
  test('have a type, or the statement is found by its line and the declaration it stands in', () => {
    expect(found('const lines = () => ({\n  of: { text: `select code from app.x`, values: [] },\n});')).toEqual([
      '2 lines answers rows of no type',
    ]);
    expect(
      found("export const kept = { text: 'insert into app.x (a) values ($1) returning id', values: [1] };"),
    ).toEqual(['1 kept answers rows of no type']);
    expect(found("const lines = statement({ code: 'text' }, 'select code from app.x');")).toEqual([]);
  });

  test('do not exist of a plain write, whatever its parts select', () => {
    expect(answersRows("delete from app.x where note = 'returning )' and a = any(array(select a from app.y))")).toBe(
      false,
    );
    expect(answersRows('with a as (select 1), b as (update app.x set a = 1 returning a) update app.y set b = 1')).toBe(
      false,
    );
    expect(answersRows('with a as (update app.x set a = 1 returning a) select a from a')).toBe(true);
    expect(answersRows('insert into app.x (a) select a from app.y')).toBe(false);
  });

  test('are asked after where one cannot see what the SQL is', () => {
    expect(found('const given = (text: string) => ({ text, values: [] });')).toEqual([
      '1 given makes a statement of which one cannot tell what it answers',
    ]);
    expect(answersRows('${all} order by 1')).toBeNull();
  });

  test('lose their type to an annotation, and are compared by nobody where a definition says them', () => {
    expect(found("const one = (): Statement => statement({ a: 'text' }, 'select a from app.x');")).toEqual([
      '1 one is annotated Statement, which takes the type of its rows away',
    ]);
    expect(found("function two() { return derived('select a from app.x'); }")).toEqual([
      '1 two takes its rows from a definition, and nobody compares them',
    ]);
  });

  test('need no type for a reason, and a reason needs such a statement', () => {
    const all = new Map([['a.ts', untypedIn('a.ts', "const one = { text: 'select 1', values: [] };")]]);
    expect(untypedComplaints(all, { 'a.ts one': 'so' })).toEqual([]);
    expect(untypedComplaints(all, { 'a.ts one': 'so', 'a.ts two': 'so' })).toEqual([
      'scripts/row-types.ts: a.ts two says what its rows are; take the reason out',
    ]);
    expect(untypedComplaints(all, {})).toEqual(['a.ts:1 one answers rows of no type']);
  });
});
