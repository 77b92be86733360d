import type { Label } from '#platform/model/label.ts';
import { readApprovers } from './approver.ts';
import { checkGraph, upstreamOf } from './model-check.ts';
import { compileCondition, type Condition, type Names } from './feel.ts';
import { FeelFault } from './feel-syntax.ts';
import { readFieldRights } from './field-rights.ts';
import type { Complaint, Flow, Graph, GraphNode, NodeKind, Signing } from './graph.ts';
import { childNamed, childrenNamed, readXml, XmlFault, type Element } from './xml.ts';

/** What a process may know of the bills it is for. */
export interface BillFacts {
  readonly names: Names;
  /** Fields that hold a person. */ readonly people: readonly string[];
}

export interface Compiled {
  readonly graph: Graph | null;
  readonly complaints: readonly Complaint[];
}

const bpmn = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
const camunda = 'http://camunda.org/schema/1.0/bpmn';

/** The elements that run, and what each of them is here. */
export const bpmnKinds: Readonly<Record<string, NodeKind>> = {
  startEvent: 'start',
  endEvent: 'end',
  userTask: 'user',
  serviceTask: 'service',
  sendTask: 'service',
  task: 'pass',
  manualTask: 'pass',
  exclusiveGateway: 'xor',
  parallelGateway: 'and',
  inclusiveGateway: 'or',
  intermediateCatchEvent: 'timer',
  boundaryEvent: 'boundary',
  subProcess: 'sub',
};
/** Drawn beside the process and without effect on it. */
const silent: ReadonlySet<string> = new Set([
  'laneSet',
  'textAnnotation',
  'association',
  'group',
  'documentation',
  'extensionElements',
  'dataObject',
  'dataObjectReference',
  'dataStoreReference',
  'sequenceFlow',
  'incoming',
  'outgoing',
  'multiInstanceLoopCharacteristics',
  'category',
]);
/** Attributes of the extension that have a meaning here; every other one is a hook for code. */
const known: ReadonlySet<string> = new Set([
  'candidateGroups',
  'dueDate',
  'topic',
  'type',
  'collection',
  'elementVariable',
  'versionTag',
  'formKey',
  'historyTimeToLive',
  'isStartableInTasklist',
  'modelerTemplate',
]);
const counters: Names = {
  nrOfInstances: 'number',
  nrOfCompleted: 'number',
  nrOfActive: 'number',
  nrOfApproved: 'number',
  nrOfRejected: 'number',
};
const mostNodes = 500;

/**
 * Everything that is wrong is told at once, each at its element, and nothing of it is left to be found while the
 * process runs.
 */
export function compileModel(xml: string, billFacts: (docType: string) => BillFacts | undefined): Compiled {
  const complaints: Complaint[] = [];
  const complain = (element: string, reason: Label): void => {
    complaints.push({ element, reason });
  };
  const process = processIn(xml, complain);
  if (process === null) return { graph: null, complaints };
  const key = process.attributes['id'] ?? '';
  if (!/^[\p{L}_][\p{L}\p{N}_.-]{0,63}$/u.test(key))
    complain(key, ['流程KEY无效', '流程KEY無效', 'the key of the process is not valid']);
  const { docType = null } = propertiesOf(process);
  const facts = docType === null ? { names: {}, people: [] } : billFacts(docType);
  if (facts === undefined)
    complain(key, [
      `没有可审批的单据类型“${docType}”`,
      `沒有可審批的單據類型「${docType}」`,
      `no document of type ${docType} can be approved`,
    ]);
  const draft: Draft = {
    nodes: new Map(),
    flows: new Map(),
    starts: new Map(),
    facts: facts ?? { names: {}, people: [] },
    complain,
    ids: new Set([key]),
  };
  readScope(process, '', draft);
  if (complaints.length > 0) return { graph: null, complaints };
  for (const node of draft.nodes.values())
    if (node.attachedTo !== undefined) draft.nodes.get(node.attachedTo)?.boundaries.push(node.id);
  const graph: Graph = {
    key,
    name: process.attributes['name'] ?? key,
    docType,
    nodes: draft.nodes,
    flows: draft.flows,
    starts: draft.starts,
  };
  complaints.push(...checkGraph(graph));
  if (complaints.length > 0) return { graph: null, complaints };
  for (const node of draft.nodes.values())
    if (node.kind === 'or' && node.incoming.length > 1) node.upstream = upstreamOf(graph, node);
  return { graph, complaints };
}

interface DraftNode extends Omit<GraphNode, 'incoming' | 'outgoing' | 'boundaries' | 'upstream'> {
  readonly incoming: string[];
  readonly outgoing: string[];
  readonly boundaries: string[];
  upstream?: NonNullable<GraphNode['upstream']>;
}
interface Draft {
  readonly nodes: Map<string, DraftNode>;
  readonly flows: Map<string, Flow>;
  readonly starts: Map<string, string>;
  readonly facts: BillFacts;
  readonly ids: Set<string>;
  readonly complain: (element: string, reason: Label) => void;
}

function processIn(xml: string, complain: Draft['complain']): Element | null {
  let root: Element;
  try {
    root = readXml(xml);
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    complain('', [
      `不是有效的XML（第${error.at}个字符）`,
      `不是有效的XML（第${error.at}個字元）`,
      `not valid XML (${error.message}, at ${error.at})`,
    ]);
    return null;
  }
  const processes =
    root.namespace === bpmn && root.name === 'definitions'
      ? root.children.filter((child) => child.namespace === bpmn && child.name === 'process')
      : [];
  if (processes.length !== 1)
    complain(processes[1]?.attributes['id'] ?? '', [
      '必须有且只有一个流程',
      '必須有且只有一個流程',
      'there must be exactly one process',
    ]);
  return processes.length === 1 ? (processes[0] ?? null) : null;
}

function readScope(container: Element, scope: string, draft: Draft): void {
  const own = container.children.filter((child) => child.namespace === bpmn);
  for (const element of own) {
    const kind = Object.hasOwn(bpmnKinds, element.name) ? bpmnKinds[element.name] : undefined;
    const id = element.attributes['id'] ?? '';
    if (kind === undefined) {
      if (!silent.has(element.name))
        draft.complain(id, [
          `不支持的元素 ${element.name}`,
          `不支援的元素 ${element.name}`,
          `${element.name} is not supported`,
        ]);
      continue;
    }
    if (!claimId(id, draft)) continue;
    if (draft.nodes.size >= mostNodes) {
      draft.complain(id, ['元素过多', '元素過多', 'there are too many elements']);
      return;
    }
    draft.nodes.set(id, readNode(element, kind, scope, draft));
    if (kind === 'start' && draft.starts.has(scope))
      draft.complain(id, ['只能有一个开始事件', '只能有一個開始事件', 'there can be only one start event']);
    if (kind === 'start') draft.starts.set(scope, id);
    if (kind === 'sub') readScope(element, id, draft);
  }
  if (!draft.starts.has(scope))
    draft.complain(container.attributes['id'] ?? '', ['缺少开始事件', '缺少開始事件', 'a start event is missing']);
  refuseCode(container, draft);
  for (const flow of own) if (flow.name === 'sequenceFlow') readFlow(flow, scope, draft);
}

function claimId(id: string, { ids, complain }: Draft): boolean {
  const isFree = /^[\p{L}_][\p{L}\p{N}_.-]{0,99}$/u.test(id) && !ids.has(id);
  if (!isFree) complain(id, ['元素ID缺失或重复', '元素ID缺少或重複', 'the id is missing or used twice']);
  ids.add(id);
  return isFree;
}

function readNode(element: Element, kind: NodeKind, scope: string, draft: Draft): DraftNode {
  const id = element.attributes['id'] ?? '';
  const own = (name: string): string | undefined => element.attributes[`{${camunda}}${name}`];
  const properties = propertiesOf(element);
  const { fallbackRole } = properties;
  refuseCode(element, draft);
  for (const child of element.children) {
    const isPart =
      child.namespace !== bpmn ||
      silent.has(child.name) ||
      child.name.endsWith('EventDefinition') ||
      (kind === 'sub' && Object.hasOwn(bpmnKinds, child.name));
    if (!isPart)
      draft.complain(id, [
        `不支持的元素 ${child.name}`,
        `不支援的元素 ${child.name}`,
        `${child.name} is not supported`,
      ]);
  }
  if (kind === 'user' && properties['fields'] !== undefined && readFieldRights(properties['fields']) === null)
    draft.complain(id, ['字段权限无效', '欄位權限無效', 'the rights on fields are not valid']);
  const defaultFlow = element.attributes['default'];
  const signing = kind === 'user' ? signingOf(element, draft) : undefined;
  if (kind !== 'user' && childNamed(element, 'multiInstanceLoopCharacteristics') !== undefined)
    draft.complain(id, ['只有用户任务可以会签', '只有使用者任務可以會簽', 'only user tasks can be signed by several']);
  return {
    id,
    kind,
    scope,
    properties,
    name: element.attributes['name'] ?? id,
    incoming: [],
    outgoing: [],
    boundaries: [],
    approvers: kind === 'user' ? approversOf(own('candidateGroups'), id, draft) : [],
    ...(defaultFlow === undefined ? {} : { defaultFlow }),
    ...(fallbackRole === undefined ? {} : { fallbackRole }),
    ...(signing === undefined ? {} : { signing }),
    ...(kind === 'service' ? { topic: own('topic') ?? id } : {}),
    ...eventOf(element, kind, draft),
    ...(kind === 'user' && own('dueDate') !== undefined ? durationOf(own('dueDate'), id, draft) : {}),
    ...(kind === 'user' && properties['reminder'] !== undefined
      ? { reminderSeconds: durationOf(properties['reminder'], id, draft).seconds ?? 0 }
      : {}),
  };
}

function approversOf(text: string | undefined, id: string, { complain, facts }: Draft): GraphNode['approvers'] {
  const approvers = readApprovers(text ?? '');
  if (approvers === null || approvers.length === 0) {
    complain(
      id,
      text === undefined || text.trim() === ''
        ? ['没有设置审批人', '沒有設定審批人', 'nobody is named to approve']
        : [`审批人“${text}”无效`, `審批人「${text}」無效`, `${text} names no approver`],
    );
    return [];
  }
  for (const approver of approvers)
    if (approver.kind === 'form' && !facts.people.includes(approver.field))
      complain(id, [
        `字段“${approver.field}”不是人员`,
        `欄位「${approver.field}」不是人員`,
        `the field ${approver.field} holds no person`,
      ]);
  return approvers;
}

function signingOf(element: Element, draft: Draft): Signing | undefined {
  const loop = childNamed(element, 'multiInstanceLoopCharacteristics');
  if (loop === undefined) return undefined;
  const until = childNamed(loop, 'completionCondition');
  const condition =
    until === undefined
      ? undefined
      : conditionOf(until, element.attributes['id'] ?? '', { ...draft.facts.names, ...counters }, draft);
  return {
    isSequential: loop.attributes['isSequential'] === 'true',
    ...(condition === undefined ? {} : { until: condition }),
  };
}

function conditionOf(expression: Element, id: string, names: Names, { complain }: Draft): Condition | undefined {
  const language = expression.attributes['language'];
  if (language !== undefined && !/feel/i.test(language)) {
    complain(id, [
      `不支持条件语言 ${language}`,
      `不支援條件語言 ${language}`,
      `conditions in ${language} are not supported`,
    ]);
    return undefined;
  }
  try {
    return compileCondition(expression.text.trim().replace(/^(?:\$\{([^]*)\}|=([^=][^]*))$/, '$1$2'), names);
  } catch (error) {
    if (!(error instanceof FeelFault)) throw error;
    complain(id, error.reason);
    return undefined;
  }
}

function eventOf(
  element: Element,
  kind: NodeKind,
  draft: Draft,
): Pick<GraphNode, 'isTerminate' | 'seconds' | 'isInterrupting' | 'attachedTo'> {
  const id = element.attributes['id'] ?? '';
  const definitions = element.children.filter(
    (child) => child.namespace === bpmn && child.name.endsWith('EventDefinition'),
  );
  const isTimed = kind === 'timer' || kind === 'boundary';
  const allowed = isTimed ? 'timerEventDefinition' : kind === 'end' ? 'terminateEventDefinition' : '';
  if (
    definitions.length > 1 ||
    definitions.some((definition) => definition.name !== allowed) ||
    (isTimed && definitions.length === 0)
  ) {
    draft.complain(
      id,
      isTimed
        ? ['只支持定时事件', '只支援定時事件', 'only timer events are supported']
        : ['不支持的事件', '不支援的事件', 'this event is not supported'],
    );
    return {};
  }
  if (kind === 'end') return definitions.length === 1 ? { isTerminate: true } : {};
  if (!isTimed) return {};
  const [definition] = definitions;
  const duration = definition === undefined ? undefined : childNamed(definition, 'timeDuration');
  const attachedTo = element.attributes['attachedToRef'];
  return {
    ...durationOf(duration?.text.trim(), id, draft),
    ...(kind === 'boundary'
      ? { isInterrupting: element.attributes['cancelActivity'] !== 'false', attachedTo: attachedTo ?? '' }
      : {}),
  };
}

/** Months have no length and a clock that comes again and again is never done: days, hours, minutes and seconds. */
function durationOf(text: string | undefined, id: string, { complain }: Draft): { seconds?: number } {
  const [all, weeks, days, hours, minutes, seconds] =
    /^P(?=[\dT])(?:(\d{1,3})W)?(?:(\d{1,4})D)?(?:T(?=\d)(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?$/.exec(
      text ?? '',
    ) ?? [];
  const figure = (digits: string | undefined): number => Number.parseInt(digits ?? '0', 10);
  if (all === undefined) {
    complain(id, [
      '时长无效，例如 P1D 或 PT8H',
      '時長無效，例如 P1D 或 PT8H',
      'the duration is not valid; write P1D or PT8H',
    ]);
    return {};
  }
  return {
    seconds:
      (figure(weeks) * 7 + figure(days)) * 86_400 + figure(hours) * 3600 + figure(minutes) * 60 + figure(seconds),
  };
}

function readFlow(element: Element, scope: string, draft: Draft): void {
  const { id = '', sourceRef = '', targetRef = '' } = element.attributes;
  if (!claimId(id, draft)) return;
  const [source, target] = [draft.nodes.get(sourceRef), draft.nodes.get(targetRef)];
  if (source?.scope !== scope || target?.scope !== scope) {
    draft.complain(id, [
      '连线的两端必须在同一流程中',
      '連線的兩端必須在同一流程中',
      'a flow must join two elements of the same process',
    ]);
    return;
  }
  const expression = childNamed(element, 'conditionExpression');
  const condition = expression === undefined ? undefined : conditionOf(expression, id, draft.facts.names, draft);
  draft.flows.set(id, { id, from: sourceRef, to: targetRef, ...(condition === undefined ? {} : { condition }) });
  source.outgoing.push(id);
  target.incoming.push(id);
}

/**
 * Listeners, classes and scripts are never run here; drawn all the same they would make somebody believe that they are.
 */
function refuseCode(element: Element, { complain }: Draft): void {
  const id = element.attributes['id'] ?? '';
  const foreign = Object.keys(element.attributes)
    .filter((key) => key.startsWith(`{${camunda}}`))
    .map((key) => key.slice(camunda.length + 2))
    .filter((key) => !known.has(key));
  const extended = childrenNamed(element, 'extensionElements')
    .flatMap(({ children }) => children)
    .filter((child) => child.namespace === camunda && child.name !== 'properties')
    .map(({ name }) => name);
  for (const name of [...foreign, ...extended])
    complain(id, [`不支持扩展 ${name}`, `不支援擴充 ${name}`, `the extension ${name} is not supported`]);
}

const propertiesOf = (element: Element): Record<string, string> =>
  Object.fromEntries(
    childrenNamed(element, 'extensionElements')
      .flatMap((extension) => childrenNamed(extension, 'properties'))
      .flatMap((list) => childrenNamed(list, 'property'))
      .map(({ attributes }) => [attributes['name'] ?? '', attributes['value'] ?? '']),
  );
