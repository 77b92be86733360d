import type { FastifyBaseLogger } from 'fastify';
import type { Module } from '#platform/model/module.ts';
import type { Door } from '#platform/server/db/door.ts';
import type { ExchangeAdapter } from '#platform/server/exchange/port.ts';
import type { FileStores } from '#platform/server/file/store.ts';
import type { JobHandler } from '#platform/server/job/handler.ts';
import { startJobs } from '#platform/server/job/runner.ts';
import { mailSender } from '#platform/server/mail/smtp.ts';
import { startOutbox } from '#platform/server/outbox/runner.ts';
import type { Exporter } from '#platform/server/export/plan.ts';
import { startExports } from '#platform/server/export/runner.ts';
import { startPeers, type PeerHandlers } from '#platform/server/peer/runner.ts';
import { orderSender } from '#sales/server/exchange/order-push.ts';
import { startSimulations } from '#sales/server/simulation/runner.ts';
import { smsSecret } from '#message/server/sms.ts';
import { smsSender } from '#platform/server/sms/sender.ts';
import { publishHeads } from '#platform/server/log/heads.ts';
import { gauge } from '#platform/server/metrics/series.ts';
import { statement } from '#platform/server/db/statement.ts';
import { tellExported } from '#system/server/message/export-message.ts';
import { approvalSender } from '#workflow/server/hub/hub-send.ts';

/** When this process last saw the operation log sealed; null where no worker runs. */
const sealed: { at: number | null } = { at: null };
gauge('qudao_seal_age_seconds', 'How long ago the operation log was sealed.', () =>
  sealed.at === null ? null : (performance.now() - sealed.at) / 1000,
);

export interface WorkerOptions {
  readonly door: Door;
  readonly log: FastifyBaseLogger;
  readonly stores: FileStores;
  readonly models: readonly Module[];
  readonly handlers: readonly JobHandler[];
  readonly exporters: readonly Exporter[];
  /** What messages of other tenants do. */ readonly peers: PeerHandlers;
  /** Of the database, for processes of their own. */ readonly url: string;
  /** How other systems are told. */ readonly exchange: ExchangeAdapter;
  /** File to which the heads of the operation log are appended. */ readonly auditHeads: string;
}

/**
 * What may be late: jobs when they are due, long exports and simulations, mail, text messages, decisions and orders for
 * other systems, and the seal of the operation log every second.
 */
export function startWorker(options: WorkerOptions): { stop(): Promise<void> } {
  const { handlers, exporters, peers: applied, url, exchange, auditHeads, ...host } = options;
  const jobs = startJobs({ host, handlers, leaseMs: Number.parseInt(process.env['JOB_LEASE_MS'] ?? '15000', 10) });
  const exports = startExports({ ...host, url, exporters, tell: tellExported });
  const simulations = startSimulations({ ...host, url });
  const mail = mailSender({
    url: process.env['SMTP_URL'],
    from: process.env['MAIL_FROM'] ?? 'Qudao <no-reply@localhost.localdomain>',
    stores: host.stores,
  });
  const outbox = startOutbox({
    door: host.door,
    log: host.log,
    senders: {
      mail,
      sms: smsSender({ sealedFor: smsSecret, mode: process.env['SMS_MODE'] }),
      approval: approvalSender(exchange),
    },
  });
  // On their own: an ERP that does not answer keeps no mail waiting.
  const pushes = startOutbox({ door: host.door, log: host.log, senders: { push: orderSender(exchange) } });
  const peers = startPeers({ door: host.door, log: host.log, handlers: applied });
  sealed.at = performance.now();
  let sealing: Promise<unknown> | null = null;
  const publish = headPublisher(host, auditHeads);
  const timer = setInterval(() => {
    sealing ??= host.door
      .gate(statement({ sealLog: 'integer' }, 'select sec.seal_log()'))
      .then(() => {
        sealed.at = performance.now();
        return publish();
      })
      .catch((error: unknown) => {
        host.log.error({ err: error }, 'the operation log could not be sealed');
      })
      .finally(() => {
        sealing = null;
      });
  }, 1000);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all([...[jobs, exports, simulations, outbox, pushes, peers].map((each) => each.stop()), sealing]);
      await publish({ isLast: true });
      mail.close();
    },
  };
}

/** Once a minute, and when the process ends. A file that cannot be written holds up no sealing. */
function headPublisher(
  { door, log }: Pick<WorkerOptions, 'door' | 'log'>,
  file: string,
): (when?: { readonly isLast: true }) => Promise<void> {
  const told = new Map<string, number>();
  let at = Number.NEGATIVE_INFINITY;
  return async (when) => {
    if (when === undefined && performance.now() - at < 60_000) return;
    at = performance.now();
    await publishHeads(door, file, told).catch((error: unknown) => {
      log.error({ err: error }, 'the heads of the operation log could not be published');
    });
  };
}
