/** The ERP that the demo knows: where it listens when somebody starts it (`scripts/sandbox-erp.ts`), and as whom. */
export const sandboxPort = 8099;
export const sandboxUrl = `http://127.0.0.1:${sandboxPort}/erp`;
export const sandboxAccount = { account: 'qudao', secret: 'sandbox-Secret-1' } as const;

/** Whose password lies there: an account of this name with verification by the ERP signs in with it. */
export const sandboxUser = { user: 'erp', password: 'Sandbox-erp-2026' } as const;

/** The provider of invoices (`scripts/sandbox-tax.ts`); its account is the tax number of the seller. */
export const taxSystemCode = 'TAX';
export const taxPort = 8098;
export const taxUrl = `http://127.0.0.1:${taxPort}/tax`;
export const taxAccount = { account: '91310115MA1K3SBX0T', secret: 'sandbox-Secret-2' } as const;

/** A bill that waits there for a decision of ours. */
export interface PendingBill {
  readonly type: string;
  readonly billCode: string;
  readonly [key: string]: unknown;
}
