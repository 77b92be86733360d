/**
 * node scripts/sandbox-tax.ts [--port 8098] [--seed 1] [--lost 0] [--doubled 0] [--late 0] [--late-ms 30000] [--busy 0]
 *   [--used 0] [--refusing 0]
 * The provider of invoices of the demo: it issues on the second question and makes the PDF; titles with 拒开 it
 * refuses. It makes red confirmations; of buyers, a share has used the invoice and answers later, a share of these
 * refuses (signs in the title: tests/tax-red.ts). Shares of its answers (0 to 1) get lost, come twice, come late or put
 * us off, the same ones for the same seed. The demo has it as external system TAX; the product calls it when
 * EXCHANGE_ALLOW_PRIVATE=1. It is no real provider.
 */
import { parseArgs } from 'node:util';
import { taxAccount, taxPort } from '#scripts/demo-data/sandbox.ts';
import { startTaxSystem } from '#tests/tax-system.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: String(taxPort) },
    seed: { type: 'string', default: '1' },
    lost: { type: 'string', default: '0' },
    doubled: { type: 'string', default: '0' },
    late: { type: 'string', default: '0' },
    'late-ms': { type: 'string', default: '30000' },
    busy: { type: 'string', default: '0' },
    used: { type: 'string', default: '0' },
    refusing: { type: 'string', default: '0' },
  },
});
const whole = (text: string): number => Number.parseInt(text, 10);

const tax = await startTaxSystem({
  port: whole(values.port),
  weather: {
    seed: whole(values.seed),
    lost: Number.parseFloat(values.lost),
    doubled: Number.parseFloat(values.doubled),
    late: Number.parseFloat(values.late),
    lateMs: whole(values['late-ms']),
    busy: Number.parseFloat(values.busy),
    used: Number.parseFloat(values.used),
    refusing: Number.parseFloat(values.refusing),
  },
});
console.log(`${tax.url}  account ${taxAccount.account}  secret ${taxAccount.secret}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void tax.close();
  });
