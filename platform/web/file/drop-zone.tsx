import { InboxOutlined } from '@ant-design/icons';
import { useRef, useState, type ClipboardEvent, type DragEvent, type ReactNode, type RefObject } from 'react';
import { extensionsFor, type Accepts } from '#platform/model/file.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from './texts.ts';
import './file.css';

interface DropZoneProps {
  readonly accepts: Accepts;
  readonly isMany: boolean;
  readonly id?: string;
  readonly className?: string;
  readonly label?: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children?: ReactNode;
}

/** A place for files: click, drop, or paste while it has the focus. */
export function DropZone({ accepts, isMany, id, className = '', label, onFiles, children }: DropZoneProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const give = (files: Iterable<File>): void => {
    onFiles([...files].slice(0, isMany ? undefined : 1));
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    give(event.dataTransfer.files);
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    give(pastedFiles(event.clipboardData));
  };
  return (
    <>
      <button
        type="button"
        {...(id === undefined ? {} : { id })}
        className={`drop-zone ${className} ${isOver ? 'drop-zone-over' : ''}`}
        data-verb="upload"
        aria-label={label ?? say(texts.drop)}
        title={label ?? say(texts.drop)}
        onClick={() => {
          input.current?.click();
        }}
        onPaste={onPaste}
        onDrop={onDrop}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => {
          setOver(false);
        }}
      >
        {children ?? (
          <>
            <InboxOutlined className="drop-sign" />
            <span>{say(texts.drop)}</span>
          </>
        )}
      </button>
      <FileInput input={input} accepts={accepts} isMany={isMany} onFiles={give} />
    </>
  );
}

interface FileInputProps extends Pick<DropZoneProps, 'accepts' | 'isMany'> {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onFiles: (files: Iterable<File>) => void;
}
function FileInput({ input, accepts, isMany, onFiles }: FileInputProps): ReactNode {
  return (
    <input
      // antd shows file inputs of its forms; an attribute would lose against it.
      ref={input}
      type="file"
      style={{ display: 'none' }}
      multiple={isMany}
      accept={extensionsFor(accepts)
        .map((end) => `.${end}`)
        .join(',')}
      tabIndex={-1}
      aria-hidden
      onChange={({ target }) => {
        onFiles(target.files ?? []);
        target.value = '';
      }}
    />
  );
}

/** Every screenshot is called image.png; the time tells them apart. */
export function pastedFiles(data: DataTransfer): File[] {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(2, 14);
  return [...data.files].map((file) =>
    /^image\.\w+$/.test(file.name)
      ? new File([file], `${stamp}.${file.name.split('.').at(-1) ?? 'png'}`, { type: file.type })
      : file,
  );
}
