/** What may be stored. A type is known by its content; a name is only a label and ends as its content does. */
export interface FileType {
  readonly mime: string;
  /** The first is what a name without a fitting end gets. */
  readonly extensions: readonly string[];
  /** May be shown inside a page. */
  readonly isPicture?: true;
}

export const fileTypes = {
  png: { mime: 'image/png', extensions: ['png'], isPicture: true },
  jpeg: { mime: 'image/jpeg', extensions: ['jpg', 'jpeg'], isPicture: true },
  gif: { mime: 'image/gif', extensions: ['gif'], isPicture: true },
  webp: { mime: 'image/webp', extensions: ['webp'], isPicture: true },
  pdf: { mime: 'application/pdf', extensions: ['pdf'] },
  xlsx: { mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extensions: ['xlsx'] },
  docx: { mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', extensions: ['docx'] },
  pptx: { mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', extensions: ['pptx'] },
  zip: { mime: 'application/zip', extensions: ['zip'] },
  text: { mime: 'text/plain', extensions: ['txt', 'csv'] },
} as const satisfies Readonly<Record<string, FileType>>;

export type FileTypeName = keyof typeof fileTypes;
/** `list`: what an import reads. */
export type Accepts = 'image' | 'any' | 'list';

export const fileTypeNamed = (name: string): FileType | undefined =>
  Object.hasOwn(fileTypes, name) ? fileTypes[name as FileTypeName] : undefined;

/** Ends of names that a field takes, as its tip lists them. */
export const extensionsFor = (accepts: Accepts): readonly string[] =>
  accepts === 'list'
    ? ['xlsx', 'csv']
    : Object.values<FileType>(fileTypes)
        .filter(({ isPicture }) => accepts === 'any' || isPicture === true)
        .flatMap(({ extensions }) => extensions);

export const maxFileSize = 20 * 1024 * 1024;
/** Files of one record. */
export const maxAttachments = 50;

/** What the server answers of a file. */
export interface StoredFile {
  readonly id: string;
  /** What a field of kind `file` holds. */
  readonly url: string;
  readonly fileName: string;
  readonly fileSize: number;
  readonly fileType: string;
}

/** Several files in one field stand one after the other. */
export const urlsIn = (value: string): readonly string[] =>
  value
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '');

export const imagePath = '/sys/oss/image';
export const downloadPath = '/sys/oss/download';
export const uploadPath = '/sys/oss/upload';
export const labelPath = '/sys/oss/label';
export const urlOfFile = (id: string, type: FileType | undefined): string =>
  `${type?.isPicture === true ? imagePath : downloadPath}?id=${id}`;

/** The id of a file of ours; an address of another house has none. */
export const fileIdIn = (url: string): string | undefined =>
  /^\/sys\/oss\/(?:image|download)\?id=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(url)?.[1];
