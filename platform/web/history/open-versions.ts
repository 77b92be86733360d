import type { Noun } from '#platform/model/module.ts';
import { keepsVersions } from '#platform/model/version/kept.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { texts } from '#platform/web/text/texts.ts';

const load = chunk(
  () => import('./versions-dialog.tsx'),
  ({ showVersions }) => showVersions,
);

export { keepsVersions };

export const openVersions = (noun: Noun, id: string, what: string): void =>
  void load().then(
    (showVersions) => showVersions(noun, id, what),
    () => {
      feedback.error(say(texts.chunkBroke));
    },
  );
