import { expect, test } from 'vitest';
import { models } from '#apps/api/modules.ts';
import { dimensions } from '#report/model/dimension.ts';

const nouns = new Set(models.flatMap(({ entities, documents }) => [...entities, ...documents]).map(({ name }) => name));

// A dimension of a noun that does not exist is asked as free text: whoever types a name finds nothing.
test('every dimension of a report that names a noun names one that exists', () => {
  const named = Object.entries(dimensions).flatMap(([key, dimension]) =>
    'noun' in dimension ? [{ key, noun: dimension.noun }] : [],
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ noun }) => !nouns.has(noun))).toEqual([]);
});
