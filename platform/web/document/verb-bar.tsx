import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { canDo, stateOf, type Document } from '#platform/model/document.ts';
import { verbPermission } from '#platform/model/permission.ts';
import { useCan } from '#platform/web/api/me.ts';
import { standingOf } from '#platform/web/value/standing.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { ownActionsOf } from '#platform/web/registry/registry.ts';
import { texts } from '#platform/web/text/texts.ts';
import { performVerb } from '#platform/web/action/verb-dialog.tsx';
import { verbTexts } from '#platform/web/action/verb-texts.ts';

interface VerbBarProps {
  readonly document: Document;
  readonly record: Row;
  readonly isDirty: boolean;
  readonly onDone: () => void;
}

/**
 * Shown by permission, enabled by the document's state: the same rule by which the server refuses. What the state does
 * not allow stands in the menu at the end, so that the head keeps to one row and nobody looks for a verb in vain.
 */
export function VerbBar({ document, record, isDirty, onDone }: VerbBarProps): ReactNode {
  const can = useCan();
  const held = Object.entries(document.verbs)
    // What rests as it is (stashing what is stashed) is no step.
    .filter(
      ([verb, rule]) =>
        can(verbPermission(document, verb)) &&
        !(
          rule.when === undefined &&
          rule.from.includes(rule.to) &&
          rule.to === stateOf(document, textAt(record, 'billStatus'))
        ),
    );
  const isAllowed = ([verb]: (typeof held)[number]): boolean => canDo(document, verb, standingOf(record));
  const others = held.filter((each) => !isAllowed(each));
  return (
    <>
      <OwnButtons document={document} record={record} isDirty={isDirty} onDone={onDone} />
      {held.filter(isAllowed).map(([verb, rule]) => (
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
      {others.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: others.map(([verb, rule]) => ({
              key: verb,
              disabled: true,
              label: <span data-verb={verb}>{say(rule.label)}</span>,
            })),
          }}
        >
          <Button
            icon={<EllipsisOutlined />}
            data-verb="moreVerbs"
            aria-label={say(verbTexts.notNow)}
            title={say(verbTexts.notNow)}
          />
        </Dropdown>
      )}
    </>
  );
}

/** What its module does to it, beside its verbs or above its lines. */
export function OwnButtons({
  document,
  record,
  isDirty,
  onDone,
  isOfLines = false,
}: VerbBarProps & { readonly isOfLines?: boolean }): ReactNode {
  const can = useCan();
  const own = ownActionsOf(document).filter(
    ({ isInBill, permission, isOffered }) =>
      isInBill === (isOfLines ? 'lines' : true) && can(permission) && (isOffered === undefined || isOffered(record)),
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
