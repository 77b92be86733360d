import { Form } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Document } from '#platform/model/document.ts';
import type { Field } from '#platform/model/field.ts';
import { CallError, post } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { FieldInput } from '#platform/web/field/field-input.tsx';
import type { Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { taskTexts } from './task-texts.ts';

interface Changing {
  readonly document: Document;
  readonly record: Row;
  readonly taskId: string;
  readonly keys: readonly string[];
}

/** The few fields that the step lets its approver change, while everything else of the document rests. */
export const changeStepFields = async (changing: Changing): Promise<boolean> =>
  (await openDialog<boolean>((close) => <StepFieldsDialog {...changing} onClose={close} />)) === true;

function StepFieldsDialog({
  document,
  record,
  taskId,
  keys,
  onClose,
}: Changing & { readonly onClose: (isDone?: boolean) => void }): ReactNode {
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await post('/activiti/task/fields', { taskId, values }, { isSilent: true, isDialog: true });
    } catch (error) {
      setBusy(false);
      const places = error instanceof CallError ? error.errors : [];
      setErrors(Object.fromEntries(places.map(({ path, msg }) => [path, msg])));
      if (places.length === 0) feedback.error(error instanceof Error ? error.message : String(error));
      return;
    }
    void listsChanged();
    feedback.success(say(texts.saved));
    onClose(true);
  };
  return (
    <Dialog
      centered
      width={480}
      title={say(taskTexts.editFields)}
      okText={say(texts.save)}
      cancelText={say(texts.cancel)}
      confirmLoading={isBusy}
      onCancel={() => {
        onClose();
      }}
      onOk={() => {
        if (Object.keys(values).length === 0) onClose();
        else void save();
      }}
    >
      <Form layout="vertical" className="stacked">
        {keys.map((key) => (
          <StepField
            key={key}
            name={key}
            field={document.head[key]}
            error={errors[key]}
            value={Object.hasOwn(values, key) ? values[key] : record[key]}
            onChange={(value) => {
              setValues({ ...values, [key]: value });
            }}
          />
        ))}
      </Form>
    </Dialog>
  );
}

function StepField({
  name,
  field,
  error,
  value,
  onChange,
}: {
  readonly name: string;
  readonly field: Field | undefined;
  readonly error: string | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}): ReactNode {
  return field === undefined ? null : (
    <div data-field={name}>
      <Form.Item
        label={say(field.label)}
        required={field.required}
        {...(error === undefined ? {} : { validateStatus: 'error' as const, help: error })}
      >
        <FieldInput field={field} value={value} onChange={onChange} />
      </Form.Item>
    </div>
  );
}
