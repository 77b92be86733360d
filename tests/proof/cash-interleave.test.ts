import { afterAll, beforeAll, expect, test } from 'vitest';
import { timesOf } from '#tests/thorough.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
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
} from './cash.ts';
import { interleave, type Calls, type Scenario } from './interleaving.ts';
import { deadlocksIn, openShop } from './shop.ts';

const seeds = timesOf(50, 'PROOF_CASH_SEEDS');
const killRate = 0.05;
const patience = (scenarios: number): number => Math.max(180_000, scenarios * seeds * 3000);

let world: World;
let session: Session;
beforeAll(async () => {
  world = await openWorld('cash_interleave');
  session = world.first;
  await openShop(session, 3, '100000');
});
afterAll(() => world.close());

const line = [['HOT01', '6', '10']] as const;
const other = [
  ['HOT02', '4', '10'],
  ['HOT01', '3', '10'],
] as const;

/** Moments at which two or more people want the same money, goods or document. */
const scenarios: readonly Scenario[] = [
  {
    name: 'two orders for the last credit',
    async people(customer) {
      return (
        await Promise.all(
          [1, 2, 3].map(() => session.must<{ id: string }>('POST', orders, orderFor(customer, [['HOT01', '8', '10']]))),
        )
      ).map(({ id }) => [['PUT', `${orders}/audit`, [id]]]);
    },
    check: async (_customer, answers) =>
      answers.filter((answer) => answer === '').length === 1 ? null : `${answers.join()} instead of one order`,
  },
  {
    name: 'a movement goes out while its order is closed',
    async people(customer) {
      const { order, movement } = await orderInWarehouse(session, customer, line);
      return [
        [['PUT', `${movements}/audit`, [movement]]],
        [['PUT', `${orders}/close`, { ids: [order], operateMsg: 'x' }]],
        [
          ['PUT', `${movements}/unaudit`, [movement]],
          ['PUT', `${orders}/unclose`, [order]],
        ],
      ];
    },
  },
  {
    name: 'a movement goes out while the gate takes it back',
    async people(customer) {
      const { delivery, movement } = await orderInWarehouse(session, customer, line);
      return [
        [['PUT', `${movements}/audit`, [movement]]],
        [['PUT', `${releases}/unrelease`, [delivery]]],
        [['PUT', `${releases}/release`, [delivery]]],
      ];
    },
  },
  {
    name: 'a delivery is signed while its movement is taken back',
    async people(customer) {
      const { delivery, movement } = await orderInWarehouse(session, customer, line);
      await session.must('PUT', `${movements}/audit`, [movement]);
      return [
        [
          ['PUT', `${deliveries}/sign`, [delivery]],
          ['PUT', `${deliveries}/unsign`, [delivery]],
        ],
        [['PUT', `${movements}/unaudit`, [movement]]],
        [['PUT', `${deliveries}/sign`, [delivery]]],
      ];
    },
  },
  {
    name: 'a receipt is taken back while it is spent',
    async people(customer) {
      const receipt = await audited(session, bills, {
        organizeCode: 'O1',
        customerCode: customer,
        billType: 'RC',
        amount: '60',
      });
      const { id } = await session.must<{ id: string }>('POST', orders, orderFor(customer, [['HOT02', '15', '10']]));
      return [
        [['PUT', `${bills}/unaudit`, [receipt]]],
        [
          ['PUT', `${orders}/audit`, [id]],
          ['PUT', `${orders}/unaudit`, [id]],
        ],
      ];
    },
  },
  {
    name: 'a delivery is rewritten while its order is closed',
    async people(customer) {
      const { order, delivery } = await orderAtGate(session, customer, line);
      await session.must('PUT', `${deliveries}/unaudit`, [delivery]);
      const draft = await session.must<{ lines: object[] }>('GET', `${deliveries}/${delivery}`);
      return [
        [
          [
            'PUT',
            deliveries,
            { ...draft, rowVersion: null, lines: draft.lines.map((each) => ({ ...each, number: '2' })) },
          ],
        ],
        [
          ['PUT', `${deliveries}/cancel`, [delivery]],
          ['PUT', `${orders}/close`, { ids: [order], operateMsg: 'x' }],
        ],
        [['POST', `${orders}/pushDown`, [order]]],
      ];
    },
  },
  {
    name: 'two deliveries of one order are let out and carried out at once',
    async people(customer) {
      const { order, delivery } = await orderAtGate(session, customer, other);
      return [
        [['PUT', `${releases}/release`, [delivery]]],
        [['PUT', `${releases}/release`, [delivery]]],
        [['POST', `${orders}/pushDown`, [order]]],
      ];
    },
  },
  {
    name: 'the limit falls while orders take it',
    async people(customer) {
      const up = await audited(session, limits, {
        organizeCode: 'O1',
        customerCode: customer,
        changeType: '0',
        changeAmount: '50',
      });
      const ids = await Promise.all(
        [line, other].map((lines) => session.must<{ id: string }>('POST', orders, orderFor(customer, lines))),
      );
      return [[['PUT', `${limits}/unaudit`, [up]]], ...ids.map(({ id }): Calls => [['PUT', `${orders}/audit`, [id]]])];
    },
  },
  {
    name: 'bulk audits cross each other',
    async people(customer) {
      const ids = (
        await Promise.all(
          [line, other, line].map((lines) =>
            session.must<{ id: string }>(
              'POST',
              orders,
              orderFor(
                customer,
                lines.map(([code, , price]) => [code, '1', price] as const),
              ),
            ),
          ),
        )
      ).map(({ id }) => id);
      return [
        [['PUT', `${orders}/audit`, ids.slice(0, 2)]],
        [['PUT', `${orders}/audit`, ids.slice(1).toReversed()]],
        [['PUT', `${orders}/unaudit`, [ids[0]]]],
      ];
    },
  },
  {
    name: 'three movements of one order hand its freight to each other',
    async people(customer) {
      const { id } = await session.must<{ id: string }>(
        'POST',
        orders,
        orderFor(customer, [['HOT01', '3', '10']], {
          freightAmount: '7.50',
          allowanceAmount: '2',
          roundingAmount: '0.01',
        }),
      );
      await session.must('PUT', `${orders}/audit`, [id]);
      const made: string[] = [];
      for (let n = 0; n < 3; n += 1) {
        const {
          ids: [delivery = ''],
        } = await session.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [id]);
        const draft = await session.must<{ lines: object[] }>('GET', `${deliveries}/${delivery}`);
        await session.must('PUT', deliveries, {
          ...draft,
          lines: draft.lines.map((each) => ({ ...each, number: '1' })),
        });
        await session.must('PUT', `${deliveries}/audit`, [delivery]);
        made.push(...(await session.must<{ ids: string[] }>('PUT', `${releases}/release`, [delivery])).ids);
      }
      await session.must('PUT', `${movements}/audit`, made.slice(0, 2));
      return [
        [
          ['PUT', `${movements}/unaudit`, [made[0]]],
          ['PUT', `${movements}/audit`, [made[0]]],
        ],
        [['PUT', `${movements}/unaudit`, [made[1]]]],
        [
          ['PUT', `${movements}/audit`, [made[2]]],
          ['PUT', `${movements}/unaudit`, [made[2]]],
        ],
      ];
    },
  },
  {
    name: 'movements of two orders on the same goods',
    async people(customer) {
      const made = await Promise.all(
        [line, other].map((lines) =>
          orderInWarehouse(
            session,
            customer,
            lines.map(([code, , price]) => [code, '2', price] as const),
          ),
        ),
      );
      return made.map(({ movement }): Calls => [
        ['PUT', `${movements}/audit`, [movement]],
        ['PUT', `${movements}/unaudit`, [movement]],
        ['PUT', `${movements}/audit`, [movement]],
      ]);
    },
  },
];

test(
  `${scenarios.length} scenarios × ${seeds} seeds with ${killRate * 100} % of the backends ended: the books are right after each`,
  async () => {
    const { bad, told } = await interleave({
      world,
      scenarios,
      seeds,
      killRate,
      mark: 'I',
      open: (customer) => openCustomer(session, customer, { isControlled: true, limit: '100', cash: '0' }),
    });
    console.log(`cash interleavings: ${told}`);
    expect(bad).toEqual([]);
    expect(await deadlocksIn(world)).toBe(0);
  },
  patience(scenarios.length),
);
