import { createHash, createHmac } from 'node:crypto';
import type { SmsProvider } from './port.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const passing = /LimitExceeded|RequestLimit|InternalError|RequestTimeout|ServiceUnavailable/;

/** Tencent Cloud SMS, SendSms of 2021-01-11, signed with TC3-HMAC-SHA256: a JSON body, the day of UTC in the key. */
export const tencent: SmsProvider = {
  endpoint: 'https://sms.tencentcloudapi.com',
  request({ mobile, signName, templateCode, params }, { accessKey, secret, appId }, endpoint, at) {
    // Its templates number their places; the order of the parameters is theirs.
    const body = JSON.stringify({
      PhoneNumberSet: [`+86${mobile}`],
      SmsSdkAppId: appId,
      SignName: signName,
      TemplateId: templateCode,
      TemplateParamSet: Object.values(params),
    });
    const { host } = new URL(endpoint);
    const timestamp = String(Math.floor(at.getTime() / 1000));
    const day = at.toISOString().slice(0, 10);
    const canonical =
      `POST\n/\n\ncontent-type:application/json; charset=utf-8\n` +
      `host:${host}\nx-tc-action:sendsms\n\ncontent-type;host;x-tc-action\n${sha256(body)}`;
    const scope = `${day}/sms/tc3_request`;
    const key = hmac(hmac(hmac(`TC3${secret}`, day), 'sms'), 'tc3_request');
    const signature = hmac(key, `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256(canonical)}`).toString('hex');
    return {
      url: `${endpoint}/`,
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'x-tc-action': 'SendSms',
        'x-tc-version': '2021-01-11',
        'x-tc-timestamp': timestamp,
        'x-tc-region': 'ap-guangzhou',
        authorization:
          `TC3-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=content-type;host;x-tc-action, ` +
          `Signature=${signature}`,
      },
    };
  },
  verdict(answer) {
    const { Error: failure, SendStatusSet: sent } =
      (
        (answer ?? {}) as {
          Response?: {
            Error?: { Code?: unknown; Message?: unknown };
            SendStatusSet?: { Code?: unknown; Message?: unknown }[];
          };
        }
      ).Response ?? {};
    const said = failure ?? sent?.[0];
    if (failure === undefined && said?.Code === 'Ok') return null;
    const code = String(said?.Code ?? 'no code');
    return { error: `${code}: ${String(said?.Message ?? '')}`, isFinal: said !== undefined && !passing.test(code) };
  },
};
