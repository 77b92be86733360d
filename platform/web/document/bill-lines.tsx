import { Form } from 'antd';
import { useMemo, type ReactNode } from 'react';
import type { Document } from '#platform/model/document.ts';
import { useWatch } from '#platform/web/grid/watch.ts';
import { retried } from '#platform/web/loading/chunk.ts';
import { Loaded } from '#platform/web/loading/loaded.tsx';
import type { LineWork, OwnLineEditors } from '#platform/web/registry/line-editor.ts';
import { lineEditorOf } from '#platform/web/registry/registry.ts';
import type { Row } from '#platform/web/value/row.ts';
import type { BillWork } from './bill-work.ts';

interface BillLinesProps {
  readonly document: Document;
  readonly work: BillWork;
  readonly onTouched: (changed: Row) => void;
  /** The grid of all fields, where its module draws the lines in no other way. */
  readonly children: ReactNode;
}

export function BillLines({ children, ...props }: BillLinesProps): ReactNode {
  const load = lineEditorOf(props.document.name);
  return load === undefined ? children : <EditedLines {...props} load={load} />;
}

function EditedLines({
  document,
  work,
  onTouched,
  load,
}: Omit<BillLinesProps, 'children'> & { readonly load: OwnLineEditors[string] }): ReactNode {
  const { form, record, isRead, initial } = work;
  const lines = useWatch(work.lines, (all) => all);
  const values = Form.useWatch([], { form, preserve: true }) as Row | undefined;
  const lineWork = useLineWork(work, onTouched);
  return (
    <Loaded
      name={`lines of ${document.name}`}
      load={retried(load)}
      props={{ isRead, record, lines, head: { ...initial, ...values }, work: lineWork }}
    />
  );
}

function useLineWork({ lines, form }: BillWork, onTouched: (changed: Row) => void): LineWork {
  return useMemo(
    () => ({
      complaintsAt: (at) => lines.complaintsOf(lines.keyAt(at)),
      edit: (edits) => {
        lines.edit(edits);
      },
      add: (values) => {
        lines.insertNew(lines.get().length, [values]);
      },
      remove: (at) => {
        lines.remove([lines.keyAt(at)]);
      },
      writeHead: (values) => {
        form.setFieldsValue(values);
        onTouched(values);
      },
    }),
    [lines, form, onTouched],
  );
}
