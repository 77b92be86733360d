import { createRoot } from 'react-dom/client';
import { begin } from '#platform/web/page/settled.ts';
import { App } from '#platform/web/frame/app.tsx';
import { chunk } from '#platform/web/loading/chunk.ts';

/** Whether this build carries the gallery of the kit: in development, and when GALLERY=1 asks for it. */
declare const hasGallery: boolean;

const furnish = chunk(
  () => import('./modules.ts'),
  ({ announceModules }) => {
    announceModules();
  },
);
const root = document.getElementById('root');
if (root !== null) {
  if (hasGallery && location.hash.startsWith('#/__gallery'))
    void import('#platform/web/gallery/gallery.tsx')
      .then(({ openGallery }) => {
        openGallery(root);
      })
      .finally(begin());
  else if (hasGallery && location.hash.startsWith('#/__pickers'))
    void Promise.all([import('./picker-stand.tsx'), furnish()]).then(([{ openPickerStand }]) => {
      void openPickerStand(root);
    });
  else createRoot(root).render(<App furnish={furnish} />);
}
