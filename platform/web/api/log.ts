/** What went wrong without anybody having to know: only written to the console of the browser. */
export function note(what: string, why?: unknown): void {
  // oxlint-disable-next-line eslint/no-console -- this is the browser's log
  console.info(`[qudao] ${what}`, why instanceof Error ? why.message : (why ?? ''));
}
