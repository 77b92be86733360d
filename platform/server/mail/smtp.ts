import { createTransport } from 'nodemailer';
import { cleanHtml } from '#platform/server/text/html.ts';
import { letterOf } from './letter.ts';
import { Unsendable, type Sender } from '#platform/server/outbox/runner.ts';
import type { FileStores, Provider } from '#platform/server/file/store.ts';
import { isMailAddress } from './address.ts';
import type { MailFile } from './queue.ts';
import { oneLine } from './template.ts';

export interface MailSettings {
  /**
   * smtp://user:password@host:587, or `sandbox:`, where a mail ends in the log. Without it no mail leaves the house.
   */
  readonly url: string | undefined;
  readonly from: string;
  /** Where files lie that go with a mail. */
  readonly stores?: FileStores;
}

interface Mail {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  readonly html: string;
  readonly files?: readonly MailFile[];
}

/** Sends one mail by SMTP. What the server refuses for good is not tried again. */
export function mailSender({ url, from, stores }: MailSettings): Sender & { close(): void } {
  const sandboxed = url === 'sandbox:';
  const transport =
    url === undefined || url === '' || sandboxed
      ? null
      : // A template is text: nothing in it may make this process read a file or call an address.
        createTransport({
          url,
          pool: true,
          maxConnections: 2,
          connectionTimeout: 15_000,
          greetingTimeout: 15_000,
          socketTimeout: 30_000,
          disableFileAccess: true,
          disableUrlAccess: true,
        });
  return {
    from,
    rests: transport === null && !sandboxed ? 'no mail server is configured (SMTP_URL): mails are not sent' : undefined,
    placeOf: (payload) => {
      const { to = [], cc = [] } = payload as Partial<Mail>;
      return {
        url: sandboxed ? 'sandbox:mail' : bareServer(url),
        target: [...to, ...cc].slice(0, 10).map(maskedMail).join(', '),
      };
    },
    async send(payload, { id }) {
      const mail = payload as unknown as Mail;
      if (transport === null) return;
      // Checked when it was queued; the queue is stored text.
      if (![...mail.to, ...mail.cc].every(isMailAddress)) throw new Unsendable('an address is none');
      const html = cleanHtml(mail.html);
      try {
        await transport.sendMail({
          from,
          to: [...mail.to],
          cc: [...mail.cc],
          subject: oneLine(mail.subject),
          html: letterOf(html),
          text: plainOf(html),
          attachments: await attachmentsOf(mail, stores),
          // A mail that was sent twice because its sender died in between is seen as one by whoever sorts by it.
          messageId: `<${id}@${from.split('@')[1]?.replace(/[^A-Za-z0-9.-]/g, '') ?? 'qudao'}>`,
          disableFileAccess: true,
          disableUrlAccess: true,
        });
      } catch (error) {
        const { responseCode, message } = error as Error & { responseCode?: number };
        throw responseCode !== undefined && responseCode >= 500 && responseCode < 600 ? new Unsendable(message) : error;
      }
    },
    close: () => {
      transport?.close();
    },
  };
}

/** A file that is gone keeps its mail from being sent without it. */
const attachmentsOf = ({ files = [] }: Mail, stores: FileStores | undefined) =>
  Promise.all(
    files.map(async ({ name, storageKey, provider }) => {
      if (stores === undefined) throw new Unsendable('files cannot be sent from here');
      const store = await stores.of(provider as Provider);
      return { filename: oneLine(name), content: await store.open(storageKey) };
    }),
  );

/** smtp://host:port, without who we are there. */
function bareServer(url: string | undefined): string {
  const parsed = URL.parse(url ?? '');
  return parsed === null ? 'smtp:' : `${parsed.protocol}//${parsed.host}`;
}

/** a***@example.com */
const maskedMail = (address: string): string => address.replace(/^(.)[^@]*/, '$1***');

/** For readers that show no HTML. */
const plainOf = (html: string): string =>
  html
    .replace(/<(br|\/p|\/li|\/h\d|\/tr|\/div)[^>]*>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
