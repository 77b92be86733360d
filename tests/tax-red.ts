import { createHash } from 'node:crypto';
import type { AskedInvoice } from './tax-invoice.ts';

export type RedPlace = 'redConfirm' | 'redQuery' | 'redWithdraw';

/** How buyers are: shares (0 to 1) of those who used their invoice, and of these, who refuse. */
export interface Buyers {
  readonly seed: number;
  readonly used?: number;
  readonly refusing?: number;
}

type State = 'PENDING' | 'WAITING' | 'AGREED' | 'REFUSED' | 'EXPIRED' | 'WITHDRAWN' | 'FAILED' | 'ISSUED';
export interface TaxConfirmation {
  readonly asked: AskedInvoice | null;
  readonly redConfirmNo: string | null;
  readonly state: State;
  readonly enteredAt: number;
  readonly questions: number;
  readonly msg: string | null;
}

const hour = 3_600_000;
const open: readonly State[] = ['PENDING', 'WAITING', 'AGREED'];

/**
 * Red confirmations at a provider. Buyers answer on the second question or later: who did not use his invoice need not
 * be asked. Signs in the title beside the seed: 已用途 has used it and agrees, 拒红 refuses, 不理 never answers, 拒认
 * is not taken at all.
 */
export class RedDesk {
  readonly confirmations = new Map<string, TaxConfirmation>();
  readonly #clock: () => number;
  #numbers = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  answer(place: RedPlace, said: AskedInvoice, buyers: Buyers): object {
    const known = this.confirmations.get(said.requestId);
    if (place === 'redConfirm') return standOf(known ?? this.#enter(said));
    if (place === 'redWithdraw') return standOf(this.#withdraw(said.requestId, known));
    if (known === undefined) return { state: 'UNKNOWN' };
    const asked = this.#asked({ ...known, questions: known.questions + 1 }, buyers);
    this.confirmations.set(said.requestId, asked);
    return standOf(asked);
  }

  /** Why a red invoice is not issued; one whose confirmation is agreed to uses it up. */
  refusalOf(asked: AskedInvoice): string | null {
    if (asked.kind !== '1') return null;
    const own = [...this.confirmations].find(([, { redConfirmNo }]) => redConfirmNo === asked.original?.redConfirmNo);
    if (own === undefined || own[1].state !== 'AGREED') return '红字确认单不存在或未确认';
    if (amountsOf(own[1].asked) !== amountsOf(asked)) return '红字发票与确认单金额不一致';
    if (asked.original?.invoiceNumber.endsWith('9') === true) return '原发票不能红冲';
    this.confirmations.set(own[0], { ...own[1], state: 'ISSUED' });
    return null;
  }

  #enter(said: AskedInvoice): TaxConfirmation {
    const number = said.original?.invoiceNumber;
    const isTwice = [...this.confirmations.values()].some(
      ({ asked, state }) => asked?.original?.invoiceNumber === number && open.includes(state),
    );
    const msg = isTwice ? '该发票已有未办结的红字确认单' : said.title.includes('拒认') ? '发票状态异常' : null;
    const made: TaxConfirmation = {
      asked: said,
      redConfirmNo: msg === null ? `HZ${String((this.#numbers += 1)).padStart(16, '0')}` : null,
      state: msg === null ? 'PENDING' : 'FAILED',
      enteredAt: this.#clock(),
      questions: 0,
      msg,
    };
    this.confirmations.set(said.requestId, made);
    return made;
  }

  /** What it never heard of it will not take later: a confirmation that is late on its way was taken back already. */
  #withdraw(requestId: string, known: TaxConfirmation | undefined): TaxConfirmation {
    const empty = { asked: null, redConfirmNo: null, enteredAt: this.#clock(), questions: 0, msg: null } as const;
    if (known !== undefined && !open.includes(known.state)) return known;
    const gone: TaxConfirmation = { ...(known ?? empty), state: 'WITHDRAWN' };
    this.confirmations.set(requestId, gone);
    return gone;
  }

  #asked(known: TaxConfirmation, { seed, used = 0, refusing = 0 }: Buyers): TaxConfirmation {
    if (known.state !== 'PENDING' && known.state !== 'WAITING') return known;
    const { title = '' } = known.asked ?? {};
    const number = known.redConfirmNo ?? '';
    const isRefusing = title.includes('拒红') || drawn(seed, `${number} refuses`) < refusing;
    const isSilent = title.includes('不理');
    const hasUsed = isSilent || title.includes('已用途') || title.includes('拒红') || drawn(seed, number) < used;
    if (!hasUsed) return known.questions < 2 ? known : { ...known, state: 'AGREED' };
    // Up to and including 72 hours it is open.
    if (this.#clock() - known.enteredAt > 72 * hour) return { ...known, state: 'EXPIRED', msg: '购方超过72小时未确认' };
    if (isSilent || known.questions < 2 + Math.floor(drawn(seed, `${number} thinks`) * 2))
      return { ...known, state: 'WAITING' };
    return isRefusing ? { ...known, state: 'REFUSED', msg: '购方不同意红冲' } : { ...known, state: 'AGREED' };
  }
}

const drawn = (seed: number, what: string): number =>
  createHash('sha256').update(`${seed} ${what}`).digest().readUInt32BE(0) / 2 ** 32;

const amountsOf = (asked: AskedInvoice | null): string =>
  JSON.stringify([asked?.original?.invoiceNumber, asked?.totalNet, asked?.totalTax, asked?.totalAmount]);

function standOf({ state, redConfirmNo, enteredAt, msg }: TaxConfirmation): object {
  const deadline = state === 'WAITING' ? { deadline: new Date(enteredAt + 72 * hour).toISOString() } : {};
  const number = redConfirmNo === null || state === 'PENDING' ? {} : { redConfirmNo };
  const told = state === 'ISSUED' ? { state: 'AGREED', msg: '红字发票已开具' } : { state };
  return { ...told, ...number, ...deadline, ...(msg === null ? {} : { msg }) };
}
