import type { Label } from '#platform/model/label.ts';
import { distributionTexts } from './texts.ts';

export type Result = 'done' | 'updated' | 'unchanged' | 'failed';
export const results: readonly Result[] = ['done', 'updated', 'unchanged', 'failed'];
export const tones: Readonly<Record<Result, string>> = {
  done: 'green',
  updated: 'blue',
  unchanged: 'default',
  failed: 'red',
};
export const resultTexts: Readonly<Record<Result, Label>> = {
  done: distributionTexts.done,
  updated: distributionTexts.updated,
  unchanged: distributionTexts.unchanged,
  failed: distributionTexts.failed,
};
