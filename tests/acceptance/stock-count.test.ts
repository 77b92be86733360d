import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fixed, minus, plus } from '#platform/model/decimal.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { contractIsHere, readVectors } from '#tests/contract/shared.ts';
import { formOf } from '#tests/files.ts';
import { furnish } from '#tests/furniture.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { outcome } from '#tests/proof/shop.ts';
import { list } from '#tests/sheets.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let keeper: Session;
beforeAll(async () => {
  world = await openWorld('count');
  keeper = world.first;
  await furnish(keeper);
});
afterAll(() => world.close());
beforeEach(async () => {
  await param({ ST006: '1', ST012: '0', ST013: '1000' });
});

interface Line {
  readonly id: string;
  readonly productCode: string;
  readonly bookNumber: string | null;
  readonly countNumber: string | null;
  readonly countNumber2: string | null;
  readonly recountFlag: string;
  readonly differenceNumber: string | null;
  readonly countResult: string | null;
  readonly differenceAmount: string | null;
}
interface Count {
  readonly id: string;
  readonly code: string;
  readonly rowVersion: number;
  readonly differenceAmount: string | null;
  readonly lines: readonly Line[];
}
const path = '/stock/inventory';
const movements = '/stock/inout';
async function param(values: Readonly<Record<string, string>>): Promise<void> {
  for (const [code, value] of Object.entries(values)) {
    await world.sql(`delete from app.tenant_params where tenant_code = '1000' and code = $1`, [code]);
    await world.sql(
      `
        insert into app.tenant_params (tenant_code, id, code, name, value, type_code)
        values ('1000', gen_random_uuid(), $1, $1, $2, 'STK')`,
      [code, value],
    );
  }
}
/** A warehouse of its own: what is counted here is nobody else's. */
async function warehouse(code: string): Promise<void> {
  await keeper.must('POST', '/data/storage', { code, name: `仓${code}`, organizeCode: 'O1' });
}
const material = (code: string): Promise<unknown> =>
  keeper.must('POST', '/data/bd/material', {
    code,
    name: `漆${code}`,
    classCode: 'C1',
    mainUnitCode: 'PCS',
    barcode: `BAR${code}`,
  });
async function moved(storageCode: string, moveType: '3' | '7', goods: readonly (readonly [string, string, string?])[]) {
  const { id } = await keeper.must<{ id: string }>('POST', movements, {
    organizeCode: 'O1',
    moveType,
    storageCode,
    lines: goods.map(([productCode, number, price]) => ({ productCode, number, price: price ?? null })),
  });
  return outcome(await keeper.call('PUT', `${movements}/audit`, [id]));
}
const made = async (storageCode: string, codes: readonly string[] = []): Promise<Count> => {
  const { id } = await keeper.must<{ id: string }>('POST', path, {
    organizeCode: 'O1',
    storageCode,
    countDate: '2026-03-01',
    lines: codes.map((productCode) => ({ productCode })),
  });
  return read(id);
};
const read = (id: string): Promise<Count> => keeper.must<Count>('GET', `${path}/${id}`);
const act = async (verb: string, id: string): Promise<string> =>
  outcome(await keeper.call('PUT', `${path}/${verb}`, { ids: [id], operateMsg: '试' }));
const told = (id: string, ...entries: readonly (readonly [barcode: string, number: string])[]) =>
  keeper.call<unknown>('PUT', `${path}/count`, {
    id,
    entries: entries.map(([barcode, number]) => ({ barcode, number })),
  });
const onHand = async (storageCode: string, code: string): Promise<string> =>
  (
    await world.sql<{ n: string }>(
      `
        select on_hand::float::text as n
        from app.stock_balance
        where tenant_code = '1000' and storage_code = $1 and material_code = $2`,
      [storageCode, code],
    )
  )[0]?.n ?? '0';
const findings = (): Promise<unknown> => asAdministrator(world.adminUrl, checkLedgers);

interface VectorLine {
  readonly productCode: string;
  readonly snapshot?: string;
  readonly average?: string;
  readonly bookAtCount?: string;
  readonly countNumber?: string;
  readonly countNumber2?: string;
  readonly bookAtCount2?: string;
  readonly onHandAtAudit?: string;
  readonly estimated?: string;
}
interface Vector {
  readonly id: string;
  readonly title: string;
  readonly given: { readonly ST006?: string; readonly ST013?: string; readonly lines: readonly VectorLine[] };
  readonly expect: {
    readonly error?: string;
    readonly lines?: readonly Readonly<Record<string, string>>[];
    readonly absolute?: string;
    readonly approval?: boolean;
  };
}
const vectors = contractIsHere
  ? readVectors<{ stockCount: readonly Vector[] }>('second-half-vectors.json').stockCount
  : [];

describe.skipIf(!contractIsHere)('am-B20a: a count and what it posts', () => {
  test.each(vectors.map((vector) => [`${vector.id}: ${vector.title}`, vector] as const))(
    '%s',
    async (_title, vector) => {
      const { given } = vector;
      const place = vector.id;
      const named = (code: string): string => `${vector.id}${code}`;
      await warehouse(place);
      await param({ ST006: given.ST006 ?? '1', ST013: given.ST013 ?? '1000' });
      for (const line of given.lines) await material(named(line.productCode));
      const stocked = given.lines.filter(({ snapshot }) => snapshot !== undefined);
      if (stocked.length > 0)
        await moved(
          place,
          '3',
          stocked.map((line) => [named(line.productCode), line.snapshot ?? '0', line.average ?? '0'] as const),
        );
      for (const line of given.lines.filter(({ estimated }) => estimated !== undefined)) await expected(line, named);
      const anchor = `${vector.id}X`;
      await material(anchor);
      if (stocked.length === 0) await moved(place, '3', [[anchor, '1', '1']]);
      const { id } = await made(place);
      if (stocked.length === 0) await told(id, [anchor, '1']);
      const there = new Map(stocked.map((line) => [line.productCode, line.snapshot ?? '0']));
      /** The goods go on until so many are left. */
      const until = async (code: string, number: string | undefined): Promise<void> => {
        const gone = minus(there.get(code) ?? '0', number ?? there.get(code) ?? '0');
        if (gone !== '0') expect(await moved(place, '7', [[named(code), gone]])).toBe('');
        there.set(code, number ?? there.get(code) ?? '0');
      };
      for (const line of given.lines) {
        await until(line.productCode, line.bookAtCount);
        if (line.countNumber !== undefined)
          expect(outcome(await told(id, [named(line.productCode), line.countNumber]))).toBe('');
      }
      for (const line of given.lines.filter(({ countNumber2 }) => countNumber2 !== undefined)) {
        expect(await act('recount', id)).toBe('');
        await until(line.productCode, line.bookAtCount2);
        expect(outcome(await told(id, [named(line.productCode), line.countNumber2 ?? '']))).toBe('');
      }
      for (const line of given.lines) await until(line.productCode, line.onHandAtAudit);

      if (vector.expect.error !== undefined) {
        expect(await act('audit', id)).toBe(vector.expect.error);
        return;
      }
      expect(await act('audit', id)).toBe(vector.expect.approval === true ? 'E-NO-ROUTE' : '');
      // Approved by whoever may: here the limit is raised instead.
      await param({ ST013: '999999' });
      if (vector.expect.approval === true) expect(await act('audit', id)).toBe('');
      const bill = await read(id);
      expect(fixed(bill.differenceAmount ?? '0', 2)).toBe(vector.expect.absolute);
      const lines = await Promise.all(
        bill.lines
          .filter(({ productCode }) => productCode !== anchor)
          .map(async (line) => ({
            productCode: line.productCode.slice(vector.id.length),
            bookNumber: plus(line.bookNumber),
            differenceNumber: plus(line.differenceNumber),
            countResult: line.countResult,
            differenceAmount: fixed(line.differenceAmount ?? '0', 2),
            onHandAfter: await onHand(place, line.productCode),
          })),
      );
      expect(lines).toEqual(vector.expect.lines);
      expect(await findings()).toEqual([]);
      expect(await act('unaudit', id)).toBe('');
      expect(await findings()).toEqual([]);
    },
  );

  async function expected(line: VectorLine, named: (code: string) => string): Promise<void> {
    const { id } = await keeper.must<{ id: string }>('POST', '/channelsale/price/cost', {
      productCode: named(line.productCode),
      year: 2026,
      month: 3,
      cost: line.estimated,
    });
    await keeper.must('PUT', '/channelsale/price/cost/audit', [id]);
  }
});

describe('a warehouse that is counted', () => {
  test('lies still until its count is approved (E-COUNTING); elsewhere and with other goods work goes on', async () => {
    await warehouse('K1');
    await material('K1A');
    await material('K1B');
    await moved('K1', '3', [['K1A', '10', '2']]);
    const { id } = await made('K1');
    expect(await moved('K1', '7', [['K1A', '1']])).toBe('E-COUNTING');
    expect(await moved('K1', '3', [['K1B', '5', '2']])).toBe('');
    expect(await moved('W1', '7', [['M1', '1']])).toBe('');
    await told(id, ['K1A', '9']);
    expect(await act('audit', id)).toBe('');
    expect(await moved('K1', '7', [['K1A', '1']])).toBe('');
    expect(await onHand('K1', 'K1A')).toBe('8');
    expect(await findings()).toEqual([]);
  });

  test('takes no opening stock of what is counted, and gives none back (E-COUNTING)', async () => {
    await warehouse('K3');
    for (const code of ['K3A', 'K3B']) await material(code);
    await moved('K3', '3', [['K3A', '10', '2']]);
    const opened = async (productCode: string): Promise<string> => {
      const { id } = await keeper.must<{ id: string }>('POST', '/channelsale/opening', {
        kind: 'stock',
        lines: [{ storageCode: 'K3', productCode, number: '4', amount: '8' }],
      });
      return id;
    };
    const booked = async (verb: string, id: string): Promise<string> =>
      outcome(await keeper.call('PUT', `/channelsale/opening/${verb}`, [id]));
    const [counted, other] = [await opened('K3A'), await opened('K3B')];
    const { id } = await made('K3');
    expect([await booked('audit', counted), await booked('audit', other)]).toEqual(['E-COUNTING', '']);
    const second = await made('K3', ['K3B']);
    expect(await booked('unaudit', other)).toBe('E-COUNTING');
    for (const each of [id, second.id]) expect(await act('cancel', each)).toBe('');
    expect([await booked('audit', counted), await booked('unaudit', other)]).toEqual(['', '']);
    expect([await onHand('K3', 'K3A'), await onHand('K3', 'K3B')]).toEqual(['14', '0']);
    expect(await findings()).toEqual([]);
  });

  test('says whose goods a deficit takes, before its approval and as long as they are short; blind it says nothing', async () => {
    await warehouse('K5');
    await material('K5A');
    await moved('K5', '3', [['K5A', '10', '2']]);
    const price = await keeper.must<{ id: string }>('POST', '/channelsale/price/benchmark', {
      productCode: 'K5A',
      price: '9',
      unitType: '0',
      startDate: '2020-01-01',
      endDate: '2099-12-31',
    });
    await keeper.must('PUT', '/channelsale/price/benchmark/audit', [price.id]);
    const order = await keeper.must<{ id: string; data: { code: string } }>('POST', '/channelsale/order', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      storageCode: 'K5',
      lines: [{ productCode: 'K5A', number: '8' }],
    });
    await keeper.must('PUT', '/channelsale/order/audit', [order.id]);
    await param({ ST006: '0' });
    const affected = async (id: string): Promise<readonly { text: string; ways: readonly object[] }[]> =>
      (await keeper.must<{ missing: { text: string; ways: object[] }[] }>('GET', `${path}/${id}/standing`)).missing;
    const { id } = await made('K5');
    await told(id, ['K5A', '9']);
    expect(await affected(id)).toEqual([]);
    await told(id, ['K5A', '4']);
    const words = `「漆K5A」盘亏后剩 4 件，已占用 8 件，受影响：${order.data.code}`;
    const way = { label: order.data.code, open: { type: 'order:order', id: order.id } };
    expect(await affected(id)).toEqual([{ text: words, isBlocking: false, ways: [way] }]);
    expect(await act('audit', id)).toBe('');
    expect((await affected(id)).map(({ text }) => text)).toEqual([words]);
    await param({ ST012: '1' });
    const blind = await made('K5');
    await told(blind.id, ['K5A', '1']);
    expect(await affected(blind.id)).toEqual([]);
    // What the order gives up is not missing any more.
    await keeper.must('PUT', '/channelsale/order/close', { ids: [order.id], operateMsg: '少货', reasonKind: '0' });
    expect(await affected(id)).toEqual([]);
  });

  test('comes in as a file of what is to be counted, or of what was', async () => {
    await warehouse('K4');
    for (const code of ['K4A', 'K4B']) await material(code);
    await moved('K4', '3', [
      ['K4A', '10', '2'],
      ['K4B', '5', '2'],
    ]);
    const titles = ['单据序号', '组织编码', '仓库编码', '盘点日期', '产品编码', '实盘数量'];
    const form = formOf(
      list(titles, [
        ['1', 'O1', 'K4', '2026-03-01', 'K4A', '9'],
        ['1', 'O1', 'K4', '2026-03-01', 'K4B', ''],
      ]),
      'count.csv',
    );
    const reply = await world.app.inject({
      method: 'POST',
      url: `/api${path}/import`,
      headers: { ...form.headers, token: keeper.token },
      payload: form.payload,
    });
    expect(reply.json()).toMatchObject({ code: 0, data: { failCount: 0 } });
    const { list: found } = await keeper.must<{ list: { id: string }[] }>('GET', `${path}/page?storageCode=K4`);
    const { lines } = await read(found[0]?.id ?? '');
    expect(lines.map((line) => [line.productCode, line.countNumber, line.bookNumber, line.countResult])).toEqual([
      ['K4A', '9', '10', '2'],
      ['K4B', null, '5', null],
    ]);
  });

  test('takes what is missing although it was promised, never what is not there, and gives it back (E-ONHAND)', async () => {
    await warehouse('K2');
    await material('K2A');
    await moved('K2', '3', [['K2A', '10', '2']]);
    await param({ ST006: '0' });
    const { id } = await made('K2');
    await told(id, ['K2A', '2']);
    await moved('K2', '7', [['K2A', '5']]);
    // Eight are missing, five are left.
    expect(await act('audit', id)).toBe('E-ONHAND');
    await moved('K2', '3', [['K2A', '5', '2']]);
    expect(await act('audit', id)).toBe('');
    expect(await onHand('K2', 'K2A')).toBe('2');
    const [out] = await world.sql<{ id: string; code: string }>(`
      select id, code
      from app.stock_inout
      where storage_code = 'K2' and move_type = '7' and source_code is not null`);
    expect(outcome(await keeper.call('PUT', `${movements}/unaudit`, [out?.id]))).toBe('E-MADE');
    expect(await act('unaudit', id)).toBe('');
    expect(await onHand('K2', 'K2A')).toBe('10');
    expect(await findings()).toEqual([]);
  });
});

describe('a blind count', () => {
  /** Everything that is answered about it. */
  const answers = async (id: string): Promise<string> => {
    const replies = [
      await keeper.call('GET', `${path}/${id}`),
      await keeper.call('GET', `${path}/page?limit=500`),
      await keeper.call('POST', `${path}/print`, { ids: [id] }),
      await keeper.call('GET', `/sys/operationlog/page?recordId=${id}`),
    ];
    return JSON.stringify(replies);
  };

  test('tells neither book number nor difference before it is approved, and all of it then (ST012)', async () => {
    await warehouse('B1');
    await material('B1A');
    await moved('B1', '3', [['B1A', '7177', '0.01']]);
    await param({ ST012: '1' });
    const count = await made('B1');
    const replies = [
      JSON.stringify(count),
      JSON.stringify(await told(count.id, ['B1A', '7070'])),
      await answers(count.id),
    ];
    expect(await act('recount', count.id)).toBe('');
    replies.push(JSON.stringify(await told(count.id, ['B1A', '7071'])), await answers(count.id));
    const bill = await read(count.id);
    replies.push(JSON.stringify(await keeper.call('PUT', path, { ...bill, remark: '盲' })), await answers(count.id));
    for (const reply of replies) expect(reply).not.toMatch(/7177|-106|-107|\b106\b|\b107\b/);
    expect((await read(count.id)).lines).toMatchObject([
      { recountFlag: '1', bookNumber: null, differenceNumber: null },
    ]);
    expect(await act('audit', count.id)).toBe('');
    const [line] = (await read(count.id)).lines;
    expect([plus(line?.bookNumber), plus(line?.differenceNumber), line?.countResult]).toEqual(['7177', '-106', '2']);
    expect(await act('unaudit', count.id)).toBe('');
    expect(JSON.stringify(await read(count.id))).not.toMatch(/7177|-106/);
  });

  test('is recounted once, and only what differs; what was asked for again is told again', async () => {
    await warehouse('B2');
    for (const code of ['B2A', 'B2B']) await material(code);
    await moved('B2', '3', [
      ['B2A', '5', '1'],
      ['B2B', '5', '1'],
    ]);
    await param({ ST012: '1' });
    const { id } = await made('B2');
    await told(id, ['B2A', '5']);
    expect(await act('recount', id)).toBe('E-COUNT-EMPTY');
    await told(id, ['BARB2B', '4']);
    expect(await act('recount', id)).toBe('');
    expect((await read(id)).lines.map(({ recountFlag }) => recountFlag)).toEqual(['0', '1']);
    expect(await act('recount', id)).toBe('E-STATE');
    expect(await act('audit', id)).toBe('E-COUNT-EMPTY');
    await told(id, ['B2B', '5']);
    expect(await act('audit', id)).toBe('');
    expect((await read(id)).lines.map(({ countResult }) => countResult)).toEqual(['1', '1']);
  });
});

describe('those who count', () => {
  test('two at once lose no line, and a form that was opened before them is told so', async () => {
    await warehouse('T1');
    const codes = Array.from({ length: 40 }, (_, n) => `T1${String(n).padStart(2, '0')}`);
    for (const code of codes) await material(code);
    await moved(
      'T1',
      '3',
      codes.map((code) => [code, '9', '1'] as const),
    );
    const opened = await made('T1');
    const person = async (mine: readonly string[]): Promise<void> => {
      for (const code of mine) expect(outcome(await told(opened.id, [code, '8']))).toBe('');
    };
    await Promise.all([person(codes.filter((_, n) => n % 2 === 0)), person(codes.filter((_, n) => n % 2 === 1))]);
    const bill = await read(opened.id);
    expect(bill.lines.map(({ countNumber }) => plus(countNumber))).toEqual(codes.map(() => '8'));
    expect(outcome(await keeper.call('PUT', path, { ...opened, remark: '旧' }))).toBe('E-VERSION');
  });

  test('scan: a barcode counts on, a wrong one is refused, and what lies beyond the list is found', async () => {
    await warehouse('T2');
    for (const code of ['T2A', 'T2B']) await material(code);
    await moved('T2', '3', [['T2A', '3', '1']]);
    const { id } = await made('T2');
    const scan = (barcode: string): Promise<unknown> =>
      keeper.call('PUT', `${path}/count`, { id, entries: [{ barcode, number: '1', isMore: true }] });
    await scan('BART2A');
    await scan('BART2A');
    await scan('BART2B');
    expect(outcome((await scan('NOBODY')) as never)).toBe('E-BARCODE');
    expect((await read(id)).lines.map(({ productCode, countNumber }) => [productCode, plus(countNumber)])).toEqual([
      ['T2A', '2'],
      ['T2B', '1'],
    ]);
  });

  test('[A341] while goods move on find exactly what was planted: surplus, match or deficit (ST006 0)', async () => {
    await warehouse('T3');
    await param({ ST006: '0', ST013: '999999' });
    const codes = Array.from({ length: 30 }, (_, n) => `T3${String(n).padStart(2, '0')}`);
    for (const code of codes) await material(code);
    await moved(
      'T3',
      '3',
      codes.map((code) => [code, '100', '1'] as const),
    );
    const { id } = await made('T3');
    // What lies there beside what the books know: goods are not moved while somebody counts them.
    const planted = new Map(codes.map((code, n) => [code, n % 7 === 0 ? (n % 2 === 0 ? 2 : -3) : 0]));
    const turns = new Map<string, Promise<unknown>>();
    const alone = (code: string, work: () => Promise<unknown>): Promise<unknown> => {
      const turn = (turns.get(code) ?? Promise.resolve()).then(work);
      turns.set(code, turn);
      return turn;
    };
    const work = Array.from({ length: 60 }, (_, n) => {
      const code = codes[(n * 7) % codes.length] ?? '';
      return () => alone(code, () => moved('T3', n % 3 === 0 ? '3' : '7', [[code, String(1 + (n % 4)), '1']]));
    });
    const counting = codes.map(
      (code) => () =>
        alone(code, async () => {
          const there = Number(await onHand('T3', code)) + (planted.get(code) ?? 0);
          expect(outcome(await told(id, [code, String(there)]))).toBe('');
        }),
    );
    const both = [...work.slice(0, 30), ...counting.flatMap((each, n) => [each, work[30 + n] ?? each])];
    for (let at = 0; at < both.length; at += 4) await Promise.all(both.slice(at, at + 4).map((each) => each()));
    for (const each of work.slice(0, 10)) await each();
    const before = new Map(await Promise.all(codes.map(async (code) => [code, await onHand('T3', code)] as const)));
    expect(await act('audit', id)).toBe('');
    const { lines } = await read(id);
    expect(lines.map(({ productCode, differenceNumber }) => [productCode, Number(differenceNumber)])).toEqual(
      codes.map((code) => [code, planted.get(code)]),
    );
    expect(lines.map(({ productCode, countResult }) => [productCode, countResult])).toEqual(
      codes.map((code) => [code, { '1': '0', '0': '1', '-1': '2' }[String(Math.sign(planted.get(code) ?? 0))]]),
    );
    for (const code of codes)
      expect(await onHand('T3', code)).toBe(String(Number(before.get(code)) + (planted.get(code) ?? 0)));
    expect(await findings()).toEqual([]);
  });
});
