import { patterns } from '#platform/model/pattern.ts';
import { Unsendable, type Sender } from '#platform/server/outbox/runner.ts';
import { unseal } from '#platform/server/secret/seal.ts';
import { aliyun } from './aliyun.ts';
import type { SmsProvider } from './port.ts';
import { tencent } from './tencent.ts';

/** A new provider is a file beside these and a line here. */
export const smsProviders: Readonly<Record<string, SmsProvider>> = { aliyun, tencent };
export const providerNamed = (name: string): SmsProvider | undefined =>
  Object.hasOwn(smsProviders, name) ? smsProviders[name] : undefined;

export interface SmsSettings {
  /** What a sealed secret of an account is sealed for. */
  readonly sealedFor: string;
  /** `sandbox`: a message ends in the log. */
  readonly mode?: string | undefined;
  /**
   * Where the providers live; the world unless a test says otherwise. Never from a record: an address that a tenant may
   * choose reaches into our own network.
   */
  readonly endpoints?: Readonly<Record<string, string>>;
}

const patience = 15_000;
const mostRead = 100_000;

export function smsSender({ sealedFor, mode, endpoints = {} }: SmsSettings): Sender {
  return {
    from: '',
    placeOf: (payload, { account }) => {
      const platform = account?.platform ?? '';
      const url =
        mode === 'sandbox' ? 'sandbox:sms' : (endpoints[platform] ?? providerNamed(platform)?.endpoint ?? 'sms:');
      return { url, type: '1', target: maskedPhone(String((payload as { mobile?: unknown }).mobile ?? '')) };
    },
    async send(payload, { account }) {
      if (mode === 'sandbox') return;
      const { mobile, params } = payload as { mobile: string; params: Readonly<Record<string, string>> };
      const platform = account?.platform ?? '';
      const provider = providerNamed(platform);
      if (account === null || provider === undefined) throw new Unsendable('there is no such text message account');
      if (!patterns.phone.test(mobile)) throw new Unsendable('the number is none');
      const { accessKey, sealedSecret, appId, signName, templateCode } = account;
      if (!accessKey || !sealedSecret || !signName || !templateCode)
        throw new Unsendable('the account has no key, signature or template');
      const { url, ...init } = provider.request(
        { mobile, params, signName, templateCode },
        { accessKey, secret: secretIn(sealedSecret, sealedFor), appId: appId ?? '' },
        endpoints[platform] ?? provider.endpoint,
        new Date(),
      );
      const reply = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(patience) });
      const text = (await reply.text()).slice(0, mostRead);
      const verdict = provider.verdict(jsonIn(text));
      if (verdict !== null)
        throw verdict.isFinal ? new Unsendable(verdict.error) : new Error(`${reply.status} ${verdict.error}`);
    },
  };
}

/** 138****5678 */
const maskedPhone = (mobile: string): string =>
  mobile.length < 8 ? '****' : `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;

function secretIn(sealed: string, sealedFor: string): string {
  try {
    return unseal(sealed, sealedFor);
  } catch {
    throw new Unsendable('the secret of the account cannot be opened with this key');
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
