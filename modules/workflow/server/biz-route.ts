import type { Row, Statement } from '#platform/server/db/statement.ts';
import { compileCondition } from '#workflow/model/feel.ts';
import { FeelFault } from '#workflow/model/feel-syntax.ts';
import { processStuck } from '#workflow/model/step.ts';
import type { Approval } from './approval.ts';

export interface Route {
  readonly name: string;
  readonly processDefinitionKey: string;
  readonly routeName: string;
  readonly condition: string | null;
  readonly organizeCodes: readonly string[];
}

/** The enabled routes of a type of document, in the order they are asked. */
export const routesOf = (docType: string): Statement => ({
  text: `
    select name, process_definition_key, route_name, condition, organize_codes
    from app.activiti_bizroute
    where doc_type = $1 and status = '1'
    order by coalesce(priority, 100), create_date, id`,
  values: [docType],
});

/** The first route that fits: its organisations hold the bill's, and its condition holds for the bill as it stands. */
export function routeFor(
  rows: readonly Row[],
  { facts }: Approval,
  bill: Row,
  values: Readonly<Record<string, unknown>>,
): Route | undefined {
  return (rows as unknown as readonly Route[]).find((route) => {
    if (route.organizeCodes.length > 0 && !route.organizeCodes.includes(String(bill['organizeCode']))) return false;
    if (route.condition === null || route.condition.trim() === '') return true;
    try {
      return compileCondition(route.condition, facts.names).test(values);
    } catch (error) {
      // A condition that cannot be answered is not "no": the bill would pass without anybody seeing it.
      if (error instanceof FeelFault)
        throw processStuck({
          step: [
            `${route.name}：${error.reason[0]}`,
            `${route.name}：${error.reason[1]}`,
            `${route.name}: ${error.reason[2]}`,
          ],
        });
      throw error;
    }
  });
}
