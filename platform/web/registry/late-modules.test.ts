import { beforeAll, describe, expect, test } from 'vitest';
import { defineEntity } from '#platform/model/entity.ts';
import { ref, text, type RefTarget } from '#platform/model/field.ts';
import { defineModule } from '#platform/model/module.ts';
import { announce, areModulesHere, fetchModules, fetchPage, isPageHere } from './late-modules.ts';
import { entityNamed, nounAt, ownActionsOf, shownNouns, type WebModule } from './registry.ts';

/** What tells a robot that the page has settled; nobody is there to be told. */
Object.assign(globalThis, {
  document: { documentElement: { dataset: {} } },
  requestAnimationFrame: (act: () => void) => setTimeout(act, 0),
});

const place = (name: string, target?: () => RefTarget) =>
  defineEntity({
    name: `test:${name}`,
    label: ['地点', '地點', 'Place'],
    path: `/test/${name}`,
    fields: {
      code: text(['编码', '編碼', 'Code'], { required: true }),
      ...(target === undefined ? {} : { otherCode: ref(['上级', '上級', 'Above'], target) }),
    },
    list: { columns: ['code'], filters: ['code'] },
    screen: { area: 'test', url: `test/${name}`, title: ['地点', '地點', 'Places'] },
  });
const country = place('country');
const town = place('town', () => country);
const shop = place('shop', () => town);
const market = place('market');
// Told by its name and path alone, as a module below tells of a noun above it.
const { name, path, label, codeField, nameField } = market;
const street = place('street', () => ({ name, path, label, codeField, nameField, fields: {} }));

const fetched: string[] = [];
let isBroken = false;
const late = (module: string, ...nouns: ReturnType<typeof place>[]) => ({
  name: module,
  screens: nouns.map(({ screen }) => screen?.url ?? ''),
  load: async (): Promise<WebModule> => {
    fetched.push(module);
    if (isBroken) throw new Error('the network is gone');
    const model = defineModule({
      name: module,
      label: ['测试', '測試', 'Test'],
      areas: [],
      nouns: Object.fromEntries(nouns.map((noun) => [noun.name, noun])),
    });
    const visit = { verb: `visit ${module}`, label, permission: 'test:visit', load: () => Promise.resolve(act) };
    return Promise.resolve({ model, actions: { [country.name]: [visit] } });
  },
});
const act = (): Promise<boolean> => Promise.resolve(true);

describe('modules that are fetched with their first page', () => {
  beforeAll(() => {
    announce([late('ground', country), late('towns', town, street), late('shops', shop), late('markets', market)]);
  });

  test('a list brings its own module, and what its noun refers to', async () => {
    expect(isPageHere('test/town')).toBe(false);
    await Promise.all([fetchPage('test/town'), fetchPage('test/town')]);
    expect(fetched).toEqual(['towns']);
    expect(nounAt('test/town')).toBe(town);
    expect(entityNamed('test:country')).toBe(country);
    expect([isPageHere('test/town'), nounAt('test/country'), areModulesHere()]).toEqual([true, undefined, false]);
  });

  test('a module that could not be fetched is fetched when somebody asks again', async () => {
    isBroken = true;
    await expect(fetchPage('test/shop')).rejects.toThrow('the network is gone');
    isBroken = false;
    await fetchPage('test/shop');
    expect(isPageHere('test/shop')).toBe(true);
  });

  test('a list that refers to a noun of a module above waits for all of them', async () => {
    expect(areModulesHere()).toBe(false);
    await fetchPage('test/street');
    expect(areModulesHere()).toBe(true);
    expect(isPageHere('test/anything')).toBe(true);
  });

  test('what is chosen among all stands in the order of the modules, not in that of their coming', async () => {
    await fetchModules();
    expect(shownNouns().map(({ name }) => name)).toEqual([
      'test:country',
      'test:street',
      'test:town',
      'test:shop',
      'test:market',
    ]);
  });

  test('every module adds what it does to a noun, in the order of who knows whom, and takes nothing from another', async () => {
    await fetchModules();
    expect(ownActionsOf(country).map(({ verb }) => verb)).toEqual([
      'visit ground',
      'visit towns',
      'visit shops',
      'visit markets',
    ]);
  });
});
