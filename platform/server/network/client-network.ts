import { isIPv4, isIPv6 } from 'node:net';

/**
 * The neighbourhood that an address belongs to: /24 of version 4, /56 of version 6. Whoever rents one address usually
 * has its whole network; counted by address he would have as many tries as addresses.
 */
export function networkOf(ip: string): string {
  const plain = ip
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '')
    .replace(/%.*$/, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return '';
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  const hex = groups
    .slice(0, 4)
    .map((group) => group.padStart(4, '0'))
    .join('');
  return `${hex.slice(0, 14)}/56`;
}
