/** A process as a text of BPMN: how shipped templates and tests draw without a drawing tool. */
export interface Drawing {
  readonly key: string;
  readonly name?: string;
  readonly docType?: string;
  readonly nodes: readonly DrawnNode[];
  readonly flows: readonly DrawnFlow[];
}

export interface DrawnNode {
  readonly kind: string;
  readonly id: string;
  readonly name?: string;
  readonly approvers?: string;
  readonly fallbackRole?: string;
  /** Several sign: one after the other or all at once, until the condition holds. */
  readonly signing?: { readonly isSequential: boolean; readonly until?: string };
  readonly dueDate?: string;
  readonly reminder?: string;
  /** Rights on fields of the document: `remark:edit,waiverAmount:hidden`. */
  readonly fields?: string;
  readonly defaultFlow?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  /** XML inside the element, as it is. */
  readonly inner?: string;
}

export type DrawnFlow = readonly [
  from: string,
  to: string,
  options?: { readonly id?: string; readonly when?: string; readonly language?: string },
];

export const flowIdOf = ([from, to, options]: DrawnFlow): string => options?.id ?? `f_${from}_${to}`;

const spaces = {
  'xmlns:bpmn': 'http://www.omg.org/spec/BPMN/20100524/MODEL',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xmlns:camunda': 'http://camunda.org/schema/1.0/bpmn',
} as const;

export function drawProcess({ key, name, docType, nodes, flows }: Drawing): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions${attributesOf({ ...spaces, id: `definitions_${key}`, targetNamespace: 'http://qudao/bpmn' })}>
<bpmn:process${attributesOf({ id: key, name: name ?? key, isExecutable: 'true' })}>${propertiesOf({ docType })}
${nodes.map(nodeXml).join('\n')}
${flows.map(flowXml).join('\n')}
</bpmn:process>
</bpmn:definitions>`;
}

export const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter] ?? letter);

const attributesOf = (attributes: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? '' : ` ${key}="${escapeXml(value)}"`))
    .join('');

const propertyXml = ([name, value]: readonly [string, string | undefined]): string =>
  `<camunda:property${attributesOf({ name, value })}/>`;

function propertiesOf(properties: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? ''
    : `<bpmn:extensionElements><camunda:properties>${given.map(propertyXml).join('')}</camunda:properties>` +
        '</bpmn:extensionElements>';
}

function nodeXml({
  kind,
  id,
  name,
  approvers,
  fallbackRole,
  signing,
  dueDate,
  reminder,
  fields,
  defaultFlow,
  attributes = {},
  inner = '',
}: DrawnNode): string {
  const until =
    signing?.until === undefined
      ? ''
      : `<bpmn:completionCondition xsi:type="bpmn:tFormalExpression">${escapeXml(signing.until)}` +
        '</bpmn:completionCondition>';
  const loop =
    signing === undefined
      ? ''
      : `<bpmn:multiInstanceLoopCharacteristics isSequential="${signing.isSequential}` +
        `">${until}</bpmn:multiInstanceLoopCharacteristics>`;
  const own = {
    id,
    name,
    default: defaultFlow,
    'camunda:candidateGroups': approvers,
    'camunda:dueDate': dueDate,
    ...attributes,
  };
  return (
    `<bpmn:${kind}${attributesOf(own)}>${propertiesOf({ fallbackRole, reminder, fields })}` +
    `${loop}${inner}</bpmn:${kind}>`
  );
}

function flowXml(flow: DrawnFlow): string {
  const [from, to, options] = flow;
  const condition =
    options?.when === undefined
      ? ''
      : '<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression"' +
        `${attributesOf({ language: options.language })}>${escapeXml(options.when)}</bpmn:conditionExpression>`;
  return (
    `<bpmn:sequenceFlow${attributesOf({ id: flowIdOf(flow), sourceRef: from, targetRef: to })}` +
    `>${condition}</bpmn:sequenceFlow>`
  );
}
