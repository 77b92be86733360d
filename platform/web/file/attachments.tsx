import {
  DeleteOutlined,
  DownloadOutlined,
  EyeOutlined,
  FileExcelOutlined,
  FileOutlined,
  FilePdfOutlined,
  FileTextOutlined,
  FileWordOutlined,
  FileZipOutlined,
} from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Skeleton } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { canEdit, type Document } from '#platform/model/document.ts';
import type { Entity } from '#platform/model/entity.ts';
import { fileTypeNamed, maxFileSize, type FileTypeName } from '#platform/model/file.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { remove } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { standingOf } from '#platform/web/value/standing.ts';
import { instantText } from '#platform/web/cell/cell.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts as common } from '#platform/web/text/texts.ts';
import { attachmentsPath, attachmentsQuery, type Attachment } from './attachments-query.ts';
import { downloadFile } from './download-file.ts';
import { DropZone, pastedFiles } from './drop-zone.tsx';
import { Picture } from '#platform/web/cell/picture.tsx';
import { preview } from './preview.tsx';
import { texts } from './texts.ts';
import { UnderwayList } from './underway-list.tsx';
import { formatTip, sizeText, useUploads } from './use-uploads.ts';

interface AttachmentsProps {
  readonly noun: Entity | Document;
  readonly record: Row;
  readonly onClose: () => void;
}

/** The files of a record in a drawer of their own. */
export const Attachments = ({ noun, record, onClose }: AttachmentsProps): ReactNode => (
  <Drawer
    open
    getContainer={false}
    size={520}
    className="attachments"
    title={say(texts.attachmentsOf, { what: textAt(record, noun.kind === 'document' ? 'code' : noun.nameField) })}
    onClose={() => {
      onClose();
    }}
  >
    <AttachmentList noun={noun} record={record} />
  </Drawer>
);

/** The files of a record: whoever may change it drops, pastes or chooses more; what an audit relied on stays. */
export function AttachmentList({ noun, record }: Omit<AttachmentsProps, 'onClose'>): ReactNode {
  const id = textAt(record, 'id');
  const path = attachmentsPath(noun, id);
  const can = useCan();
  const { data, isError, error, refetch } = useQuery(attachmentsQuery(noun, id));
  const uploads = useUploads({
    path,
    accepts: 'any',
    onArrived: () => {
      void refetch();
    },
  });
  const mayAdd = can(permissionOf(noun, 'update'));
  const mayRemove = mayAdd && (noun.kind === 'entity' || canEdit(noun, standingOf(record)));
  const { take } = uploads;
  usePastedFiles(mayAdd, take);
  const drop = async (file: Attachment): Promise<void> => {
    if (!(await feedback.confirm(say(texts.confirmRemove, { name: file.fileName }), { isDanger: true }))) return;
    await remove(`${path}/${file.id}`).then(
      () => {
        feedback.success(say(common.done));
      },
      () => undefined,
    );
    await refetch();
  };
  return (
    <>
      {mayAdd && <AddFiles onFiles={take} />}
      <UnderwayList uploads={uploads} />
      {isError && <Unreadable why={error.message} onRetry={() => void refetch()} />}
      {data === undefined && !isError && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {data?.length === 0 && uploads.underway.length === 0 && <p className="file-none">{say(texts.none)}</p>}
      {data !== undefined && data.length > 0 && (
        <ul className="file-list" data-testid="attachments">
          {data.map((file) => (
            <AttachmentRow
              key={file.id}
              file={file}
              path={`${path}/${file.id}`}
              onRemove={mayRemove ? () => void drop(file) : undefined}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function usePastedFiles(mayAdd: boolean, take: (files: Iterable<File>) => void): void {
  useEffect(() => {
    if (!mayAdd) return undefined;
    const onPaste = (event: ClipboardEvent): void => {
      if (event.defaultPrevented || event.clipboardData === null || event.clipboardData.files.length === 0) return;
      event.preventDefault();
      take(pastedFiles(event.clipboardData));
    };
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('paste', onPaste);
    };
  });
}

function AddFiles({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }): ReactNode {
  return (
    <>
      <DropZone className="drop-wide" accepts="any" isMany onFiles={onFiles} />
      <p className="upload-tip">
        {formatTip('any')}
        <br />
        {say(texts.limit, { max: maxFileSize / 1024 / 1024 })} · {say(texts.paste)}
      </p>
    </>
  );
}

function Unreadable({ why, onRetry }: { readonly why: string; readonly onRetry: () => void }): ReactNode {
  return (
    <p className="quiet">
      {say(texts.unreadable)} · {why}{' '}
      <Button type="link" size="small" data-verb="reload" onClick={onRetry}>
        {say(common.retry)}
      </Button>
    </p>
  );
}

function AttachmentRow({
  file: { fileName, fileSize, fileType, creatorName, createDate },
  path,
  onRemove,
}: {
  readonly file: Attachment;
  readonly path: string;
  readonly onRemove: (() => void) | undefined;
}): ReactNode {
  const isPicture = fileTypeNamed(fileType)?.isPicture === true;
  const open = (): void => {
    if (isPicture) preview({ path, params: { inline: 1 }, name: fileName });
    else void downloadFile(path);
  };
  const button = (verb: string, label: string, icon: ReactNode, onClick: () => void): ReactNode => (
    <Button type="text" size="small" icon={icon} data-verb={verb} aria-label={label} title={label} onClick={onClick} />
  );
  return (
    <li className="file-row" data-file={fileName}>
      <span className="file-sign">
        {isPicture ? (
          <Picture className="file-picture" path={path} params={{ inline: 1 }} alt={fileName} />
        ) : (
          (signs[fileType as FileTypeName] ?? <FileOutlined />)
        )}
      </span>
      <span className="file-text">
        <button type="button" className="file-name file-open" title={fileName} onClick={open}>
          {fileName}
        </button>
        <span className="file-note">
          {sizeText(fileSize)} · {say(texts.by, { who: creatorName, when: instantText(createDate) })}
        </span>
      </span>
      {isPicture && button('previewFile', say(texts.preview, { name: fileName }), <EyeOutlined />, open)}
      {button(
        'downloadFile',
        say(texts.download, { name: fileName }),
        <DownloadOutlined />,
        () => void downloadFile(path),
      )}
      {onRemove !== undefined &&
        button('removeFile', say(texts.remove, { name: fileName }), <DeleteOutlined />, onRemove)}
    </li>
  );
}

const signs: Readonly<Partial<Record<FileTypeName, ReactNode>>> = {
  pdf: <FilePdfOutlined />,
  xlsx: <FileExcelOutlined />,
  docx: <FileWordOutlined />,
  text: <FileTextOutlined />,
  zip: <FileZipOutlined />,
};
