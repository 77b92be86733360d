/**
 * The part of the camunda namespace that means something here. Whatever else a file carries is kept, and refused when
 * it is checked.
 */
export const camundaModdle = {
  name: 'Camunda',
  uri: 'http://camunda.org/schema/1.0/bpmn',
  prefix: 'camunda',
  xml: { tagAlias: 'lowerCase' },
  associations: [],
  enumerations: [],
  types: [
    {
      name: 'Approval',
      isAbstract: true,
      extends: ['bpmn:UserTask'],
      properties: [
        { name: 'candidateGroups', isAttr: true, type: 'String' },
        { name: 'dueDate', isAttr: true, type: 'String' },
      ],
    },
    {
      name: 'Sending',
      isAbstract: true,
      extends: ['bpmn:ServiceTask', 'bpmn:SendTask'],
      properties: [{ name: 'topic', isAttr: true, type: 'String' }],
    },
    {
      name: 'Properties',
      superClass: ['Element'],
      meta: { allowedIn: ['*'] },
      properties: [{ name: 'values', type: 'Property', isMany: true }],
    },
    {
      name: 'Property',
      superClass: ['Element'],
      properties: [
        { name: 'name', isAttr: true, type: 'String' },
        { name: 'value', isAttr: true, type: 'String' },
      ],
    },
  ],
};

/** An element of the model, as bpmn-js keeps it. */
export interface Moddle {
  readonly $type: string;
  id?: string;
  readonly $parent?: Moddle;
  get(name: string): unknown;
}

/** An element on the canvas. */
export interface Shape {
  readonly id: string;
  readonly type: string;
  readonly businessObject: Moddle;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly parent?: Shape | null;
  readonly labelTarget?: Shape;
}

export const isA = (shape: Shape | null, ...types: readonly string[]): boolean =>
  shape !== null && types.some((type) => shape.businessObject.$type === `bpmn:${type}`);
export const textOf = (of: Moddle, name: string): string => {
  const value = of.get(name);
  return typeof value === 'string' ? value : '';
};
export const listOf = (of: Moddle | undefined, name: string): readonly Moddle[] => {
  const value = of?.get(name);
  return Array.isArray(value) ? (value as readonly Moddle[]) : [];
};
export const partOf = (of: Moddle, name: string): Moddle | undefined => {
  const value = of.get(name);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Moddle) : undefined;
};

/** What stands beside an element as name and value: document type, fallback role, reminder, field rights. */
export function propertyOf(of: Moddle, name: string): string {
  const lists = listOf(partOf(of, 'extensionElements'), 'values').filter(({ $type }) => $type === 'camunda:Properties');
  const found = lists.flatMap((list) => listOf(list, 'values')).find((each) => textOf(each, 'name') === name);
  return found === undefined ? '' : textOf(found, 'value');
}
