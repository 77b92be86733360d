import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { numberedLabels, numberedLabelsOf } from '#platform/model/document.ts';
import { stampLabels, type Entity } from '#platform/model/entity.ts';
import { nameKeyOf, withoutCode, type Field, type Fields } from '#platform/model/field.ts';
import { languages, textOf, type Label } from '#platform/model/label.ts';
import type { Noun } from '#platform/model/module.ts';
import { alwaysThere, stored } from '#platform/server/db/shape.ts';
import { openWorld, type World } from '#tests/world.ts';
import { ask } from './request.ts';
import { documents, entities, nouns, sampler, type Body, type Row, type Sampler } from './sample.ts';

let world: World;
let samples: Sampler;
beforeAll(async () => {
  world = await openWorld('noun');
  samples = sampler(world.first, world.platform, { code: 'N', mark: '样本', sql: world.sql });
});
afterAll(() => world.close());

interface Refused {
  readonly key: string;
  readonly params: Record<string, string>;
  readonly errors?: { path: string; msg: string }[];
}
const titled = <N extends Noun>(list: readonly N[]): [string, N][] =>
  list.map((noun) => [`${noun.label[2]} (${noun.name})`, noun]);
const can =
  (call: Entity['calls'][number]) =>
  (entity: Entity): boolean =>
    entity.calls.includes(call);
const fieldsOf = (noun: Noun): Fields => (noun.kind === 'entity' ? noun.fields : noun.head);
const listPath = (noun: Noun): string =>
  noun.kind === 'entity'
    ? (noun.list.path ?? `${noun.path}/${noun.calls.includes('page') ? 'page' : 'list'}`)
    : `${noun.path}/page`;
const rowsIn = (data: Row[] | { list: Row[] }): Row[] => (Array.isArray(data) ? data : data.list);
/** All pages of it: the menu alone has more rows than one holds. */
async function find(noun: Noun, query: Readonly<Record<string, string>>, page = 1): Promise<string[]> {
  const ids = rowsIn(
    await samples
      .writerOf(noun)
      .must<Row[] | { list: Row[] }>(
        'GET',
        `${listPath(noun)}?${new URLSearchParams({ limit: '500', page: String(page), ...query }).toString()}`,
      ),
  ).map((row) => row.id);
  return ids.length < 500 ? ids : [...ids, ...(await find(noun, query, page + 1))];
}
test('[A347] master data is created, opened, changed, deleted, disabled and enabled, whatever it is', () => {
  const whole = ['save', 'info', 'update', 'delete', 'disable', 'enable'] as const;
  const masters = entities.filter(({ screen }) => screen?.area === 'masterData');
  expect(masters.length).toBeGreaterThan(40);
  expect(masters.filter(({ calls }) => !whole.every((call) => calls.includes(call))).map(({ name }) => name)).toEqual(
    [],
  );
});

const savable: readonly Noun[] = [...entities.filter(can('save')), ...documents];

describe.each(titled(savable))('%s', (_title, noun) => {
  const writer = () => samples.writerOf(noun);

  test('[A347] is saved as it was sent, and read back the same alone and in its list', async () => {
    const body = await samples.bodyOf(noun);
    const { data } = await writer().must<{ data: Row }>('POST', noun.path, body);
    const read = await writer().must<Row>('GET', `${noun.path}/${data.id}`);
    expect(read).toMatchObject(sent(noun, body));
    expect(data).toMatchObject(sent(noun, body));
    expect(read.rowVersion).toBe(1);
    expect(await find(noun, {})).toContain(data.id);
  });

  test('names what it refers to', async () => {
    const row = await samples.recordOf(noun);
    const read = await writer().must<Row>('GET', `${noun.path}/${row.id}`);
    for (const [key, field] of stored(fieldsOf(noun)))
      if (field.kind === 'ref' && read[key] !== null)
        expect([key, typeof read[nameKeyOf(key)]]).toEqual([key, 'string']);
  });

  test('is found by every filter of its list, and not by another value', async () => {
    const row = await samples.recordOf(noun);
    const read = await writer().must<Row>('GET', `${noun.path}/${row.id}`);
    const pickers = noun.kind === 'entity' ? (noun.picker?.filters ?? []) : [];
    for (const key of new Set([...noun.list.filters, ...pickers])) {
      for (const [query, isFound] of searches(key, fieldOf(noun, key), read[key])) {
        expect([key, query, (await find(noun, query)).includes(row.id)]).toEqual([key, query, isFound]);
      }
    }
    for (const [name, keys] of Object.entries(noun.list.anyOf ?? {}))
      for (const key of keys) expect(await find(noun, { [name]: String(read[key]).slice(1) })).toContain(row.id);
  });

  test('is refused without any one of the fields it requires, and the answer says which', async () => {
    const body = await samples.bodyOf(noun);
    for (const [path, missing] of without(noun, body)) {
      const { code, data, msg } = await writer().call<Refused>('POST', noun.path, missing);
      expect([path, code, data.errors?.map((error) => error.path)]).toEqual([path, 10003, [path]]);
      expect(msg).toContain('必填项不能为空');
    }
  });

  test('is refused with a field that nobody declared', async () => {
    const { code, data } = await writer().call<Refused>('POST', noun.path, {
      ...(await samples.bodyOf(noun)),
      colour: 'red',
    });
    expect([code, data.errors]).toEqual([10003, [{ path: 'colour', msg: '不认识的字段' }]]);
  });

  test.runIf(noun.kind === 'document' || noun.calls.includes('update'))(
    '[A347] is changed once per version: the second of two editors is told who was faster',
    async () => {
      const { id } = await samples.create(noun);
      const opened = await writer().must<Row>('GET', `${noun.path}/${id}`);
      const change = changeOf(noun, opened);
      const { data } = await writer().must<{ data: Row }>('PUT', noun.path, { ...opened, ...change });
      expect([data.rowVersion, data]).toMatchObject([2, change]);
      const late = await writer().call<Refused>('PUT', noun.path, { ...opened, ...change });
      expect([late.code, late.data.params['editor']]).toEqual([10011, data['updaterName']]);
      expect((await writer().must<Row>('GET', `${noun.path}/${id}`)).rowVersion).toBe(2);
    },
  );

  test('[A347] is deleted once, and then unknown', async () => {
    const { id } = await samples.create(noun);
    await writer().must('DELETE', `${noun.path}/${id}`);
    expect((await writer().call('DELETE', `${noun.path}/${id}`)).code).toBe(404);
    expect((await writer().call('GET', `${noun.path}/${id}`)).code).toBe(404);
    expect(await find(noun, {})).not.toContain(id);
  });

  test.runIf(noun.kind === 'document' || noun.calls.includes('deleteBatch'))(
    'is deleted by the list, all or none',
    async () => {
      const ids = [(await samples.create(noun)).id, (await samples.create(noun)).id];
      expect((await writer().call('DELETE', noun.path, [...ids, '019a0000-0000-7000-8000-000000000000'])).code).toBe(
        404,
      );
      await writer().must('DELETE', noun.path, ids);
      expect(await find(noun, {})).not.toEqual(expect.arrayContaining(ids));
    },
  );

  test.runIf(noun.kind === 'document' || noun.calls.includes('export'))(
    'is exported with its columns titled in the language of whoever asks',
    async () => {
      await samples.recordOf(noun);
      const params = new Map(
        (await writer().must<{ code: string; value: string }[]>('GET', '/sys/tenant/params/list')).map(
          ({ code, value }) => [code, value],
        ),
      );
      const isHidden = ({ shownBy, columnBy }: Partial<Field> = {}): boolean =>
        [shownBy, columnBy].some((rule) => rule !== undefined && params.get(rule[0]) !== rule[1]);
      const shown = noun.list.columns.filter(
        (key) =>
          !isHidden(
            fieldsOf(noun)[key] ??
              Object.entries(fieldsOf(noun)).find(
                ([name, field]) => field.kind === 'ref' && nameKeyOf(name) === key,
              )?.[1],
          ),
      );
      for (const language of languages) {
        const { text, status } = await ask(world.app, {
          method: 'GET',
          path: `${noun.path}/export`,
          token: writer().token,
          headers: { 'accept-language': language },
        });
        const header = [...(/<row r="1">(.*?)<\/row>/s.exec(text)?.[1] ?? '').matchAll(/<t[^>]*>(.*?)<\/t>/g)].map(
          ([, title]) => title,
        );
        expect([status, header]).toEqual([200, shown.map((key) => textOf(titleOf(noun, key), language))]);
        expect(text).toContain('<row r="2">');
      }
    },
  );
});

describe.each(titled(entities.filter(can('save'))))('%s', (_title, entity) => {
  const writer = () => samples.writerOf(entity);

  test.runIf(entity.unique.length > 0 && entity.unique.every((key) => entity.fields[key]?.kept !== true))(
    'has a code that nobody else in the tenant has, and that never changes',
    async () => {
      const body = await samples.bodyOf(entity);
      const { id } = await writer().must<Row>('POST', entity.path, body);
      expect((await writer().call('POST', entity.path, body)).code).toBe(10002);
      const key = entity.unique.at(-1) ?? '';
      const { code, data } = await writer().call<Refused>('PUT', entity.path, {
        id,
        [key]: entity.fields[key]?.kind === 'text' && entity.fields[key].format === 'tenantNo' ? '77' : 'ELSE',
      });
      expect([code, data.errors?.[0]?.path]).toEqual([10003, key]);
    },
  );

  test.runIf(entity.calls.includes('disable'))('[A347] is disabled and enabled, and its list can tell', async () => {
    const { id } = await samples.create(entity);
    for (const [verb, status] of [
      ['disable', '0'],
      ['enable', '1'],
    ] as const) {
      await writer().must('PUT', `${entity.path}/${verb}`, [id]);
      expect((await writer().must<Row>('GET', `${entity.path}/${id}`))['status']).toBe(status);
      expect(await find(entity, { status })).toContain(id);
    }
  });

  test.runIf(entity.tree)(
    'stands in a tree: a parent goes after its children, and no branch bites its own tail',
    async () => {
      const root = await samples.create(entity);
      const { data: child } = await writer().must<{ data: Row }>('POST', entity.path, {
        ...(await samples.bodyOf(entity)),
        pid: root.id,
      });
      const { data: grandchild } = await writer().must<{ data: Row }>('POST', entity.path, {
        ...(await samples.bodyOf(entity)),
        pid: child.id,
      });
      expect([root['pid'], child['pid'], child['parentCode'], child['parentName']]).toEqual([
        '0',
        root.id,
        root[entity.codeField],
        root[entity.nameField],
      ]);
      expect(await find(entity, { pid: root.id })).toEqual([child.id]);
      expect((await writer().call('DELETE', `${entity.path}/${root.id}`)).code).toBe(10008);
      for (const pid of [root.id, child.id, grandchild.id])
        expect((await writer().call<Refused>('PUT', entity.path, { id: root.id, pid })).data.errors?.[0]?.path).toBe(
          'pid',
        );
      expect(
        (
          await writer().call<Refused>('PUT', entity.path, {
            id: child.id,
            pid: '019a0000-0000-7000-8000-000000000000',
          })
        ).code,
      ).toBe(10003);
      for (const { id } of [grandchild, child, root]) await writer().must('DELETE', `${entity.path}/${id}`);
    },
  );

  test('is kept while others refer to it', async () => {
    // Samples that name a tenant name the one that they are written in.
    if (referrers(entity).length === 0 || entity.name === 'tenant:tenant') return;
    for (const noun of nouns) if (referrers(entity).includes(noun.name)) await samples.recordOf(noun);
    expect((await writer().call('DELETE', `${entity.path}/${(await samples.recordOf(entity)).id}`)).code).toBe(10009);
  });
});

describe('every text', () => {
  const labels = nouns.flatMap((noun) => labelsOf(noun));

  test('is there in three languages, each in its own writing', () => {
    expect(labels.length).toBeGreaterThan(500);
    const wrong = labels.filter(
      ([, [cn, tw, en]]) =>
        cn.trim() === '' ||
        tw.trim() === '' ||
        en.trim() === '' ||
        /\p{Script=Han}/u.test(en) ||
        (!/\p{Script=Han}/u.test(cn) && cn !== en),
    );
    expect(wrong).toEqual([]);
  });

  test('is not simplified where it should be traditional', () => {
    // Learnt from the texts themselves: a letter that nearly every text writes differently in the two is left as it is
    // by none. 短信 is 簡訊, 图标 is 圖示, 消息 is 訊息, 密钥 is 金鑰, 保存 is 儲存: another word, not another way to
    // write the letter.
    const otherWords = new Set(['位', '息', '示', '短', '标', '置', '消', '密', '保']);
    const written = new Map<string, string[]>();
    for (const [, [cn, tw]] of labels)
      if (cn.length === tw.length)
        [...cn].forEach((letter, i) => written.set(letter, [...(written.get(letter) ?? []), tw[i] ?? '']));
    const simplified = [...written]
      .filter(
        ([letter, ways]) => !otherWords.has(letter) && ways.filter((way) => way === letter).length * 4 < ways.length,
      )
      .map(([letter]) => letter);
    const wrong = labels.filter(([, [, tw]]) => simplified.some((letter) => tw.includes(letter)));
    expect(simplified.length).toBeGreaterThan(50);
    expect(wrong).toEqual([]);
  });
});

/** What an answer must hold of a body: everything but secrets. */
function sent(noun: Noun, body: Body): Body {
  const fields = fieldsOf(noun);
  const kept = Object.fromEntries(
    Object.entries(body).filter(([key]) => key !== 'lines' && fields[key]?.virtual !== true),
  );
  const ruledOut = noun.name === 'sys:dict' ? ['dictTypeId'] : [];
  for (const key of ruledOut) delete kept[key];
  return noun.kind === 'entity'
    ? kept
    : {
        ...kept,
        lines: (body['lines'] as Body[]).map((line) =>
          Object.fromEntries(
            ['productCode', 'number', 'amount'].filter((key) => key in line).map((key) => [key, line[key]]),
          ),
        ),
      };
}

const fieldOf = (noun: Noun, key: string): Field | undefined =>
  fieldsOf(noun)[key] ??
  (key === 'billDate'
    ? { kind: 'date', label: numberedLabels.billDate, required: true }
    : key === 'code' || key === 'billStatus'
      ? { kind: 'text', label: numberedLabels.code, required: true, max: 50, format: 'line' }
      : undefined);

/** Queries that must find a record with this value, and queries that must not. */
function searches(
  key: string,
  field: Field | undefined,
  value: unknown,
): [query: Record<string, string>, isFound: boolean][] {
  if (field === undefined || value === null || value === undefined)
    return field === undefined ? [[{ [key]: 'filter without a field' }, false]] : [];
  const text = String(value);
  switch (field.kind) {
    case 'text':
      return [
        [{ [key]: text }, true],
        [{ [key]: text.slice(1) || text }, true],
        [{ [key]: `${text}%` }, false],
        [{ [key]: 'zz' }, false],
      ];
    case 'date':
    case 'instant':
      return [
        [{ [`${key}Start`]: text.slice(0, 10), [`${key}End`]: text.slice(0, 10) }, true],
        [{ [`${key}Start`]: '2099-01-01' }, false],
        [{ [`${key}End`]: '2001-01-01' }, false],
      ];
    case 'integer':
    case 'decimal':
      return [
        [{ [key]: text }, true],
        [{ [key]: '98765' }, false],
      ];
    case 'ref':
      return [
        [{ [key]: text }, true],
        [
          {
            [`${key}s`]: `other,${text}`.replace(
              'other',
              field.key === 'id' ? '019a0000-0000-7000-8000-000000000000' : 'other',
            ),
          },
          true,
        ],
        [{ [key]: 'zz' }, false],
      ];
    case 'choice':
    case 'flag':
    case 'dict':
    case 'file':
    case 'bool':
    case 'refs':
    case 'json':
    case 'secret':
      return [
        [{ [key]: text }, true],
        [{ [key]: 'zz' }, false],
      ];
  }
}

/** The body with each required field emptied in turn. */
function without(noun: Noun, body: Body): [path: string, body: Body][] {
  const required = (fields: Fields): string[] =>
    Object.entries(fields)
      .filter(([, field]) => field.required && field.kept !== true && field.filled !== true && !alwaysThere(field))
      .map(([key]) => key);
  const cases: [string, Body][] = required(fieldsOf(noun)).map((key) => [key, { ...body, [key]: null }]);
  if (noun.kind === 'entity') return cases;
  const [first, ...rest] = body['lines'] as Body[];
  return [
    ...cases,
    ...required(noun.lines).map((key): [string, Body] => [
      `lines.0.${key}`,
      { ...body, lines: [{ ...first, [key]: '' }, ...rest] },
    ]),
  ];
}

function changeOf(noun: Noun, opened: Row): Body {
  const fields = fieldsOf(noun);
  const key = noun.kind === 'entity' ? noun.nameField : 'remark';
  if (fields[key]?.kind === 'date') return { [key]: opened[key] };
  return { [fields[key] === undefined ? 'remark' : key]: '改过的' };
}

function titleOf(noun: Noun, key: string): Label {
  const fields = fieldsOf(noun);
  const named = Object.entries(fields).find(([name, field]) => field.kind === 'ref' && nameKeyOf(name) === key)?.[1];
  const own =
    fields[key]?.kind === 'ref' && !noun.list.columns.includes(nameKeyOf(key))
      ? withoutCode(fields[key].label)
      : fields[key]?.label;
  const kept = noun.kind === 'document' ? numberedLabelsOf(noun) : {};
  const stamps: Readonly<Record<string, Label>> = { ...kept, ...stampLabels };
  return own ?? stamps[key] ?? (named === undefined ? ['?', '?', '?'] : withoutCode(named.label));
}

/** Nouns whose sample holds this entity's code or id. */
function referrers(entity: Entity): string[] {
  return nouns
    .filter(
      (noun) =>
        noun !== entity &&
        (noun.kind === 'document' || noun.calls.includes('save')) &&
        [...Object.values(fieldsOf(noun)), ...Object.values(noun.kind === 'document' ? noun.lines : {})].some(
          (field) =>
            field.kind === 'ref' && field.required && field.virtual !== true && field.target().name === entity.name,
        ),
    )
    .map((noun) => noun.name);
}

function labelsOf(noun: Noun): [where: string, label: Label][] {
  const ofFields = (fields: Fields): [string, Label][] =>
    Object.entries(fields).flatMap(([key, field]): [string, Label][] => [
      [`${noun.name}.${key}`, field.label],
      ...(field.kind === 'choice'
        ? Object.entries(field.choices).map(([code, [cn, tw, en]]): [string, Label] => [
            `${noun.name}.${key}=${code}`,
            [cn, tw, en],
          ])
        : []),
    ]);
  const ofDocument: [string, Label][] =
    noun.kind === 'entity'
      ? []
      : [
          ...ofFields(noun.lines),
          [`${noun.name} lines`, noun.lineLabel],
          ...Object.entries(noun.states).map(([state, { label }]): [string, Label] => [`${noun.name} ${state}`, label]),
          ...Object.entries(noun.verbs).map(([verb, { label }]): [string, Label] => [`${noun.name} ${verb}`, label]),
        ];
  return [
    [noun.name, noun.label],
    ...(noun.screen === undefined ? [] : [[`${noun.name} screen`, noun.screen.title] as [string, Label]]),
    ...ofFields(fieldsOf(noun)),
    ...ofDocument,
  ];
}
