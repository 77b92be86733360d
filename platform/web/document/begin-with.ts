import type { Row } from '#platform/web/value/row.ts';
import type { Start } from './copy-bill.ts';

const waiting = new Map<string, Row>();

/** The next new document of this kind starts with these fields of its head: an order for the customer one looks at. */
export function beginWith(document: string, head: Row): void {
  waiting.set(document, head);
}

/** Once: the one after it starts empty. */
export function begunWith(document: string): Start | undefined {
  const head = waiting.get(document);
  waiting.delete(document);
  return head === undefined ? undefined : { head, lines: [] };
}
