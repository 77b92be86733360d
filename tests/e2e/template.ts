import { basename } from 'node:path';

/** What the database of a browser test holds when its file begins. */
export type TemplateName = 'house' | 'demo';

/** Files that look at every screen there is, with rows on it; all others know their rows by code. */
const demoFiles: readonly RegExp[] = [/./];

export const templateOf = (path: string): TemplateName =>
  demoFiles.some((pattern) => pattern.test(basename(path))) ? 'demo' : 'house';

/** Everybody who is in a template has it. */
export const password = 'House2026test';
