import type { Label } from '#platform/model/label.ts';
import { childNamed, childrenNamed, readXml, type Element } from './xml.ts';

/** What became of an element between two versions of a process. */
export interface Difference {
  readonly element: string;
  readonly name: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly facts: readonly Fact[];
}
export interface Fact {
  readonly key: string;
  readonly what: Label;
  readonly before: string;
  readonly after: string;
}

/** Everything that an approver could notice; where an element stands on the paper is no change. */
export function differencesOf(before: string, after: string): readonly Difference[] {
  const [old, now] = [elementsIn(before), elementsIn(after)];
  const removed = [...old.values()]
    .filter(({ id }) => !now.has(id))
    .map(({ id, name }): Difference => ({ element: id, name, kind: 'removed', facts: [] }));
  const others = [...now.values()].flatMap((element): Difference[] => {
    const earlier = old.get(element.id);
    if (earlier === undefined) return [{ element: element.id, name: element.name, kind: 'added', facts: [] }];
    const facts = [...new Set([...earlier.facts.keys(), ...element.facts.keys()])]
      .map((key): Fact => ({
        key,
        what: labelOf(key),
        before: earlier.facts.get(key) ?? '',
        after: element.facts.get(key) ?? '',
      }))
      .filter(({ before: was, after: is }) => was !== is);
    return facts.length === 0 ? [] : [{ element: element.id, name: element.name, kind: 'changed', facts }];
  });
  return [
    ...others.filter(({ kind }) => kind === 'added'),
    ...others.filter(({ kind }) => kind === 'changed'),
    ...removed,
  ];
}

interface Known {
  readonly id: string;
  readonly name: string;
  readonly facts: ReadonlyMap<string, string>;
}

const bpmn = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
const camunda = 'http://camunda.org/schema/1.0/bpmn';
const labels: Readonly<Record<string, Label>> = {
  kind: ['类型', '類型', 'Kind'],
  name: ['名称', '名稱', 'Name'],
  approvers: ['审批人', '審批人', 'Approvers'],
  dueDate: ['办理时限', '辦理時限', 'Due within'],
  signing: ['会签', '會簽', 'Countersign'],
  until: ['会签完成条件', '會簽完成條件', 'Countersign ends when'],
  condition: ['条件', '條件', 'Condition'],
  default: ['默认出口', '預設出口', 'Default way out'],
  timer: ['定时', '定時', 'Timer'],
  from: ['起点', '起點', 'From'],
  to: ['终点', '終點', 'To'],
  attachedTo: ['附着于', '附著於', 'Attached to'],
  interrupting: ['超时后中断', '逾時後中斷', 'Interrupts'],
  fallbackRole: ['无人时转给角色', '無人時轉給角色', 'Fallback role'],
  reminder: ['提醒', '提醒', 'Reminder'],
  fields: ['字段权限', '欄位權限', 'Field rights'],
  docType: ['单据类型', '單據類型', 'Document type'],
  topic: ['主题', '主題', 'Topic'],
};
const labelOf = (key: string): Label => (Object.hasOwn(labels, key) ? labels[key] : undefined) ?? [key, key, key];

function elementsIn(xml: string): ReadonlyMap<string, Known> {
  const found = new Map<string, Known>();
  const visit = (element: Element): void => {
    const { id } = element.attributes;
    if (
      id !== undefined &&
      element.namespace === bpmn &&
      !/^(?:extensionElements|.+EventDefinition|completionCondition|conditionExpression|incoming|outgoing)$/.test(
        element.name,
      )
    )
      found.set(id, { id, name: element.attributes['name'] ?? '', facts: factsOf(element) });
    if (['definitions', 'process', 'subProcess'].includes(element.name))
      for (const child of element.children) if (child.namespace === bpmn) visit(child);
  };
  for (const process of childrenNamed(readXml(xml), 'process')) visit(process);
  return found;
}

function factsOf(element: Element): ReadonlyMap<string, string> {
  const { attributes } = element;
  const loop = childNamed(element, 'multiInstanceLoopCharacteristics');
  const timer = childNamed(element, 'timerEventDefinition');
  const properties = childrenNamed(element, 'extensionElements')
    .flatMap((extension) => childrenNamed(extension, 'properties'))
    .flatMap((list) => childrenNamed(list, 'property'));
  const all: readonly (readonly [string, string | undefined])[] = [
    ['kind', element.name],
    ['name', attributes['name']],
    ['approvers', attributes[`{${camunda}}candidateGroups`]],
    ['dueDate', attributes[`{${camunda}}dueDate`]],
    ['topic', attributes[`{${camunda}}topic`]],
    [
      'signing',
      loop === undefined ? undefined : loop.attributes['isSequential'] === 'true' ? 'sequential' : 'parallel',
    ],
    ['until', loop === undefined ? undefined : childNamed(loop, 'completionCondition')?.text.trim()],
    ['condition', childNamed(element, 'conditionExpression')?.text.trim()],
    ['default', attributes['default']],
    ['timer', timer === undefined ? undefined : childNamed(timer, 'timeDuration')?.text.trim()],
    ['from', attributes['sourceRef']],
    ['to', attributes['targetRef']],
    ['attachedTo', attributes['attachedToRef']],
    [
      'interrupting',
      attributes['attachedToRef'] === undefined ? undefined : String(attributes['cancelActivity'] !== 'false'),
    ],
    ...properties.map(({ attributes: { name = '', value = '' } }) => [name, value] as const),
  ];
  return new Map(all.flatMap(([key, value]) => (value === undefined || value === '' ? [] : [[key, value] as const])));
}
