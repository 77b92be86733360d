import { permissionOf } from '#platform/model/permission.ts';
import { textAt } from '#platform/web/value/row.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { go } from '#platform/web/route/route.ts';
import { wfModel } from '#workflow/model/definition.ts';
import { processTexts as texts } from './process-texts.ts';

/** The tab in which a model is drawn on. */
export const designerOf = (id: string): string => `processModel/${id}`;

export const modelActions: readonly OwnAction[] = [
  {
    verb: 'design',
    label: texts.design,
    permission: permissionOf(wfModel, 'update'),
    isForOne: true,
    isMain: true,
    load: () =>
      Promise.resolve(([row]) => {
        go(designerOf(textAt(row, 'id')));
        return Promise.resolve(true);
      }),
  },
  {
    verb: 'properties',
    label: texts.properties,
    permission: permissionOf(wfModel, 'update'),
    isForOne: true,
    load: () =>
      Promise.resolve(([row]) => {
        go(`activiti-model__edit__${textAt(row, 'id')}`);
        return Promise.resolve(true);
      }),
  },
  {
    verb: 'exportXml',
    label: texts.exportXml,
    permission: permissionOf(wfModel, 'export'),
    isForOne: true,
    load: async () => {
      const { downloadFile } = await import('#platform/web/file/download-file.ts');
      return async ([row]) => {
        await downloadFile(`${wfModel.path}/export/${textAt(row, 'id')}`);
        return false;
      };
    },
  },
];
