import type { ReactNode } from 'react';
import { fileIdIn, imagePath } from '#platform/model/file.ts';
import { Picture } from '#platform/web/cell/picture.tsx';

/** A picture of the configuration: a file of the store, or an address anywhere. */
export function Logo({ url, className = '' }: { readonly url: string; readonly className?: string }): ReactNode {
  const id = fileIdIn(url);
  return id === undefined ? (
    <img className={className} src={url} alt="" />
  ) : (
    <Picture className={className} path={imagePath} params={{ id }} alt="" />
  );
}
