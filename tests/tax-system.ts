import { createHash } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { taxAccount } from '#scripts/demo-data/sandbox.ts';
import { bodyOf, isSigned } from './exchange-system.ts';
import type { AskedInvoice, TaxInvoice } from './tax-invoice.ts';
import { RedDesk, type RedPlace, type TaxConfirmation } from './tax-red.ts';
import { paperOf } from './tax-paper.ts';

export type Place = 'issue' | 'query' | 'file' | RedPlace;
type Fate = 'well' | 'lost' | 'doubled' | 'late' | 'busy';

/** Shares of answers (0 to 1) that do not come as they should; which ones, the seed says. */
export interface Weather {
  readonly seed: number;
  /** It was done, and nobody hears of it. */ readonly lost: number;
  /** The answer comes twice. */ readonly doubled: number;
  readonly late: number;
  readonly lateMs: number;
  /** It was not done: come back later. */ readonly busy: number;
  /** Of buyers: who used the invoice, so that he must agree to a red one, and who of these refuses. */
  readonly used?: number;
  readonly refusing?: number;
}
export const fairWeather: Weather = { seed: 1, lost: 0, doubled: 0, late: 0, lateMs: 0, busy: 0 };

export interface TaxSystem {
  readonly url: string;
  /** Every call that arrived, by what became of its answer. */
  readonly calls: readonly { readonly place: Place; readonly requestId: string; readonly fate: Fate }[];
  /** By our number of the request: the same number is the same invoice, however often it is asked for. */
  readonly invoices: ReadonlyMap<string, TaxInvoice>;
  /** A test changes it while it goes. */
  readonly confirmations: ReadonlyMap<string, TaxConfirmation>;
  weather: Weather;
  /** How far its clock is ahead. */ aheadMs: number;
  close(): Promise<void>;
}

const mostAmount = 10_000_000;

/**
 * A provider of invoices for tests and demonstrations. It issues on the second question; it refuses titles with 拒开
 * and amounts above its limit. Red ones it issues by a confirmation of the same amounts that was agreed to
 * (tax-red.ts), and none of invoices whose number ends in 9.
 */
export async function startTaxSystem({
  port = 0,
  weather = fairWeather,
  account = taxAccount,
}: {
  readonly port?: number;
  readonly weather?: Weather;
  readonly account?: { readonly account: string; readonly secret: string };
} = {}): Promise<TaxSystem> {
  const calls: { place: Place; requestId: string; fate: Fate }[] = [];
  const invoices = new Map<string, TaxInvoice>();
  const questions = new Map<string, number>();
  const places = new Map<string, { readonly nth: number; calls: number }>();
  let issued = 0;
  const nonces = new Set<string>();
  const system = { weather, aheadMs: 0 };
  const reds = new RedDesk(() => Date.now() + system.aheadMs);
  const server: Server = createServer((request, reply) => {
    void bodyOf(request).then((body) => {
      const place = /^\/tax\/invoices\/(issue|query|file|redConfirm|redQuery|redWithdraw)$/.exec(
        request.url ?? '',
      )?.[1] as Place | undefined;
      if (request.method !== 'POST' || place === undefined)
        return send(reply, 'well', 404, { code: 404, msg: 'no such call' }, system.weather);
      if (!isSigned(request, body, nonces, account))
        return send(reply, 'well', 401, { code: 401, msg: 'who are you' }, system.weather);
      const said = JSON.parse(body) as AskedInvoice & { readonly invoiceNumber?: string };
      const own = places.get(said.requestId) ?? { nth: places.size, calls: 0 };
      places.set(said.requestId, own);
      const fate = fateOf(system.weather, `${own.nth} ${place} ${(own.calls += 1)}`);
      calls.push({ place, requestId: said.requestId, fate });
      if (fate === 'busy') return send(reply, fate, 200, { code: 1, msg: '系统繁忙，请稍后再试' }, system.weather);
      return send(reply, fate, 200, { code: 0, msg: 'ok', data: answer(place, said) }, system.weather);
    });
  });

  function answer(place: Place, said: AskedInvoice): object {
    if (place === 'redConfirm' || place === 'redQuery' || place === 'redWithdraw')
      return reds.answer(place, said, system.weather);
    const known = invoices.get(said.requestId);
    if (place === 'issue') {
      if (known !== undefined) return standOf(known);
      const msg = refusalOf(said) ?? reds.refusalOf(said);
      const made: TaxInvoice = {
        asked: said,
        state: msg === null ? 'PENDING' : 'FAILED',
        invoiceNumber: null,
        invoiceDate: null,
        msg,
      };
      invoices.set(said.requestId, made);
      return standOf(made);
    }
    if (known === undefined) return { state: 'UNKNOWN' };
    if (place === 'file') return known.state === 'ISSUED' ? { file: paperOf(known).toString('base64') } : {};
    const asked = (questions.get(said.requestId) ?? 0) + 1;
    questions.set(said.requestId, asked);
    if (known.state !== 'PENDING' || asked < 2) return standOf(known);
    const today = new Date().toISOString().slice(0, 10);
    const made: TaxInvoice = {
      ...known,
      state: 'ISSUED',
      invoiceNumber: `${today.slice(2, 4)}331${String((issued += 1)).padStart(15, '0')}`,
      invoiceDate: today,
    };
    invoices.set(said.requestId, made);
    return standOf(made);
  }

  await new Promise<void>((done) => {
    server.listen(port, '127.0.0.1', done);
  });
  return Object.assign(system, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tax`,
    calls,
    invoices,
    confirmations: reds.confirmations,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => {
          done();
        });
        server.closeAllConnections();
      }),
  });
}

const standOf = ({ state, invoiceNumber, invoiceDate, msg }: TaxInvoice): object => ({
  state,
  ...(invoiceNumber === null ? {} : { invoiceNumber, invoiceDate }),
  ...(msg === null ? {} : { msg }),
});

function refusalOf({ title, totalAmount }: AskedInvoice): string | null {
  if (title.includes('拒开')) return '购方信息校验失败';
  return Math.abs(Number(totalAmount)) > mostAmount ? '超过单张发票限额' : null; // not money
}

/** Drawn by the seed and by what is asked: the third call about the fifth request fares alike in every run. */
function fateOf({ seed, lost, doubled, late, busy }: Weather, what: string): Fate {
  const drawn = createHash('sha256').update(`${seed} ${what}`).digest().readUInt32BE(0) / 2 ** 32;
  if (drawn < lost) return 'lost';
  if (drawn < lost + doubled) return 'doubled';
  if (drawn < lost + doubled + late) return 'late';
  return drawn < lost + doubled + late + busy ? 'busy' : 'well';
}

function send(reply: ServerResponse, fate: Fate, status: number, body: object, { lateMs }: Weather): void {
  if (fate === 'lost') return void reply.destroy();
  const text = JSON.stringify(body);
  if (fate === 'doubled') {
    const length = Buffer.byteLength(text);
    const whole = `HTTP/1.1 ${status} OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${text}`;
    return void reply.socket?.end(whole + whole);
  }
  const answer = (): void => {
    reply.writeHead(status, { 'content-type': 'application/json' }).end(text);
  };
  if (fate === 'late') setTimeout(answer, lateMs);
  else answer();
}
