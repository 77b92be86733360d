/**
 * The codes of the dictionary `receiving` that give time (domain §4.3); whoever pays before or on delivery owes at
 * once.
 */
const monthly = '2';
const onTerm = '3';

/**
 * The day on which a delivery is to be paid: at once, on the last day of the next month, or after the days agreed with
 * the customer.
 */
export function dueDateOf(
  date: string,
  { receiveType, creditDays }: { readonly receiveType: string | null; readonly creditDays: number | null },
): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const at =
    receiveType === monthly
      ? new Date(Date.UTC(year, month + 1, 0))
      : new Date(Date.UTC(year, month - 1, day + (receiveType === onTerm ? (creditDays ?? 0) : 0)));
  return at.toISOString().slice(0, 10);
}
