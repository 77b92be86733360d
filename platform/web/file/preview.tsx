import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import type { Params } from '#platform/web/api/client.ts';
import { Picture } from '#platform/web/cell/picture.tsx';

interface Previewed {
  readonly path: string;
  readonly params?: Params;
  readonly name: string;
}

/** A picture as large as the tab allows. */
export function preview({ path, params = {}, name }: Previewed): void {
  void openDialog((close) => (
    <Dialog
      centered
      width="min(920px, 90%)"
      className="file-preview"
      title={name}
      footer={null}
      onCancel={() => {
        close();
      }}
    >
      <Picture className="file-preview-picture" path={path} params={params} alt={name} />
    </Dialog>
  ));
}
