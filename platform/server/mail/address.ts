import { patterns } from '#platform/model/pattern.ts';

const mostReceivers = 50;

/**
 * One mailbox as SMTP takes it: nothing in it can end a header, name a second mailbox or be read as an option of a
 * program.
 */
export const isMailAddress = (text: string): boolean =>
  text.length <= 254 &&
  patterns.email.test(text) &&
  /^[A-Za-z0-9.!#$%&*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/.test(
    text,
  ) &&
  !text.startsWith('-');

/** Mailboxes that stand one after the other, or null if one is none. */
export function addressesIn(text: string): readonly string[] | null {
  const all = text
    .split(/[,;，；]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
  return all.length <= mostReceivers && all.every(isMailAddress) ? [...new Set(all)] : null;
}
