import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { canDo, stateOf, type Document, type Verb } from '#platform/model/document.ts';
import { verbPermission } from '#platform/model/permission.ts';
import { useCan } from '#platform/web/api/me.ts';
import { standingOf } from '#platform/web/value/standing.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { ownActionsOf } from '#platform/web/registry/registry.ts';
import { texts } from '#platform/web/text/texts.ts';
import { performVerb } from '#platform/web/action/verb-dialog.tsx';
import { useNextVerb } from '#platform/web/standing/use-standing.ts';
import { verbTexts } from '#platform/web/action/verb-texts.ts';

interface VerbBarProps {
  readonly document: Document;
  readonly record: Row;
  readonly isDirty: boolean;
  /** It is read: the bar of its next step is on the page. */
  readonly isRead?: boolean;
  readonly onDone: () => void;
}

/** The verbs of a document that the person may perform, whether or not its state lets them be. */
function heldVerbs(document: Document, record: Row, can: (permission: string) => boolean): readonly [string, Verb][] {
  const state = stateOf(document, textAt(record, 'billStatus'));
  // What rests as it is (stashing what is stashed) is no step.
  const isRest = ({ when, from, to }: Verb): boolean => when === undefined && from.includes(to) && to === state;
  return Object.entries(document.verbs).filter(([verb, rule]) => can(verbPermission(document, verb)) && !isRest(rule));
}

/** Shown by permission, enabled by the document's state: the same rule by which the server refuses. */
export function VerbBar({ document, record, isDirty, isRead = false, onDone }: VerbBarProps): ReactNode {
  const can = useCan();
  const held = heldVerbs(document, record, can);
  const isAllowed = ([verb]: (typeof held)[number]): boolean => canDo(document, verb, standingOf(record));
  // What comes next stands in the bar below, filled; twice on a page it would be two things.
  const next = useNextVerb(document, record, isRead);
  return (
    <>
      <OwnButtons document={document} record={record} isDirty={isDirty} isRead={isRead} onDone={onDone} />
      {held
        .filter((each) => isAllowed(each) && !(isRead && each[0] === next))
        .map(([verb, rule]) => (
          <Button
            key={verb}
            data-verb={verb}
            disabled={isDirty}
            title={isDirty ? say(texts.saveFirst) : ''}
            onClick={() =>
              void performVerb(document, verb, [record]).then((isDone) => {
                if (isDone) onDone();
              })
            }
          >
            {say(rule.label)}
          </Button>
        ))}
    </>
  );
}

/** What is done to a document now and then. */
export interface RareDeed {
  readonly verb: string;
  readonly label: string;
  readonly perform: () => void;
}
interface MoreMenuProps {
  readonly document: Document;
  readonly record: Row;
  readonly deeds: readonly RareDeed[];
}

/**
 * The one menu of a document's head: what is rarely done, then the verbs that its state does not allow, so that the
 * head keeps to one row and nobody looks for a verb in vain.
 */
export function MoreMenu({ document, record, deeds }: MoreMenuProps): ReactNode {
  const can = useCan();
  const others = heldVerbs(document, record, can).filter(([verb]) => !canDo(document, verb, standingOf(record)));
  const items = [
    ...deeds.map(({ verb, label, perform }) => ({
      key: `deed ${verb}`,
      label: <span data-verb={verb}>{label}</span>,
      onClick: perform,
    })),
    ...(others.length === 0
      ? []
      : [
          {
            key: 'not now',
            type: 'group' as const,
            label: say(verbTexts.notNow),
            children: others.map(([verb, rule]) => ({
              key: verb,
              disabled: true,
              label: <span data-verb={verb}>{say(rule.label)}</span>,
            })),
          },
        ]),
  ];
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button icon={<EllipsisOutlined />} data-verb="moreVerbs" aria-label={say(texts.more)} title={say(texts.more)} />
    </Dropdown>
  );
}

/** What its module does to it, beside its verbs or above its lines. */
export function OwnButtons({
  document,
  record,
  isDirty,
  isRead = false,
  onDone,
  isOfLines = false,
}: VerbBarProps & { readonly isOfLines?: boolean }): ReactNode {
  const can = useCan();
  const next = useNextVerb(document, record, isRead);
  const own = ownActionsOf(document).filter(
    ({ verb, isInBill, permission, isOffered }) =>
      verb !== next &&
      isInBill === (isOfLines ? 'lines' : true) &&
      can(permission) &&
      (isOffered === undefined || isOffered(record)),
  );
  return own.map(({ verb, label, load }) => (
    <Button
      key={verb}
      size={isOfLines ? 'small' : 'medium'}
      data-verb={verb}
      disabled={isDirty}
      title={isDirty ? say(texts.saveFirst) : ''}
      onClick={() =>
        void load()
          .then((act) => act([record]))
          .then((isDone) => {
            if (isDone) onDone();
          })
      }
    >
      {say(label)}
    </Button>
  ));
}
