import type { Document } from '#platform/model/document.ts';
import { invalidAt } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { newId } from '#platform/server/db/id.ts';
import { readDraft, refReads, type Draft } from '#platform/server/document/draft.ts';
import { codeOf, factsOf, finish, insertBill, tellSaved } from '#platform/server/document/save.ts';
import type { DocumentHooks } from '#platform/server/document/serve.ts';

interface Made {
  readonly document: Document;
  readonly hooks: DocumentHooks;
  /** As somebody would write it: names, prices and whatever else its rules fill in are theirs. */
  readonly body: object;
  /** What only the server says of it. */
  readonly kept?: object;
  readonly keptLines?: readonly object[];
  /** Half written: whoever opens it says what is still missing. */
  readonly isStash?: boolean;
  /** The document that it was made of, or what made it. */
  readonly message?: string;
}

/** A saved document that another one makes, by the same rules as one that a person writes. */
export async function makeBill(
  ctx: Command,
  { document, hooks, body, kept = {}, keptLines = [], isStash = false, message }: Made,
): Promise<{ readonly id: string; readonly draft: Draft }> {
  const { draft, places } = readDraft(document, body, { isStash, today: ctx.today, previous: null });
  if (places.length > 0) throw invalidAt(places);
  Object.assign(draft, kept);
  draft.lines.forEach((line, at) => Object.assign(line, keptLines[at]));
  const status = codeOf(document, isStash ? document.stashed : document.initial);
  const known = await ctx.all(hooks.reads ?? {});
  const facts = await factsOf(ctx, hooks, draft, refReads(document, draft), known);
  const final = await finish(document, hooks, ctx, draft, facts, null, status);
  const id = newId();
  insertBill(
    document,
    ctx,
    { id, status, draft: final },
    { operation: 'save', ...(message === undefined ? {} : { message }) },
  );
  await tellSaved(hooks, ctx, { ...final, id }, null);
  return { id, draft: final };
}
