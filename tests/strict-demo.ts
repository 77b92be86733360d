import { models } from '#apps/api/modules.ts';
import type { Document } from '#platform/model/document.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { tableOf } from '#platform/server/db/shape.ts';

/**
 * What the demo lacks of being as strict as a house should be, and of showing every state of every document (A17).
 * Empty is right.
 */
export const lacksOf = (adminUrl: string): Promise<readonly string[]> =>
  asAdministrator(adminUrl, async (client) => {
    const ask = async <Row extends object>(text: string): Promise<readonly Row[]> =>
      (await client.query(text)).rows as Row[];
    const [param] = await ask<{ value: string }>(
      `select param_value as value from app.sys_params where param_code = 'SYS021'`,
    );
    const routes = await ask<{ tenant: string; types: readonly string[] }>(`
      select t.tenant_code as tenant, array_agg(distinct r.doc_type) as types
      from app.tenant_tenant t
      left join app.activiti_bizroute r on r.tenant_code = t.tenant_code and r.status = '1'
      where t.sys_tenant is distinct from '1'
      group by 1`);
    const missing: string[] = [];
    for (const document of documents) missing.push(...missingOf(document, await ask(statesOf(document))));
    return [
      ...(param?.value === '1' ? [] : ['whoever writes a document audits it']),
      ...routes.flatMap(({ tenant, types }) =>
        ['SO', 'RF', 'BP', 'PS', 'LP', 'PC']
          .filter((type) => !types.includes(type))
          .map((type) => `${tenant} has no route of ${type}`),
      ),
      ...missing,
    ];
  });

const documents: readonly Document[] = models.flatMap((module) => module.documents);

const statesOf = (document: Document): string => `
  select distinct bill_status as status, cancel_flag as voided
  from app.${tableOf(document)}
  where deleted_flag = '0'`;

/** Where the only way to be closed is to be voided, that counts. */
function missingOf(
  document: Document,
  rows: readonly { readonly status?: string; readonly voided?: string }[],
): readonly string[] {
  const isClosed = Object.values(document.verbs).some((verb) => verb.to === 'closed' && verb.sets !== 'cancelled');
  const isVoidable = Object.values(document.verbs).some((verb) => verb.sets === 'cancelled');
  const has = (status: string | undefined, voided: string): boolean =>
    rows.some((row) => row.status === status && (row.voided ?? '0') === voided);
  return [
    ...Object.entries(document.states)
      .filter(([state, { code }]) => !has(code, state === 'closed' && !isClosed ? '1' : '0'))
      .map(([state]) => `no ${document.label[2]} is ${state}`),
    ...(isVoidable && !has(document.states['closed']?.code, '1') ? [`no ${document.label[2]} is voided`] : []),
  ];
}

if (import.meta.main) console.log(await lacksOf(process.argv[2] ?? ''));
