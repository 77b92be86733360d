import { CloseOutlined, DeleteOutlined, EyeOutlined, FileOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { FileField } from '#platform/model/field.ts';
import {
  downloadPath,
  fileIdIn,
  imagePath,
  labelPath,
  uploadPath,
  urlsIn,
  type StoredFile,
} from '#platform/model/file.ts';
import { get } from '#platform/web/api/client.ts';
import { say } from '#platform/web/text/language.ts';
import { downloadFile } from './download-file.ts';
import { DropZone } from './drop-zone.tsx';
import { Picture } from '#platform/web/cell/picture.tsx';
import { preview } from './preview.tsx';
import { texts } from './texts.ts';
import { UnderwayList } from './underway-list.tsx';
import { formatTip, useUploads } from './use-uploads.ts';

export interface UploadFieldProps {
  readonly field: FileField;
  readonly id?: string;
  readonly value: string;
  readonly disabled?: boolean;
  readonly onChange: (value: string | null) => void;
}

/** A picture or file of a record. It is uploaded at once; the record names it when it is saved. */
export function UploadField({
  field: { accepts, many },
  id,
  value,
  disabled = false,
  onChange,
}: UploadFieldProps): ReactNode {
  const urls = urlsIn(value);
  const keep = (next: readonly string[]): void => {
    onChange(next.length === 0 ? null : next.join(','));
  };
  const uploads = useUploads({
    path: uploadPath,
    accepts,
    extraParams: { accepts },
    onArrived: ({ url }) => {
      keep(many ? [...urls, url] : [url]);
    },
  });
  const names = useLabels(urls.filter((url) => !url.startsWith(imagePath)));
  const isFull = !many && (urls.length > 0 || uploads.underway.length > 0);
  return (
    <div className="upload-field">
      <div className="upload-tiles">
        {urls.map((url, at) => (
          <Tile
            key={url}
            url={url}
            name={names.get(url) ?? `${say(url.startsWith(imagePath) ? texts.picture : texts.file)} ${at + 1}`}
            isPicture={accepts === 'image' || url.startsWith(imagePath)}
            onRemove={
              disabled
                ? undefined
                : () => {
                    keep(urls.filter((each) => each !== url));
                  }
            }
          />
        ))}
        {!disabled && !isFull && (
          <DropZone
            className="drop-tile"
            accepts={accepts}
            isMany={many}
            label={`${say(texts.drop)} ${formatTip(accepts)}`}
            onFiles={uploads.take}
            {...(id === undefined ? {} : { id })}
          >
            <PlusOutlined />
            <span>{say(texts.upload)}</span>
          </DropZone>
        )}
      </div>
      <UnderwayList uploads={uploads} />
      {!disabled && !isFull && <p className="upload-tip">{formatTip(accepts)}</p>}
    </div>
  );
}

interface TileProps {
  readonly url: string;
  readonly name: string;
  readonly isPicture: boolean;
  readonly onRemove: (() => void) | undefined;
}

function Tile({ url, name, isPicture, onRemove }: TileProps): ReactNode {
  const id = fileIdIn(url);
  const open = (): void => {
    if (id === undefined) window.open(url, '_blank', 'noreferrer');
    else if (isPicture) preview({ path: imagePath, params: { id }, name });
    else void downloadFile(downloadPath, { id });
  };
  if (!isPicture) return <Chip url={url} name={name} onOpen={open} onRemove={onRemove} />;
  return (
    <span className="upload-tile" data-file={id ?? url}>
      {id !== undefined ? (
        <Picture className="upload-picture" path={imagePath} params={{ id }} alt={name} />
      ) : (
        <FileOutlined className="upload-sign" title={url} />
      )}
      <span className="upload-tile-buttons">
        <button
          type="button"
          data-verb="openFile"
          aria-label={say(texts.preview, { name })}
          title={say(texts.preview, { name })}
          onClick={open}
        >
          <EyeOutlined />
        </button>
        {onRemove !== undefined && (
          <button
            type="button"
            data-verb="removeFile"
            aria-label={say(texts.remove, { name })}
            title={say(texts.remove, { name })}
            onClick={onRemove}
          >
            <DeleteOutlined />
          </button>
        )}
      </span>
    </span>
  );
}

interface ChipProps extends Omit<TileProps, 'isPicture'> {
  readonly onOpen: () => void;
}
function Chip({ url, name, onOpen, onRemove }: ChipProps): ReactNode {
  return (
    <span className="upload-chip" data-file={fileIdIn(url) ?? url}>
      <FileOutlined />
      <button type="button" className="file-name file-open" data-verb="openFile" title={name} onClick={onOpen}>
        {name}
      </button>
      {onRemove !== undefined && (
        <button
          type="button"
          className="upload-chip-remove"
          data-verb="removeFile"
          aria-label={say(texts.remove, { name })}
          title={say(texts.remove, { name })}
          onClick={onRemove}
        >
          <CloseOutlined />
        </button>
      )}
    </span>
  );
}

/** Pictures are known by sight; other files by their names, which the field does not hold. */
function useLabels(urls: readonly string[]): ReadonlyMap<string, string> {
  const ids = urls.flatMap((url) => fileIdIn(url) ?? []).join(',');
  const { data = [] } = useQuery({
    queryKey: ['fileLabels', ids],
    queryFn: () => get<readonly StoredFile[]>(labelPath, { ids }, { isSilent: true }),
    enabled: ids !== '',
    gcTime: 60_000,
  });
  return new Map(data.map(({ url, fileName }) => [url, fileName]));
}
