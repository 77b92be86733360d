import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { canEdit, type Document } from '#platform/model/document.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { CallError } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { NumberedText } from '#platform/web/link/numbered-text.tsx';
import { RecordLink } from '#platform/web/link/record-link.tsx';
import { useRoutes } from '#platform/web/link/openable.ts';
import { ownActionsOf } from '#platform/web/registry/registry.ts';
import { currentRoute, go } from '#platform/web/route/route.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { standingOf } from '#platform/web/value/standing.ts';
import { impactTexts } from './impact-texts.ts';
import { verbTexts } from './verb-texts.ts';

/** A document that the verb would be refused for, and why. */
export interface Failed {
  readonly id: string;
  readonly msg: string;
}

interface CannotProps {
  readonly document: Document;
  /** Undefined where several were asked for at once. */
  readonly row: Row | undefined;
  readonly why: Failure;
  readonly verb: string;
  /** Before the document is opened. */
  readonly onLeft: () => void;
  /** Another action mended it: the document is another now. */
  readonly onMended: () => void;
}

/** Why nothing can be done; by its key other actions know whether they mend it. */
export interface Failure {
  readonly text: string;
  readonly key: string | null;
}
export const failureOf = (error: unknown): Failure => ({
  text: error instanceof Error ? error.message : String(error),
  key: error instanceof CallError ? ((error.data as { readonly key?: string } | null)?.key ?? null) : null,
});

/** Why nothing can be done, on top and red, with the way to where it is mended. */
export function Cannot({ document, row, why, verb, onLeft, onMended }: CannotProps): ReactNode {
  const can = useCan();
  const routes = useRoutes();
  const isEditable = row !== undefined && canEdit(document, standingOf(row)) && can(permissionOf(document, 'update'));
  const route = routes(document.name, textAt(row, 'id'), isEditable ? 'edit' : 'read');
  const mending =
    row === undefined || why.key === null
      ? undefined
      : ownActionsOf(document).find(
          ({ mends, permission }) => mends?.includes(why.key ?? '') === true && can(permission),
        );
  return (
    <Alert
      type="error"
      showIcon
      className="cannot"
      data-testid="cannot"
      title={say(impactTexts.cannot, { verb })}
      description={<NumberedText text={why.text} onOpened={onLeft} />}
      action={
        mending !== undefined && row !== undefined ? (
          <Button
            size="small"
            data-verb={mending.verb}
            onClick={() => {
              void mending
                .load()
                .then((perform) => perform([row]))
                .then((isDone) => {
                  if (isDone) onMended();
                });
            }}
          >
            {say(mending.label)}
          </Button>
        ) : route === undefined || route === currentRoute() ? undefined : (
          <Button
            type="link"
            size="small"
            data-verb="mend"
            onClick={() => {
              onLeft();
              go(route);
            }}
          >
            {say(isEditable ? impactTexts.mend : impactTexts.look)}
          </Button>
        )
      }
    />
  );
}

interface WouldFailProps {
  readonly document: Document;
  readonly rows: readonly Row[];
  readonly failed: readonly Failed[];
  readonly verb: string;
}

/** Those of several that would be refused; each number leads to its document. */
export function WouldFail({ document, rows, failed, verb }: WouldFailProps): ReactNode {
  const codes = new Map(rows.map((row) => [textAt(row, 'id'), textAt(row, 'code')]));
  return (
    <details className="would-fail" open={failed.length <= 5 || failed.length === rows.length}>
      <summary>{say(verbTexts.someFail, { total: rows.length, count: failed.length, verb })}</summary>
      <ul>
        {failed.map(({ id, msg }) => (
          <li key={id}>
            <RecordLink noun={document.name} id={id} className="would-fail-code">
              {codes.get(id)}
            </RecordLink>{' '}
            <NumberedText text={msg} />
          </li>
        ))}
      </ul>
    </details>
  );
}
