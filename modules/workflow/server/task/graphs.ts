import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { compileModel } from '#workflow/model/engine/compile.ts';
import type { Graph } from '#workflow/model/engine/graph.ts';
import type { Approvals } from './approval.ts';

/** Versions never change, so a compiled one is good for ever. Their ids come from rows of the caller's own tenant. */
const kept = new Map<string, Graph>();
const most = 500;

export async function graphOf(ctx: Pick<Command, 'rows'>, approvals: Approvals, processId: string): Promise<Graph> {
  const known = kept.get(processId);
  if (known !== undefined) return known;
  const [source] = await ctx.rows(
    statement({ xml: 'text' }, 'select xml from app.wf_source where process_id = $1', [processId]),
  );
  const { graph, complaints } = compileModel(source?.xml ?? '', (docType) => approvals.factsOf(docType));
  // It was refused at deploy or it compiles; anything else is a fault and no refusal.
  if (graph === null) throw new Error(`process ${processId} does not compile: ${JSON.stringify(complaints)}`);
  if (kept.size >= most) kept.delete(kept.keys().next().value ?? '');
  kept.set(processId, graph);
  return graph;
}
