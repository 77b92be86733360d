import { get } from '#platform/web/api/client.ts';

export interface UnreadNotice {
  readonly id: string;
  readonly title: string;
  readonly senderName: string | null;
  readonly date: string;
}
export interface UnreadMessage {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly senderName: string | null;
  readonly date: string;
  readonly routeName: string | null;
  readonly businessKey: string | null;
}
export interface Unread {
  readonly notices: number;
  readonly messages: number;
  readonly newestNotices: readonly UnreadNotice[];
  readonly newestMessages: readonly UnreadMessage[];
}

/** Asked for at the start and whenever the server says that something changed (`unread` on the line of events). */
export const unreadQuery = {
  queryKey: ['unread'],
  queryFn: () => get<Unread>('/sys/unread', undefined, { isSilent: true }),
} as const;
