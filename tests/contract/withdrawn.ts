/**
 * Withdrawn claims: statements that a test once claimed and that the product does not do, or that nothing proves. Each
 * stands here with its reason until a test shows the statement from end to end; the number leaves this list in the
 * commit that claims it again.
 */
export const withdrawn: Readonly<Record<number, string>> = {
  370: 'an account keeps its verifyType and nobody reads it: signing in always compares the own hash, no password goes to the ERP',
};
