/**
 * node tests/migrated/make.ts <file>
 * Writes a database of the product as it is in this checkout, with every document in every state, to a file. A test of
 * later commits migrates it and goes on with it, so it is made by the services of the commit that is left behind: check
 * that commit out, put this file into it, and run it there against any PostgreSQL (TEST_ADMIN_URL).
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Document } from '#platform/model/document.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { documents, nounNamed, sampler } from '#tests/conformance/sample.ts';
import { furnish } from '#tests/furniture.ts';
import {
  audited,
  bills,
  deliveries,
  limits,
  movements,
  openCustomer,
  orderAtGate,
  orderFor,
  orderInWarehouse,
  orders,
  releases,
} from '#tests/proof/cash.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import { drawProcess } from '#workflow/model/engine/drawing.ts';

type Lines = readonly (readonly [code: string, number: string, price: string])[];
interface Menu {
  readonly id: string;
  readonly url: string | null;
  readonly permissions: string | null;
  readonly children?: readonly Menu[];
}

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: node tests/migrated/make.ts <file>');
process.env['QUDAO_SEAL_KEY'] ??= Buffer.alloc(32, 7).toString('base64');
/** Routes by the key of their process. */
const drawn = new Map<string, string>();
const world = await openWorld('made');
try {
  await fill(world);
  for (const { rule, statement } of bookChecks) {
    const findings = await world.sql(statement.text);
    if (findings.length > 0) throw new Error(`${rule}: ${JSON.stringify(findings)}`);
  }
  writeFileSync(file, packed(world.adminUrl));
} finally {
  await world.close();
}

async function fill({ first, second, platform, sql }: World): Promise<void> {
  await furnish(first);
  await stockUp(first);
  await hire(first, 'old', 'O1');
  await tradeOnTheWay(first);
  await moneyOnTheWay(first);
  await decimalsAndMonths(first);
  await approvalsOnTheWay(first, 'old');

  const samples = sampler(second, platform, { code: 'S', mark: '样本', sql });
  await hire(second, 'other', (await samples.recordOf(nounNamed('sys:organization')))['code']);
  await second.must('PUT', '/stock/inout/audit', [(await samples.create(nounNamed('stock:inout'))).id]);
  for (const document of documents)
    for (const situation of situationsOf(document)) {
      const { id } = await samples.create(document);
      if (situation === 'inApproval') await submit(second, document, id, 'other');
      else
        for (const verb of wayTo(document, situation))
          await second.must('PUT', `${document.path}/${verb}`, { ids: [id], operateMsg: '迁移' });
    }
}

async function stockUp(first: Session): Promise<void> {
  for (const moveType of ['0', '3'])
    await audited(first, movements, {
      organizeCode: 'O1',
      moveType,
      storageCode: 'W1',
      lines: ['M1', 'M2', 'M3'].map((productCode) => ({ productCode, number: '1000', price: '8.1234' })),
    });
}

/** A role that somebody edited under the code of a shipped one, and two of the house; all have people in them. */
async function hire(admin: Session, name: string, organizeCode: unknown): Promise<void> {
  const menus = flat(await admin.must<readonly Menu[]>('GET', '/sys/menu/select'));
  const roleOf = async (code: string, grants: RegExp): Promise<string> =>
    (
      await admin.must<{ id: string }>('POST', '/sys/role', {
        code,
        name: `${code} ${name}`,
        menuList: menus
          .filter(({ permissions }) => permissions !== null && grants.test(permissions))
          .map(({ id }) => id),
      })
    ).id;
  const approving = /^(activiti:(todo|joined|myapply)|\w+:\w+:(approve|page|view)$)/;
  for (const [person, code, grants] of [
    ['clerk', 'SALES_CLERK', /^order:order:(page|view|save|update)$/],
    ['boss', 'BOSS', approving],
    ['chief', 'CHIEF', approving],
  ] as const)
    await admin.must('POST', '/sys/user', {
      username: `${person}_${name}`,
      realName: `${person}_${name}`,
      password: 'Worlds2026test',
      confirmPassword: 'Worlds2026test',
      roleIdList: [await roleOf(code, grants)],
      organizeCode,
    });
}
function flat(menus: readonly Menu[]): Menu[] {
  return menus.flatMap((menu) => [menu, ...flat(menu.children ?? [])]);
}

/** Orders that are under way, each of a customer whose code says how far. */
async function tradeOnTheWay(first: Session): Promise<void> {
  const goods: Lines = [
    ['M1', '10', '100'],
    ['M2', '7', '33.33'],
  ];
  const customer = (code: string, limit = '5000'): Promise<void> =>
    openCustomer(first, code, { limit, cash: '500', isControlled: true });
  /** So many of the first line leave, the rest of the order waits. */
  async function part(customerCode: string, number: string, isSigned: boolean): Promise<string> {
    const { order, delivery } = await pushed(first, customerCode, goods);
    const draft = await first.must<{ lines: readonly object[] }>('GET', `${deliveries}/${delivery}`);
    await first.must('PUT', deliveries, { ...draft, lines: [{ ...draft.lines[0], number }] });
    await leave(first, delivery);
    if (isSigned) await first.must('PUT', `${deliveries}/sign`, [delivery]);
    return order;
  }

  await customer('MG-PART');
  await part('MG-PART', '4', false);
  await customer('MG-SIGNED');
  const signed = await part('MG-SIGNED', '6', true);
  const { ids } = await first.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [signed]);
  await leave(first, ids[0] ?? '');
  await customer('MG-CLOSED');
  const closed = await part('MG-CLOSED', '3', false);
  const { lines } = await first.must<{ lines: readonly { id: string }[] }>('GET', `${orders}/${closed}`);
  await first.must('PUT', `${orders}/close`, { ids: [closed], lineIds: [lines[1]?.id], operateMsg: '客户取消' });
  await customer('MG-GATE');
  await orderAtGate(first, 'MG-GATE', goods);
  await customer('MG-STORE');
  await orderInWarehouse(first, 'MG-STORE', goods);
  await customer('MG-CHARGED');
  await audited(first, orders, orderFor('MG-CHARGED', goods, { freightAmount: '12.5', allowanceAmount: '7.77' }));
  await customer('MG-SAVED');
  await first.must('POST', orders, orderFor('MG-SAVED', goods));
  await customer('MG-SHORT');
  const { delivery, movement } = await orderInWarehouse(first, 'MG-SHORT', goods);
  await first.must('PUT', `${movements}/audit`, [movement]);
  const sent = await first.must<{ lines: readonly { id: string }[] }>('GET', `${deliveries}/${delivery}`);
  await first.must('PUT', `${deliveries}/sign`, [
    { id: delivery, lines: sent.lines.map(({ id }) => ({ id, signedNumber: '5' })) },
  ]);
}

async function pushed(
  first: Session,
  customerCode: string,
  lines: Lines,
): Promise<{ order: string; delivery: string }> {
  const order = await audited(first, orders, orderFor(customerCode, lines));
  const { ids } = await first.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [order]);
  return { order, delivery: ids[0] ?? '' };
}

async function leave(first: Session, delivery: string): Promise<void> {
  await first.must('PUT', `${deliveries}/audit`, [delivery]);
  const { ids } = await first.must<{ ids: string[] }>('PUT', `${releases}/release`, [delivery]);
  await first.must('PUT', `${movements}/audit`, ids);
}

/** Rebate that was given and partly spent, credit that was used and repaid, limits that are lent. */
async function moneyOnTheWay(first: Session): Promise<void> {
  const bill = (customerCode: string, billType: string, amount: string, more: object = {}): Promise<string> =>
    audited(first, bills, { organizeCode: 'O1', customerCode, billType, amount, ...more });
  await openCustomer(first, 'MG-REBATE', { limit: '0', cash: '2000', isControlled: true });
  await bill('MG-REBATE', 'AD', '300', { accountCode: 'A003-O1-MG-REBATE' });
  await bill('MG-REBATE', 'AD', '200', { accountCode: 'A003-O1-MG-REBATE' });
  await orderInWarehouse(first, 'MG-REBATE', [['M3', '10', '100']]);
  const spent = await orderInWarehouse(first, 'MG-REBATE', [['M3', '2', '100']]);
  await first.must('PUT', `${movements}/audit`, [spent.movement]);

  // Bought on credit, paid, and brought back: what came back stands where it was taken from.
  await openCustomer(first, 'MG-CREDIT', { limit: '5000', cash: '0', isControlled: true });
  const { movement } = await orderInWarehouse(first, 'MG-CREDIT', [['M1', '10', '100']]);
  await first.must('PUT', `${movements}/audit`, [movement]);
  await bill('MG-CREDIT', 'RC', '1000');
  const { ids } = await first.must<{ ids: string[] }>('POST', `${movements}/red`, [movement]);
  await first.must('PUT', `${movements}/audit`, ids);
  await openCustomer(first, 'MG-OWES', { limit: '5000', cash: '0', isControlled: true });
  const owed = await orderInWarehouse(first, 'MG-OWES', [['M2', '10', '50']]);
  await first.must('PUT', `${movements}/audit`, [owed.movement]);
  await first.must('POST', `${movements}/red`, [owed.movement]);

  const day = (shift: number): string => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10);
  const lend = (customerCode: string, startDate: string, endDate: string): Promise<string> =>
    audited(first, limits, {
      organizeCode: 'O1',
      customerCode,
      changeType: '1',
      changeAmount: '700',
      startDate,
      endDate,
    });
  await openCustomer(first, 'MG-LENT', { limit: '100', cash: '0', isControlled: true });
  await lend('MG-LENT', day(-2), '2099-12-31');
  await openCustomer(first, 'MG-LATER', { limit: '100', cash: '0', isControlled: true });
  await lend('MG-LATER', '2099-01-01', '2099-12-31');
  await openCustomer(first, 'MG-ENDED', { limit: '100', cash: '0', isControlled: true });
  const ended = await lend('MG-ENDED', day(-2), '2099-12-31');
  await first.must('PUT', `${limits}/close`, { ids: [ended], operateMsg: '提前结束' });
}

/** Goods that are sold by weight, a month that was closed, and money of a month that nobody opened. */
async function decimalsAndMonths(first: Session): Promise<void> {
  await first.must('POST', '/data/bd/unit', { code: 'KG', name: '公斤' });
  await first.must('POST', '/data/bd/material', {
    code: 'MG-PASTE',
    name: '色浆',
    classCode: 'C1',
    brandCode: 'B1',
    mainUnitCode: 'KG',
    price: '10',
    taxRate: '13',
  });
  await audited(first, movements, {
    organizeCode: 'O1',
    moveType: '3',
    storageCode: 'W1',
    lines: [{ productCode: 'MG-PASTE', number: '20.125', price: '8' }],
  });
  await openCustomer(first, 'MG-WEIGHT', { limit: '5000', cash: '0', isControlled: true });
  await audited(first, orders, orderFor('MG-WEIGHT', [['MG-PASTE', '2.5', '10']]));
  const { id } = await first.must<{ id: string }>('POST', '/sys/accountperiod', {
    year: 2026,
    month: 3,
    startDate: '2026-03-01',
    endDate: '2026-03-31',
  });
  for (const verb of ['open', 'settle']) await first.must('PUT', `/sys/accountperiod/${verb}`, [id]);
  const body = { organizeCode: 'O1', customerCode: 'MG-WEIGHT', billType: 'RC', amount: '25' };
  await first.must('POST', bills, { ...body, billDate: '2026-05-10' });
}

/** Orders that one or two people have yet to agree to, and one that was sent back to who wrote it. */
async function approvalsOnTheWay(first: Session, name: string): Promise<void> {
  for (const code of ['MG-ASKED', 'MG-HALF', 'MG-SENTBACK', 'MG-SPECIAL'])
    await openCustomer(first, code, { limit: '5000', cash: '0', isControlled: true });
  const order = nounNamed('order:order') as Document;
  const write = async (customerCode: string, more: object = {}): Promise<string> =>
    (await first.must<{ id: string }>('POST', orders, orderFor(customerCode, [['M1', '3', '100']], more))).id;
  await submit(first, order, await write('MG-ASKED'), name);
  await submit(first, order, await write('MG-SPECIAL', { orderType: '1' }), name);
  const [half, back] = [await write('MG-HALF'), await write('MG-SENTBACK')];
  for (const id of [half, back]) await submit(first, order, id, name);
  const boss = await world.login(`boss_${name}`);
  await boss.must('PUT', `${orders}/approve`, { ids: [half], operateMsg: '同意' });
  await boss.must('PUT', `${orders}/reject`, { ids: [back], operateMsg: '请改数量' });
}

/** Sent in by a route that is laid for it alone: with one in force nothing else of its kind could simply be audited. */
async function submit(admin: Session, { number, path, name }: Document, id: string, people: string): Promise<void> {
  const docType = number.prefix;
  const key = `${docType}_${people}`.toUpperCase();
  let route = drawn.get(key);
  if (route === undefined) {
    const modelXml = drawProcess({
      key,
      docType,
      nodes: [
        { kind: 'startEvent', id: 'start' },
        { kind: 'userTask', id: 'agree', name: '经理', approvers: 'role:BOSS' },
        { kind: 'userTask', id: 'again', name: '总经理', approvers: 'role:CHIEF' },
        { kind: 'endEvent', id: 'end' },
      ],
      flows: [
        ['start', 'agree'],
        ['agree', 'again'],
        ['again', 'end'],
      ],
    });
    const model = await admin.must<{ id: string }>('POST', '/activiti/model', { name: key, key, modelXml });
    await admin.must('POST', `/activiti/model/deploy/${model.id}`);
    ({ id: route } = await admin.must<{ id: string }>('POST', '/activiti/bizroute', {
      name: key,
      processDefinitionKey: key,
      docType,
      routeName: name.replace(':', '-'),
      saveUrl: path,
      formName: name.split(':')[1],
      status: '0',
    }));
    drawn.set(key, route);
  }
  await switchRoute(admin, route, '1');
  await admin.must('POST', '/activiti/running/startOfBusinessKey', { processDefinitionKey: key, businessKey: id });
  await switchRoute(admin, route, '0');
}

async function switchRoute(admin: Session, id: string, status: '0' | '1'): Promise<void> {
  await admin.must('PUT', '/activiti/bizroute', {
    ...(await admin.must<object>('GET', `/activiti/bizroute/${id}`)),
    status,
  });
}

/** Every state of a document, and the voided one, which rests in the closed state. */
function situationsOf(document: Document): readonly string[] {
  const isVoidable = Object.values(document.verbs).some((verb) => verb.sets === 'cancelled');
  return [...Object.keys(document.states), ...(isVoidable ? ['voided'] : [])];
}

/** The shortest row of verbs from the first state. */
function wayTo(document: Document, situation: string): readonly string[] {
  const voiding = Object.entries(document.verbs).find(([, verb]) => verb.sets === 'cancelled')?.[0] ?? '';
  if (situation === 'voided') return [voiding];
  const ways = new Map<string, readonly string[]>([[document.initial, []]]);
  for (const [state, way] of ways) {
    const steps = Object.entries(document.verbs)
      .filter(
        ([, rule]) =>
          rule.when !== undefined && rule.asksReason !== true && rule.to === state && rule.from.includes(state),
      )
      .map(([verb]) => verb);
    for (const [verb, rule] of Object.entries(document.verbs))
      if (verb !== voiding && rule.from.includes(state) && !ways.has(rule.to))
        ways.set(rule.to, [...way, ...(rule.when === undefined ? [] : steps), verb]);
  }
  const way = ways.get(situation);
  // One whose only way there is to be voided, which is a situation of its own.
  if (way === undefined) console.log(`no verb leads ${document.name} to ${situation}`);
  return way ?? [voiding];
}

/** Statements that any client can send; sessions and what was only counted stay behind. */
function packed(url: string): Buffer {
  const sql = execFileSync(
    'pg_dump',
    [
      '--inserts',
      '--rows-per-insert=1000',
      '--no-comments',
      '--exclude-table-data=sec.session',
      '--exclude-table-data=sec.captcha',
      '--exclude-table-data=sec.ticket',
      url,
    ],
    { encoding: 'utf8', maxBuffer: 2 ** 28 },
  )
    .split('\n')
    .filter((line) => !line.startsWith('\\'))
    // Roles and schemas are made by whoever restores it.
    .map((line) => line.replace(/^CREATE SCHEMA /, 'CREATE SCHEMA IF NOT EXISTS '))
    .join('\n');
  return brotliCompressSync(Buffer.from(sql), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
}
