import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { SmsProvider } from './port.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
/** RFC 3986: what encodeURIComponent leaves, less the five marks that Aliyun wants written out. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

/** Failures that repeat themselves: a wrong number, template, signature or key. */
const final = /^(isv\.|InvalidAccessKey|SignatureDoesNotMatch|Forbidden|InvalidTemplate)/;
const passing = /^isv\.(BUSINESS_LIMIT_CONTROL|DAY_LIMIT_CONTROL)|Throttling|ServiceUnavailable|InternalError/i;

/** Aliyun Dysmsapi, SendSms of 2017-05-25, signed with ACS3-HMAC-SHA256: parameters in the query, an empty body. */
export const aliyun: SmsProvider = {
  endpoint: 'https://dysmsapi.aliyuncs.com',
  request({ mobile, signName, templateCode, params }, { accessKey, secret }, endpoint, at) {
    const query = Object.entries({
      PhoneNumbers: mobile,
      SignName: signName,
      TemplateCode: templateCode,
      TemplateParam: JSON.stringify(params),
    })
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => `${encoded(key)}=${encoded(value)}`)
      .join('&');
    const signed: Readonly<Record<string, string>> = {
      host: new URL(endpoint).host,
      'x-acs-action': 'SendSms',
      'x-acs-content-sha256': sha256(''),
      'x-acs-date': at.toISOString().replace(/\.\d+Z$/, 'Z'),
      'x-acs-signature-nonce': randomBytes(16).toString('hex'),
      'x-acs-version': '2017-05-25',
    };
    const names = Object.keys(signed).toSorted();
    const canonical = [
      'POST',
      '/',
      query,
      ...names.map((name) => `${name}:${signed[name] ?? ''}`),
      '',
      names.join(';'),
      sha256(''),
    ].join('\n');
    const signature = createHmac('sha256', secret)
      .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
      .digest('hex');
    const { host: _host, ...sent } = signed;
    return {
      url: `${endpoint}/?${query}`,
      method: 'POST',
      headers: {
        ...sent,
        authorization:
          `ACS3-HMAC-SHA256 Credential=${accessKey},` + `SignedHeaders=${names.join(';')},Signature=${signature}`,
      },
      body: '',
    };
  },
  verdict(answer) {
    const { Code: code, Message: message } = (answer ?? {}) as { Code?: unknown; Message?: unknown };
    if (code === 'OK') return null;
    const error = `${String(code ?? 'no code')}: ${String(message ?? '')}`;
    return { error, isFinal: final.test(String(code)) && !passing.test(String(code)) };
  },
};
