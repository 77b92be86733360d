import type { Label } from '#platform/model/label.ts';
import { redConfirmStatus } from '#invoice/model/value/choices.ts';
import type { RedConfirmStatus } from '#invoice/model/red/red-confirm.ts';
import { redUnconfirmed } from '#invoice/model/value/refusals.ts';

export const confirmLabel = (status: RedConfirmStatus): Label => {
  const [simplified, traditional, english] = redConfirmStatus[status];
  return [simplified, traditional, english];
};

/** Only what was agreed to is issued (RI09, RI10). */
export function refuseUnagreed(status: RedConfirmStatus | null): void {
  if (status !== '4') throw redUnconfirmed({ status: confirmLabel(status ?? '0') });
}
