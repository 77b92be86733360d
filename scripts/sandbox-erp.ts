/**
 * node scripts/sandbox-erp.ts [--port 8099]
 * The ERP of the demo: bills of the last ten days for its factory in Shanghai, one of them with a material that nobody
 * knows, and sixty that wait for approval elsewhere. Orders that are pushed to it are acknowledged after a second,
 * those whose number ends in X99 refused. It keeps the password of one user, for accounts that are verified by the ERP.
 * The demo has it as external system SANDBOX; the product calls it when EXCHANGE_ALLOW_PRIVATE=1.
 */
import { parseArgs } from 'node:util';
import { defaultZone } from '#platform/model/zone.ts';
import { todayIn } from '#platform/server/command/command.ts';
import { demoPending } from '#scripts/demo-data/hub-bills.ts';
import { sandboxAccount, sandboxPort, sandboxUser } from '#scripts/demo-data/sandbox.ts';
import { startExchangeSystem, type SandboxBill } from '#tests/exchange-system.ts';

const {
  values: { port },
} = parseArgs({ options: { port: { type: 'string', default: String(sandboxPort) } } });

const daysAgo = (days: number): string =>
  new Date(Date.parse(todayIn(defaultZone)) - days * 86_400_000).toISOString().slice(0, 10);
const organizeCode = 'SHF';
const customers = ['C10000001', 'C10000004'];
const materials = ['AP0011L', 'AP00112XL', 'AP00113XL'];

const orders = Array.from({ length: 20 }, (_each, n): SandboxBill => ({
  type: 'order',
  billNo: `ERP-SO-${String(n + 1).padStart(3, '0')}`,
  billDate: daysAgo(Math.floor(n / 2)),
  organizeCode,
  customerCode: customers[n % customers.length],
  remark: '来自沙箱 ERP',
  lines: [
    {
      materialCode: n === 5 ? 'NO-SUCH-MATERIAL' : materials[n % materials.length],
      number: String(n + 1),
      price: '39.9',
      taxRate: '13',
    },
  ],
}));
const moves = Array.from({ length: 3 }, (_each, n): SandboxBill => ({
  type: 'stockInout',
  billNo: `ERP-IN-${n + 1}`,
  billDate: daysAgo(n),
  organizeCode,
  moveType: '3',
  storageCode: 'SHF01',
  lines: [{ materialCode: materials[n], number: '10', price: '21' }],
}));

const erp = await startExchangeSystem({
  port: Number.parseInt(port, 10),
  ackMs: 1000,
  bills: [...orders, ...moves],
  pending: demoPending(todayIn(defaultZone), 5, 60),
  users: { [sandboxUser.user]: sandboxUser.password },
});
console.log(
  `${erp.url}  account ${sandboxAccount.account}  secret ${sandboxAccount.secret}\n${orders.length} orders ` +
    `(${orders[0]?.billNo} …), ${moves.length} movements (${moves[0]?.billNo} …) of organisation ${organizeCode}, ` +
    `${erp.pending.length} bills wait for approval; it knows ${sandboxUser.user} by ${sandboxUser.password}`,
);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void erp.close();
  });
