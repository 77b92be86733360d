import { WarningFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { designerTexts as texts } from './texts.ts';

export interface Fault {
  readonly element: string;
  readonly msg: string;
}

/** What keeps the drawing from running, each leading to its element. */
export function FaultList({
  faults,
  nameOf,
  onChoose,
}: {
  readonly faults: readonly Fault[];
  readonly nameOf: (element: string) => string;
  readonly onChoose: (element: string) => void;
}): ReactNode {
  return (
    <section className="faults" aria-label={say(texts.faultsTitle)} aria-live="polite">
      {faults.map(({ element, msg }) => (
        <button
          key={`${element} ${msg}`}
          type="button"
          className="fault-line"
          data-fault={element}
          onClick={() => {
            onChoose(element);
          }}
        >
          <WarningFilled /> <strong>{nameOf(element)}</strong> {msg}
        </button>
      ))}
    </section>
  );
}
