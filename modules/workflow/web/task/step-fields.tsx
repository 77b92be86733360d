import { Form } from 'antd';
import { useId, useState, type ReactNode } from 'react';
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

function StepFieldsDialog(props: Changing & { readonly onClose: (isDone?: boolean) => void }): ReactNode {
  const { document, record, taskId, keys, onClose } = props;
  const work = useStepFields(taskId, () => {
    onClose(true);
  });
  return (
    <Dialog
      centered
      width={480}
      title={say(taskTexts.editFields)}
      okText={say(texts.save)}
      cancelText={say(texts.cancel)}
      confirmLoading={work.isBusy}
      onCancel={() => {
        onClose();
      }}
      onOk={() => {
        if (work.isChanged) void work.save();
        else onClose();
      }}
    >
      <StepFields document={document} record={record} keys={keys} work={work} />
    </Dialog>
  );
}

interface StepFieldsWork {
  readonly values: Readonly<Record<string, unknown>>;
  readonly errors: Readonly<Record<string, string>>;
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  readonly set: (key: string, value: unknown) => void;
  readonly save: () => Promise<void>;
}
/** What was typed into the fields of a step, and its saving. */
export function useStepFields(taskId: string, onSaved: () => void): StepFieldsWork {
  const [values, setValues] = useState<StepFieldsWork['values']>({});
  const [errors, setErrors] = useState<StepFieldsWork['errors']>({});
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await post('/activiti/task/fields', { taskId, values }, { isSilent: true, isDialog: true });
    } catch (error) {
      const places = error instanceof CallError ? error.errors : [];
      setErrors(Object.fromEntries(places.map(({ path, msg }) => [path, msg])));
      if (places.length === 0) feedback.error(error instanceof Error ? error.message : String(error));
      return;
    } finally {
      setBusy(false);
    }
    setValues({});
    setErrors({});
    void listsChanged();
    feedback.success(say(texts.saved));
    onSaved();
  };
  return {
    values,
    errors,
    isChanged: Object.keys(values).length > 0,
    isBusy,
    set: (key, value) => {
      setValues({ ...values, [key]: value });
    },
    save,
  };
}

interface StepFieldsProps extends Omit<Changing, 'taskId'> {
  readonly work: StepFieldsWork;
}
export function StepFields({ document, record, keys, work: { values, errors, set } }: StepFieldsProps): ReactNode {
  return (
    <Form layout="vertical" className="stacked">
      {keys.map((key) => (
        <StepField
          key={key}
          name={key}
          field={document.head[key]}
          error={errors[key]}
          value={Object.hasOwn(values, key) ? values[key] : record[key]}
          onChange={(value) => {
            set(key, value);
          }}
        />
      ))}
    </Form>
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
  const id = useId();
  return field === undefined ? null : (
    <div data-field={name}>
      <Form.Item
        label={say(field.label)}
        htmlFor={id}
        required={field.required}
        {...(error === undefined ? {} : { validateStatus: 'error' as const, help: error })}
      >
        <FieldInput id={id} field={field} value={value} onChange={onChange} />
      </Form.Item>
    </div>
  );
}
