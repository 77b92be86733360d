import { Input } from 'antd';
import { chunk } from '#platform/web/loading/chunk.ts';
import { late } from '#platform/web/loading/late.tsx';
import type { UploadFieldProps } from './upload-field.tsx';

/** Most forms have no picture. */
export const LateUploadField = late<UploadFieldProps>(
  'upload-field',
  chunk(
    () => import('./upload-field.tsx'),
    ({ UploadField }) => UploadField,
  ),
  () => <Input className="full" disabled />,
);
