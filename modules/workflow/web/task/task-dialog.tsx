import { Form, Radio } from 'antd';
import { useState } from 'react';
import type { Document } from '#platform/model/document.ts';
import { done } from '#platform/web/action/perform.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { PickedInput } from '#platform/web/picker/picked-input.tsx';
import { texts } from '#platform/web/text/texts.ts';
import { askOpinion, type Further } from './approval-comments.tsx';
import { AssigneeInput, userNoun, type Person } from './assignee-input.tsx';
import {
  addSign,
  claim,
  complete,
  decideBill,
  entrust,
  reject,
  rollBack,
  sendCopies,
  terminate,
  type HeldTask,
} from './task-calls.ts';
import { taskTexts } from './task-texts.ts';

export type TaskVerb = 'complete' | 'reject' | 'rollback' | 'entrust' | 'terminate' | 'addSign' | 'cc' | 'claim';

/** Where a task is acted on: in its list, or in the document it is about. */
export interface TaskPlace extends HeldTask {
  /** What the title names. */
  readonly what: string;
  readonly bill?: { readonly document: Document; readonly id: string };
  /** Whoever may approve the document does it by the document's own call. */
  readonly isByBill?: boolean;
}

/** False when it was left or refused. */
export async function actOnTask(verb: TaskVerb, task: TaskPlace): Promise<boolean> {
  if (verb === 'claim') return done(() => claim(task));
  const { what, processInstanceId, bill, isByBill = false } = task;
  const common = {
    verb,
    title: say(taskTexts.title, { verb: say(taskTexts[verb]), what }),
    confirm: say(taskTexts[verb]),
    processInstanceId,
    ...(bill === undefined ? {} : { bill }),
  };
  return (await askOpinion({ ...common, ...deeds[verb](task, isByBill ? bill : undefined) })) !== undefined;
}

type Sent = Pick<Parameters<typeof askOpinion>[0], 'isRequired' | 'isDanger' | 'useFurther' | 'send' | 'impactOf'>;
type Bill = NonNullable<TaskPlace['bill']>;

const deeds: Readonly<Record<Exclude<TaskVerb, 'claim'>, (task: TaskPlace, bill: Bill | undefined) => Sent>> = {
  complete: (task, bill) => ({
    impactOf: task.taskId,
    send: (comment) =>
      bill === undefined ? complete(task, comment) : decideBill(bill.document.path, 'approve', bill.id, comment),
  }),
  reject: (task, bill) => ({
    isRequired: true,
    isDanger: true,
    send: (comment) =>
      bill === undefined ? reject(task, comment) : decideBill(bill.document.path, 'reject', bill.id, comment),
  }),
  rollback: (task) => ({ isRequired: true, isDanger: true, send: (comment) => rollBack(task, comment) }),
  terminate: (task) => ({ isRequired: true, isDanger: true, send: (comment) => terminate(task, comment) }),
  entrust: (task) => ({ useFurther: () => useAssignee(task) }),
  addSign: (task) => ({ useFurther: () => useSigners(task) }),
  cc: (task) => ({ useFurther: () => useReaders(task) }),
};

/** A name is required; a name that stands for nobody is an error of its own (000 §5). */
function useAssignee(task: HeldTask): Further {
  const [person, setPerson] = useState<Person>({ id: '', name: '' });
  const [isMissing, setMissing] = useState(false);
  return {
    isComplete: () => {
      const isNamed = person.name.trim() !== '';
      setMissing(!isNamed);
      if (isNamed && person.id === '') feedback.error(say(taskTexts.entrustError));
      return isNamed && person.id !== '';
    },
    fields: (
      <Form.Item
        label={say(taskTexts.assignee)}
        required
        {...(isMissing ? { validateStatus: 'error' as const, help: say(texts.isRequired) } : {})}
      >
        <AssigneeInput
          value={person}
          onChange={(next) => {
            setPerson(next);
            setMissing(false);
          }}
        />
      </Form.Item>
    ),
    send: (comment) => entrust(task, person.id, comment),
  };
}

function useSigners(task: HeldTask): Further {
  const { ids, isComplete, fields } = usePeople(say(taskTexts.signers));
  const [mode, setMode] = useState<'before' | 'after'>('before');
  return {
    isComplete,
    fields: (
      <>
        {fields}
        <Form.Item label={say(taskTexts.mode)}>
          <Radio.Group
            vertical
            value={mode}
            options={(['before', 'after'] as const).map((value) => ({ value, label: say(taskTexts[value]) }))}
            onChange={({ target }) => {
              setMode(target.value === 'after' ? 'after' : 'before');
            }}
          />
        </Form.Item>
      </>
    ),
    send: (comment) => addSign(task, ids, mode, comment),
  };
}

function useReaders(task: HeldTask): Further {
  const { ids, ...people } = usePeople(say(taskTexts.readers));
  return { ...people, send: (comment) => sendCopies(task, ids, comment) };
}

function usePeople(label: string): Omit<Further, 'send'> & { readonly ids: readonly string[] } {
  const [value, setValue] = useState('');
  const [isMissing, setMissing] = useState(false);
  return {
    ids: value.split(',').filter((id) => id !== ''),
    isComplete: () => {
      setMissing(value === '');
      return value !== '';
    },
    fields: (
      <Form.Item
        label={label}
        required
        {...(isMissing ? { validateStatus: 'error' as const, help: say(texts.isRequired) } : {})}
      >
        <PickedInput
          picker={people}
          of="id"
          picking={{ isMultiple: true }}
          value={value}
          onChange={(next) => {
            setValue(next);
            setMissing(false);
          }}
        />
      </Form.Item>
    ),
  };
}

/** Not the picker of exactly one. */
const people = { noun: userNoun, rules: { key: 'id' } } as const;
