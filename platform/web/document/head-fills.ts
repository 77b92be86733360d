import { useCallback, useRef } from 'react';
import type { Document } from '#platform/model/document.ts';
import { nameKeyOf } from '#platform/model/field.ts';
import { lookingUp } from '#platform/web/page/looking-up.ts';
import { headFillsOf } from '#platform/web/registry/registry.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import type { BillWork } from './bill-work.ts';

/**
 * What follows from a choice in the head is filled in at once, as the server would at the save; what somebody typed is
 * left alone, and what was filled before follows the new choice.
 */
export function useHeadFills(
  document: Document,
  work: BillWork,
  onFilled: (from: Element | null) => void,
): (changed: Row) => void {
  const filled = useRef<Row>({});
  const asked = useRef(0);
  const { form, values, touched } = work;
  return useCallback(
    (changed: Row) => {
      const rule = headFillsOf(document.name);
      if (rule === undefined || !rule.by.some((key) => key in changed)) return;
      const head = values();
      if (rule.by.some((key) => textAt(head, key) === '')) return;
      const turn = (asked.current += 1);
      const from = window.document.activeElement;
      const filling = rule
        .load()
        .then((ask) => ask(head))
        .then((given) => {
          // Another choice was made meanwhile.
          if (turn !== asked.current) return;
          const now = values();
          const taken = Object.entries(given).filter(
            ([key]) => textAt(now, key) === '' || textAt(now, key) === textAt(filled.current, key),
          );
          filled.current = { ...filled.current, ...Object.fromEntries(taken) };
          form.setFieldsValue(Object.fromEntries(taken.filter(([key]) => isWhole(given, taken, key))));
          touched();
          onFilled(from);
        })
        // Without it the save fills them in.
        .catch(() => undefined);
      // A save that began before the answer would be followed by it: the saved document looked changed again.
      void lookingUp(filling);
    },
    [document, form, values, touched, onFilled],
  );
}

/** A name goes with its code. */
const isWhole = (given: Row, taken: readonly (readonly [string, unknown])[], key: string): boolean => {
  const code = Object.keys(given).find((other) => other !== key && nameKeyOf(other) === key);
  return code === undefined || taken.some(([other]) => other === code);
};
