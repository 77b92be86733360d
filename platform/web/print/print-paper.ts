import { isPaper, type PaperName } from '#platform/model/print.ts';
import { keepSetting, readSetting, useSetting } from '#platform/web/api/setting.ts';

const key = 'print';
interface Kept {
  readonly paper: PaperName;
}
const usual: Kept = { paper: 'A4' };
const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'paper' in value && isPaper(value.paper);

/** The paper a person prints on, kept until he chooses another. */
export function usePaper(): readonly [paper: PaperName, keep: (paper: PaperName) => void, isRead: boolean] {
  const [{ paper }, , isRead] = useSetting(key, usual, isKept);
  return [paper, keepPaper, isRead];
}

/** Outside React. */
export async function keptPaper(): Promise<PaperName> {
  const kept = await readSetting(key);
  return isKept(kept) ? kept.paper : usual.paper;
}

export function keepPaper(paper: PaperName): void {
  keepSetting(key, { paper });
}
