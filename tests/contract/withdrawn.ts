/**
 * Withdrawn claims: statements that a test once claimed and that the product does not do, or that nothing proves. Each
 * stands here with its reason until a test shows the statement from end to end; the number leaves this list in the
 * commit that claims it again.
 */
export const withdrawn: Readonly<Record<number, string>> = {
  222: 'opened in the gallery only: the test from the form of a role waits for its first green run',
  223: 'the field stands in forms whose records hold a list of ids; the ids joined by commas are seen in the gallery only',
  224: 'opened in the gallery only: the test from the form of a role waits for its first green run',
  236: 'no screen of the menu opens the organisation picker yet: forms choose organisations in a cascade or a tree',
  238: 'no screen of the menu opens the sub-tenant picker yet: pushing down ticks tenants in a dialog of its own',
  241: 'no screen of the menu opens the department dialog yet: forms choose departments from an open tree',
  242: 'no screen of the menu opens the department dialog yet, in choiceType mode neither',
  244: 'no screen of the menu opens the department dialog yet, in single mode neither',
  245: 'no screen of the menu opens the department dialog yet, so nobody confirms it with nothing chosen',
  246: 'no screen of the menu opens the region picker yet: addresses are chosen in a cascade',
  247: 'no screen of the menu opens the region picker yet; its tree is seen in the gallery only',
  261: 'the invoice-info picker belongs to invoice applications, which come in a later issue',
  262: 'the invoice-info picker belongs to invoice applications, which come in a later issue; no screen posts its call',
  263: 'the generic selector belongs to user-made forms and reports of later issues; no screen of the menu has one',
  264: 'the generic selector belongs to user-made forms and reports of later issues; its joined codes are in the gallery only',
  370: 'an account keeps its verifyType and nobody reads it: signing in always compares the own hash, no password goes to the ERP',
};
