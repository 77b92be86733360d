import type { Branch } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';

/**
 * Every branch and all that hangs below it. Of nothing there are no children, and whoever asked was meant to have
 * chosen something (001 §5).
 */
export function allChildren(list: readonly Branch[]): readonly Branch[] {
  if (list.length === 0) feedback.warn(say(texts.emptyList));
  return list.flatMap(withBelow);
}

const withBelow = (branch: Branch): readonly Branch[] => [branch, ...(branch.children ?? []).flatMap(withBelow)];
