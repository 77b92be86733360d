import { downloadPath, imagePath } from '#platform/model/file.ts';
import { textAt } from '#platform/web/value/row.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { storageTexts } from './storage-texts.ts';

/** A picture is shown, another file handed over; either way with a ticket and under the file permission control. */
export const storageActions: readonly OwnAction[] = [
  {
    verb: 'open',
    label: storageTexts.open,
    permission: 'oss:oss:page',
    isForOne: true,
    load: async () => {
      const [{ preview }, { downloadFile }] = await Promise.all([
        import('#platform/web/file/preview.tsx'),
        import('#platform/web/file/download-file.ts'),
      ]);
      return async ([row]) => {
        const id = textAt(row, 'id');
        if (textAt(row, 'url').startsWith(imagePath))
          preview({ path: imagePath, params: { id }, name: textAt(row, 'fileName') });
        else await downloadFile(downloadPath, { id });
        return false;
      };
    },
  },
];
