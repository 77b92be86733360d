import type { Session } from './product.ts';

/** Sent in for approval: by the process that the route of the document names. */
export const send = (who: Session, processDefinitionKey: string, businessKey: string): Promise<unknown> =>
  who.ask('/activiti/running/startOfBusinessKey', { processDefinitionKey, businessKey });
