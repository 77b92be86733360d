import { basename } from 'node:path';

/** What the database of a browser test holds when its file begins. */
export type TemplateName = 'house' | 'demo';

/** Files that look at every screen there is, with rows on it; all others know their rows by code. */
const everyScreen = /^(?:axe|every-screen-\d|shots)\.test\.ts$/;
/** Files that were not moved to the house yet. A new file does not belong here. */
const notMoved = /^(?:tenant|two-processes|zoom)\.test\.ts$/;
const demoFiles: readonly RegExp[] = [everyScreen, notMoved];

export const templateOf = (path: string): TemplateName =>
  demoFiles.some((pattern) => pattern.test(basename(path))) ? 'demo' : 'house';
