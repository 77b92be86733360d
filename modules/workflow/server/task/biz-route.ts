import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { compileCondition } from '#workflow/model/engine/feel.ts';
import { FeelFault } from '#workflow/model/engine/feel-syntax.ts';
import { processStuck } from '#workflow/model/engine/step.ts';
import type { Approval, AskedBill } from './approval.ts';

export const route = {
  name: 'text',
  processDefinitionKey: 'text',
  routeName: 'text',
  condition: 'text?',
  organizeCodes: 'texts',
} as const;
export type Route = RowOf<typeof route>;

/** The enabled routes of a type of document, in the order they are asked. */
export const routesOf = (docType: string) =>
  statement(
    route,
    `
      select name, process_definition_key, route_name, condition, organize_codes
      from app.activiti_bizroute
      where doc_type = $1 and status = '1'
      order by coalesce(priority, 100), create_date, id`,
    [docType],
  );

/** The first route that fits: its organisations hold the bill's, and its condition holds for the bill as it stands. */
export function routeFor<Known extends Route>(
  routes: readonly Known[],
  { facts }: Approval,
  bill: AskedBill,
  values: Readonly<Record<string, unknown>>,
): Known | undefined {
  return routes.find(({ name, organizeCodes, condition }) => {
    if (organizeCodes.length > 0 && !organizeCodes.includes(String(bill.organizeCode))) return false;
    if (condition === null || condition.trim() === '') return true;
    try {
      return compileCondition(condition, facts.names).test(values);
    } catch (error) {
      // A condition that cannot be answered is not "no": the bill would pass without anybody seeing it.
      if (error instanceof FeelFault)
        throw processStuck({
          step: [`${name}：${error.reason[0]}`, `${name}：${error.reason[1]}`, `${name}: ${error.reason[2]}`],
        });
      throw error;
    }
  });
}
