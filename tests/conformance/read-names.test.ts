import { expect, test } from 'vitest';
import { wholeHouse } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';

/**
 * Reads that the platform and the workflow put into the batch of a document have a space in their names (`document
 * lines`, `approval routes`). A document that named one of its own so would take their place: it would be audited with
 * other lines than its own, or in a closed period. A module that joins from above says who it is: `push: params`.
 */
const words = /^(\w+: )?[\w:]+$/;

const { services } = wholeHouse();

test.each(models.flatMap(({ documents }) => documents).map((document) => [document.name, document] as const))(
  '%s: its reads have names that the platform does not write',
  (name, { verbs }) => {
    const hooks = services.find(({ of }) => of === name)?.document ?? {};
    const ids = ['00000000-0000-7000-8000-000000000001'];
    const names = [
      ...Object.keys(hooks.reads ?? {}),
      ...Object.keys(verbs).flatMap((verb) => Object.keys(hooks.verbReads?.(ids, verb) ?? {})),
    ];
    expect([...new Set(names)].filter((each) => !words.test(each))).toEqual([]);
  },
);

test.each(models.flatMap(({ entities }) => entities).map(({ name }) => name))(
  '%s: its reads have names that the platform does not write',
  (name) => {
    const hooks = services.find(({ of }) => of === name)?.entity ?? {};
    expect(Object.keys(hooks.reads?.({}) ?? {}).filter((each) => !words.test(each))).toEqual([]);
  },
);
