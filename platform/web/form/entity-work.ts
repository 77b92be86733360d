import { Form, type FormInstance } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Entity } from '#platform/model/entity.ts';
import type { Field } from '#platform/model/field.ts';
import { currentUser } from '#platform/web/api/me.ts';
import { contentOf, typedIn } from '#platform/web/draft/delta.ts';
import { keepDraft, type Draft } from '#platform/web/draft/keeper.ts';
import { headDifferences, mergedValues, type Choices, type Difference } from '#platform/web/draft/merge.ts';
import { setDirty, useTab } from '#platform/web/route/tabs.ts';
import { texts } from '#platform/web/text/texts.ts';
import { defaultsOf, writable } from '#platform/web/value/body.ts';
import type { Row } from '#platform/web/value/row.ts';

/** What is being written into a record, and the version it stands on. */
export interface EntityWork {
  readonly form: FormInstance<Record<string, unknown>>;
  readonly initial: Row;
  readonly touched: () => void;
  readonly version: () => number | null;
  readonly values: () => Row;
  readonly differences: (theirs: Row) => readonly Difference[];
  readonly take: (theirs: Row, differences: readonly Difference[], choices: Choices) => void;
}

/** Every change is kept as a draft on the server. `draft` is what was found there when the form opened. */
export function useEntityWork(entity: Entity, record: Row | undefined, draft: Draft | null): EntityWork {
  const { name, title } = useTab();
  const [form] = Form.useForm<Record<string, unknown>>();
  const version = useRef<number | null>(draft === null ? versionOf(record) : draft.baseVersion);
  const [start] = useState<Row>(() => record ?? defaultsOf(entity.fields, currentUser()));
  const [initial] = useState<Row>(() => ({ ...start, ...draft?.content.values }));
  const base = useRef(start);
  const fields = useMemo(() => typedFields(entity), [entity]);
  const values = useCallback((): Row => form.getFieldsValue(true) as Row, [form]);
  const touched = useCallback(() => {
    setDirty(name, true);
    keepDraft(name, {
      title,
      baseVersion: version.current,
      collect: () => contentOf(typedIn(fields, base.current), typedIn(fields, values())),
    });
  }, [name, title, fields, values]);
  useEffect(() => {
    if (draft === null) return;
    setDirty(name, true);
    if (draft.isUnsent === true) touched();
  }, [draft, name, touched]);
  return useMemo(
    (): EntityWork => ({
      form,
      initial,
      touched,
      values,
      version: () => version.current,
      differences: (theirs) =>
        headDifferences(
          fields.filter(([, { kind }]) => kind !== 'secret'),
          base.current,
          values(),
          theirs,
        ),
      take: (theirs, differences, choices) => {
        form.setFieldsValue(mergedValues(typedIn(fields, values()), differences, choices));
        base.current = theirs;
        version.current = versionOf(theirs);
        touched();
      },
    }),
    [form, initial, touched, values, fields],
  );
}

const versionOf = (record: Row | undefined): number | null =>
  typeof record?.['rowVersion'] === 'number' ? record['rowVersion'] : null;

/** A node's place in its tree is typed like a field. */
function typedFields(entity: Entity): readonly (readonly [string, Field])[] {
  const parent: Field = { kind: 'ref', label: texts.parent, required: false, key: 'id', target: () => entity };
  return [...writable(entity.fields), ...(entity.tree ? [['pid', parent] as const] : [])];
}
