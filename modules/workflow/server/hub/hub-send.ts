import { Refusal } from '#platform/model/refusal.ts';
import { ExchangeFault, type ExchangeAdapter } from '#platform/server/exchange/port.ts';
import { systemSecretIn } from '#system/server/operation/system-secret.ts';
import { Unsendable, type Sender } from '#platform/server/outbox/runner.ts';
import { answerSchema } from './hub-decide.ts';

/**
 * A decision on its way back. The key is that of its place in the outbox: sent twice because a worker died in between,
 * it is one decision over there.
 */
export const approvalSender = (adapter: ExchangeAdapter): Sender => ({
  from: '',
  // Three tries.
  pauses: [10, 60],
  placeOf: ({ billCode }, { account }) => ({
    url: account?.url ?? 'approval:',
    type: '1',
    target: String(billCode ?? ''),
  }),
  async send(payload, { id, account }) {
    const { billTypeCode, billCode, result, message, approverCode, approverName, time } = answerSchema.parse(payload);
    const { code, name, url, account: login, sealedSecret } = account ?? {};
    if (typeof code !== 'string' || typeof url !== 'string' || url === '')
      throw new Unsendable('外部系统已停用或没有地址');
    try {
      const system = { code, name: name ?? code, url, account: login ?? '', secret: systemSecretIn(sealedSecret) };
      await adapter.sendDecision(system, {
        key: id,
        type: billTypeCode,
        billCode,
        result,
        message,
        approverCode,
        approverName,
        time,
      });
    } catch (error) {
      const cause = error instanceof ExchangeFault ? error.refusal : error;
      throw cause instanceof Refusal ? new Error(cause.textIn('zh-CN')) : cause;
    }
  },
});
