import type { Touched } from './filters.ts';
import { median, type Stretch } from './gauge.ts';

type Step =
  | 'wide'
  | 'plain'
  | 'shipped'
  | 'piped'
  | 'walled'
  | 'alone'
  | 'aloneBare'
  | 'audit'
  | 'auditBare'
  | 'save'
  | 'saveBare'
  | 'reference';

export interface Measured {
  readonly columns: number;
  readonly writes: { readonly list: number; readonly audit: number; readonly save: number };
  readonly rounds: Readonly<Record<Step, Stretch>>[];
  readonly touched: readonly Touched[];
}

/**
 * Counted figures are the same everywhere. CPU per request moves by a tenth with the neighbours, requests per second by
 * half.
 */
export type Kind = 'counted' | 'cpu' | 'rate';

export interface Result {
  readonly name: string;
  readonly value: number;
  readonly bar: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly kind: Kind;
}

/**
 * The bars marked K in the performance design. Every ratio is taken within a round, against its neighbour; the median
 * of the rounds counts. Bare is pgbench with prepared statements whose plans are made before it is looked at, as those
 * of the product are: until then audit and save of bare stood above 1.
 */
export function bars({ columns, writes, rounds, touched }: Measured): Result[] {
  const over = (ratio: (round: Readonly<Record<Step, Stretch>>) => number): number => median(rounds.map(ratio));
  const cpu = (step: Step): string => `${of(step, 'nodeCpu').toFixed(0)} + ${of(step, 'pgCpu').toFixed(0)}`;
  const rate = (step: Step): string => of(step, 'perSecond').toFixed(0);
  const of = (step: Step, what: keyof Stretch): number => over((round) => round[step][what]);
  const cpuRatio = (product: Step, bare: Step): number =>
    over((round) => round[bare].pgCpu / (round[product].nodeCpu + round[product].pgCpu));
  const rateRatio = (product: Step, bare: Step): number =>
    over((round) => round[product].perSecond / round[bare].perSecond);
  const served = touched.filter((item) => item.isServed);
  const most = Math.max(...served.map((item) => item.buffers));
  return [
    atLeast(
      'cpu',
      'list cpu-ratio',
      cpuRatio('wide', 'plain'),
      0.42,
      `${columns} columns; CPU us node + pg ${cpu('wide')}, bare ${of('plain', 'pgCpu').toFixed(0)}; ${rate('wide')}/s, bare ${rate('plain')}/s`,
    ),
    atLeast(
      'rate',
      'list as shipped',
      rateRatio('shipped', 'plain'),
      0.9,
      `${rate('shipped')}/s; CPU us node + pg ${cpu('shipped')}, bare ${of('plain', 'pgCpu').toFixed(0)}; cpu-ratio ${cpuRatio('shipped', 'plain').toFixed(2)}`,
    ),
    atMost(
      'rate',
      'list p50 one client',
      over((round) => round.alone.p50 / round.aloneBare.p50),
      2.3,
      `${of('alone', 'p50').toFixed(2)} ms, bare ${of('aloneBare', 'p50').toFixed(2)} ms; CPU us ${cpu('alone')}, bare ${of('aloneBare', 'pgCpu').toFixed(0)}`,
    ),
    atMost(
      'cpu',
      'wall extra cpu',
      over((round) => round.walled.pgCpu / round.piped.pgCpu - 1),
      0.2,
      `CPU us ${of('walled', 'pgCpu').toFixed(0)}, without ${of('piped', 'pgCpu').toFixed(0)}`,
    ),
    atMost('counted', 'wall extra round trips', writes.list - 1, 0),
    atMost('counted', 'audit network writes', writes.audit, 3),
    atLeast(
      'rate',
      'audit of bare',
      rateRatio('audit', 'auditBare'),
      0.5,
      `${rate('audit')}/s, bare ${rate('auditBare')}/s; CPU us ${cpu('audit')}, bare ${of('auditBare', 'pgCpu').toFixed(0)}; cpu-ratio ${cpuRatio('audit', 'auditBare').toFixed(2)}`,
    ),
    atMost('counted', 'save network writes', writes.save, 3),
    atLeast(
      'rate',
      'save of bare',
      rateRatio('save', 'saveBare'),
      0.42,
      `${rate('save')}/s, bare ${rate('saveBare')}/s; CPU us ${cpu('save')}, bare ${of('saveBare', 'pgCpu').toFixed(0)}; cpu-ratio ${cpuRatio('save', 'saveBare').toFixed(2)}`,
    ),
    atMost(
      'cpu',
      'unchanged list cpu ms',
      of('reference', 'nodeCpu') / 1000,
      0.05,
      `${rate('reference')}/s, pg us ${of('reference', 'pgCpu').toFixed(1)}`,
    ),
    atMost(
      'counted',
      'page 1 buffers, any filter',
      most,
      25,
      served
        .filter((item) => item.buffers === most)
        .map((item) => item.filter)
        .join(', '),
    ),
  ];
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
const atLeast = (kind: Kind, name: string, value: number, bar: number, detail = ''): Result => ({
  name,
  value: rounded(value),
  bar: `>= ${bar}`,
  ok: value >= bar,
  detail,
  kind,
});
const atMost = (kind: Kind, name: string, value: number, bar: number, detail = ''): Result => ({
  name,
  value: rounded(value),
  bar: `<= ${bar}`,
  ok: value <= bar,
  detail,
  kind,
});
