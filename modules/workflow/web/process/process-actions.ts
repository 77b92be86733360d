import { permissionOf } from '#platform/model/permission.ts';
import { post, put } from '#platform/web/api/client.ts';
import { done } from '#platform/web/action/perform.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { go } from '#platform/web/route/route.ts';
import { texts as common } from '#platform/web/text/texts.ts';
import { processDefinition } from '#workflow/model/definition.ts';
import { designerOf } from './model-actions.ts';
import { processTexts as texts } from './process-texts.ts';

const loadDiff = chunk(
  () => import('./process-diff.tsx'),
  ({ compareVersions }) => compareVersions,
);
const loadPicture = chunk(
  () => import('#platform/web/file/preview.tsx'),
  ({ preview }) => preview,
);

/** What becomes of a version: looked at, compared, put to rest and woken, drawn on. */
export const processActions: readonly OwnAction[] = [
  {
    verb: 'picture',
    label: texts.picture,
    permission: permissionOf(processDefinition, 'view'),
    isForOne: true,
    load: async () => {
      const preview = await loadPicture();
      return ([row]) => {
        preview({
          path: `${processDefinition.path}/image`,
          params: { deploymentId: textAt(row, 'id') },
          name: `${textAt(row, 'name')} v${textAt(row, 'version')}`,
        });
        return Promise.resolve(false);
      };
    },
  },
  { verb: 'diff', label: texts.diff, permission: permissionOf(processDefinition, 'view'), load: loadDiff },
  {
    verb: 'active',
    label: texts.active,
    permission: permissionOf(processDefinition, 'active'),
    isOffered: ({ state }) => state === '2',
    load: () => Promise.resolve((rows: readonly Row[]) => each(rows, 'active')),
  },
  {
    verb: 'suspend',
    label: texts.suspend,
    permission: permissionOf(processDefinition, 'suspend'),
    isOffered: ({ state }) => state === '1',
    load: () => Promise.resolve((rows: readonly Row[]) => each(rows, 'suspend')),
  },
  {
    verb: 'convert',
    label: texts.convert,
    permission: permissionOf(processDefinition, 'update'),
    isForOne: true,
    load: () =>
      Promise.resolve(async ([row]: readonly Row[]) => {
        if (!(await feedback.confirm(say(texts.confirmConvert, { key: textAt(row, 'key') })))) return false;
        const id = await post<string>(`${processDefinition.path}/convertToModel/${textAt(row, 'id')}`).catch(
          () => null,
        );
        void listsChanged();
        if (id !== null) go(designerOf(id));
        return id !== null;
      }),
  },
];

async function each(rows: readonly Row[], verb: 'active' | 'suspend'): Promise<boolean> {
  if (!(await feedback.confirm(say(common.confirmVerb, { verb: say(texts[verb]), count: rows.length })))) return false;
  return done(async () => {
    for (const row of rows) await put(`${processDefinition.path}/${verb}/${textAt(row, 'id')}`);
  });
}
