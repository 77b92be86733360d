import { lookup } from 'node:dns/promises';
import { Agent as PlainAgent, type AgentOptions } from 'node:http';
import { Agent as SafeAgent } from 'node:https';
import { BlockList, connect as connectPlain, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectSafe } from 'node:tls';

/** Somebody asked us to speak to an address that is not for us. Nothing was sent to it. */
export class ForbiddenAddress extends Error {
  constructor(host: string) {
    super(`connections to ${host} are not allowed`);
    this.name = 'ForbiddenAddress';
  }
}

export type Resolve = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/** Which addresses an administrator may make us call. */
export interface Outbound {
  /** Private networks and this machine too: a MinIO next door. Link-local and metadata addresses never. */
  readonly isPrivateAllowed: boolean;
  /** Ports beside which none is called; on private networks also any above 1023. */
  readonly ports: readonly number[];
  readonly resolve?: Resolve;
}

const blocked = (ranges: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', bits = ''] = range.split('/');
    list.addSubnet(net, Number.parseInt(bits, 10), isIP(net) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
};

const privateRanges = blocked(['10.0.0.0/8', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7']);
/**
 * Nobody's storage: this network, carrier and benchmark networks, documentation, multicast, link-local, and the
 * addresses where clouds tell their machines who they are.
 */
const neverRanges = blocked([
  '0.0.0.0/8',
  '100.64.0.0/10',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Of IPv6 only what is routed worldwide, without the ranges that carry an IPv4 address inside; `fd00:ec2::254` is a
  // metadata address.
  '::/96',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3ffe::/16',
  '5f00::/16',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
  'fd00:ec2::/32',
]);

type Standing = 'public' | 'private' | 'never';

function standingOf(address: string): Standing {
  if (isIP(address) === 4)
    return neverRanges.check(address, 'ipv4') ? 'never' : privateRanges.check(address, 'ipv4') ? 'private' : 'public';
  // In its one short spelling; a zone (fe80::1%eth0) has none and is no address of a server.
  const plain = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? '';
  if (plain === '::1') return 'private';
  // An IPv4 address in IPv6 clothes is refused for its clothes.
  if (plain === '' || /^(::ffff:|64:ff9b:)/.test(plain) || neverRanges.check(plain, 'ipv6')) return 'never';
  return privateRanges.check(plain, 'ipv6') ? 'private' : 'public';
}

/**
 * The one address to connect to. A name is resolved here and the connection goes to what was checked, so a name that
 * answers differently a moment later changes nothing; a name with one forbidden address among others is refused.
 */
export async function checkedAddress(
  host: string,
  port: number,
  { isPrivateAllowed, ports, resolve = resolveAll }: Outbound,
): Promise<{ readonly address: string; readonly family: 4 | 6 }> {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  const found = isIP(bare) === 0 ? await resolve(bare).catch(() => []) : [{ address: bare, family: isIP(bare) }];
  const standings = found.map(({ address }) => standingOf(address));
  const isPrivate = standings.includes('private');
  const [first] = found;
  if (first === undefined || standings.includes('never') || (isPrivate && !isPrivateAllowed))
    throw new ForbiddenAddress(host);
  if (!ports.includes(port) && !(isPrivate && port > 1023)) throw new ForbiddenAddress(`${host}:${port}`);
  return { address: first.address, family: first.family === 6 ? 6 : 4 };
}

const resolveAll: Resolve = (host) => lookup(host, { all: true });

interface Wanted {
  readonly host?: string | null;
  readonly port?: number | string | null;
  readonly servername?: string;
}
type Connected = (error: Error | null, socket?: Duplex) => void;

/** Agents for HTTP clients: every connection they open is to an address that was checked when it was opened. */
export function checkedAgents(
  outbound: Outbound,
  options: AgentOptions = {},
): { readonly plain: PlainAgent; readonly safe: SafeAgent } {
  const checked =
    (open: (to: Wanted & { readonly host: string }) => Socket) =>
    (wanted: Wanted, connected?: Connected): undefined => {
      const port = Number(wanted.port); // not money
      checkedAddress(wanted.host ?? '', port, outbound).then(
        ({ address }) => {
          connected?.(null, open({ ...wanted, host: address }));
        },
        (error: unknown) => {
          connected?.(error as Error);
        },
      );
      return undefined;
    };
  const plain = new PlainAgent(options);
  const safe = new SafeAgent(options);
  // The certificate is that of the name and not of the address.
  return {
    plain: Object.assign(plain, { createConnection: checked((to) => connectPlain(to as never)) }),
    safe: Object.assign(safe, { createConnection: checked((to) => connectSafe(to as never)) }),
  };
}
