/**
 * Withdrawn claims: statements that a test once claimed and that the product does not do, or that nothing proves. Each
 * stands here with its reason until a test shows the statement from end to end; the number leaves this list in the
 * commit that claims it again.
 */
export const withdrawn: Readonly<Record<number, string>> = {
  223: 'the field stands in forms whose records hold a list of ids; the ids joined by commas are seen in the gallery only',
  263: 'conditions of own reports open it for customers, personnel, departments, suppliers, warehouses and carriers; the other four are in the gallery only',
  343: 'one enumeration of the seed, auditFlag, is on no screen of the specification: documents have states',
  370: 'an account keeps its verifyType and nobody reads it: signing in always compares the own hash, no password goes to the ERP',
};
