/**
 * Withdrawn claims: statements that a test once claimed and that the product does not do, or that nothing proves. Each
 * stands here with its reason until a test shows the statement from end to end; the number leaves this list in the
 * commit that claims it again.
 */
export const withdrawn: Readonly<Record<number, string>> = {
  343: 'one enumeration of the seed, auditFlag, is on no screen of the specification: documents have states',
};
