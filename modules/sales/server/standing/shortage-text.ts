import { minus, plus } from '#platform/model/decimal.ts';
import type { Label } from '#platform/model/label.ts';

interface Short {
  readonly need: string;
  readonly free: string;
  readonly otherName: string | null;
  readonly otherFree: string | null;
}
type Say = (label: Label, values: Readonly<Record<string, string>>) => string;

/**
 * What is short, and which warehouse of the organisation has it: goods of the house are there before any are bought.
 */
export function shortageText(
  say: Say,
  text: Label,
  { need, free, otherName, otherFree }: Short,
  named: Readonly<Record<string, string>>,
): string {
  const told = say(text, { ...named, need: plain(need), free: plain(free), short: plain(minus(need, free)) });
  return otherName === null ? told : told + say(otherHas, { other: otherName, available: plain(otherFree ?? '0') });
}

/** Without the zeros that a column keeps behind the point. */
const plain = (number: string): string => (number.includes('.') ? plus(number, '0').replace(/\.?0+$/, '') : number);

const otherHas: Label = ['，{other}有 {available}', '，{other}有 {available}', '; {other} has {available}'];
