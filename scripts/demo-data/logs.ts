import { interfaceStatement, type InterfaceEntry } from '#platform/server/log/interface-log.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { Product, Session } from './product.ts';

interface Schedule {
  readonly id: string;
  readonly beanName: string;
}

/** Every job once, as if somebody had pressed its button, and what the logs of a few ordinary days hold beside. */
export async function writeLogs(product: Product, platform: Session, admins: readonly Session[]): Promise<void> {
  await runAll(product, platform);
  for (const session of [platform, ...admins]) {
    for (const [uri, method, params, error] of faults) {
      await product.door.gate(
        statement({ writeErrorLog: 'nothing' }, 'select sec.write_error_log($1, $2, $3, $4, $5, $6, $7, $8)', [
          'sid' in session.caller ? session.caller.sid : '',
          `/api${uri}`,
          method,
          params,
          error,
          '10.20.0.14',
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0',
          crypto.randomUUID(),
        ]),
      );
    }
    // The platform maintains no external system.
    await product.door.read(
      session.caller,
      exchanges.map(({ systemCode, ...entry }) =>
        interfaceStatement(
          { ...entry, ...(systemCode === undefined || session === platform ? {} : { systemCode }) },
          { userId: null, realName: '系统' },
        ),
      ),
    );
  }
  await product.door.gate(statement({ sealLog: 'integer' }, 'select sec.seal_log()'));
}

/** Those of tenants leave their rows there, the others with the platform. */
async function runAll(product: Product, platform: Session): Promise<void> {
  const { list } = await platform.get<{ list: readonly Schedule[] }>('/sys/schedule/page?limit=100');
  const runs = async (): Promise<number> => (await platform.get<{ total: number }>('/sys/scheduleLog/page')).total;
  const before = await runs();
  await platform.put(
    '/sys/schedule/run',
    list.map(({ id }) => id),
  );
  const jobs = product.startJobs();
  try {
    for (let tries = 0; tries < 200 && (await runs()) < before + 5; tries += 1)
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
  } finally {
    await jobs.stop();
  }
}

type Fault = readonly [uri: string, method: string, params: string, error: string];
const faults: readonly Fault[] = [
  [
    '/channelsale/order/page',
    'GET',
    '{"page":"1","limit":"20"}',
    'error 57P03: the database system is starting up\nat sendBatch (platform/server/db/batch.ts:36:5)',
  ],
  [
    '/data/bd/material/export',
    'GET',
    '{"status":"1"}',
    'Error: write EPIPE\nat sendSheet (platform/server/export/routes.ts:74:9)',
  ],
  [
    '/sys/file/upload',
    'POST',
    '{"body":["file"]}',
    'Error ENOSPC: no space left on device, write\nat receive (platform/server/file/receive.ts:41:11)',
  ],
];

const exchanges: readonly InterfaceEntry[] = [
  {
    systemCode: 'ERP',
    url: 'https://erp.example.com/api/orders',
    interfaceType: '1',
    logType: '2',
    isDone: true,
    costTime: 312,
    businessCode: 'SO202611120007',
    requestBody: '{"code":"SO202611120007","lines":3}',
    responseBody: '{"code":0}',
  },
  {
    systemCode: 'ERP',
    url: 'https://erp.example.com/api/stock',
    interfaceType: '1',
    logType: '2',
    isDone: true,
    costTime: 1290,
    businessCode: 'STOCK',
    requestBody: '{"storage":"W01"}',
    responseBody: '{"code":0,"rows":214}',
  },
  {
    systemCode: 'ERP',
    url: 'https://erp.example.com/api/orders',
    interfaceType: '1',
    logType: '3',
    isDone: false,
    costTime: 20_000,
    businessCode: 'SO202611130002',
    requestBody: '{"code":"SO202611130002","lines":1}',
    errorMsg: 'no answer within 20 s',
  },
  { url: 'smtp://mail.example.com:465', logType: '0', isDone: true, costTime: 86, businessCode: 'MAIL' },
];
