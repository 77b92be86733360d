import { fileTypes, type FileTypeName } from '#platform/model/file.ts';

const longest = 120;

/**
 * The label of a file: what a person reads and what a download is called. No folder, nothing invisible, nothing that
 * turns the direction of reading, and an end that fits the content, so that no desktop starts what was stored as a
 * picture or a text.
 */
export function fileLabel(given: string, type: FileTypeName): string {
  const last = given.toWellFormed().normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const clean = last
    .replace(/[\p{C}\p{Zl}\p{Zp}\ufffd<>:"|?*%;]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const extensions: readonly string[] = fileTypes[type].extensions;
  const [, stem = clean, end = ''] = /^(.*)\.([^.]{1,10})$/.exec(clean) ?? [];
  const isFitting = extensions.includes(end.toLowerCase());
  const body = shortened(isFitting ? stem : clean).replace(/[. ]+$/, '') || 'file';
  return `${reserved.test(body) ? '_' : ''}${body}.${isFitting ? end : (extensions[0] ?? 'bin')}`;
}

/** Names that a disk of Windows takes for a device, with any end. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d|clock\$)(\.|$)/i;

const shortened = (text: string): string => [...text].slice(0, longest).join('');
