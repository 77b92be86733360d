/**
 * What the `filename` header calls a file. It comes percent-encoded; a server in between may have decoded it, and then
 * it stands as it is.
 */
export function fileNameIn(header: string | null, fallback: string): string {
  if (header === null || header === '') return fallback;
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
}
