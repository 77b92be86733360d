import type { Label } from '#platform/model/label.ts';
import { flowAt, nodeAt, type Complaint, type Graph, type GraphNode } from './graph.ts';

const texts = {
  noWayOut: ['没有出口', '沒有出口', 'there is no way out'],
  noWayIn: ['没有入口', '沒有入口', 'there is no way in'],
  afterEnd: ['结束事件之后不能有连线', '結束事件之後不能有連線', 'nothing can follow an end event'],
  beforeStart: ['开始事件之前不能有连线', '開始事件之前不能有連線', 'nothing can lead to a start event'],
  needsCondition: [
    '网关的出口需要条件或设为默认',
    '閘道的出口需要條件或設為預設',
    'a way out of this gateway needs a condition or must be the default',
  ],
  idleCondition: ['此处的条件不会被使用', '此處的條件不會被使用', 'a condition has no effect here'],
  idleDefault: ['默认连线不是该元素的出口', '預設連線不是該元素的出口', 'the default flow does not leave this element'],
  attached: [
    '定时器只能附在用户任务或子流程上',
    '定時器只能附在使用者任務或子流程上',
    'a timer can only hang on a user task or a sub-process',
  ],
  noPeople: ['流程中没有审批环节', '流程中沒有審批環節', 'nobody approves anything in this process'],
  noEnd: ['缺少结束事件', '缺少結束事件', 'an end event is missing'],
} as const satisfies Readonly<Record<string, Label>>;

/** What a drawing must have before anything can run on it. */
export function checkGraph(graph: Graph): Complaint[] {
  const nodes = [...graph.nodes.values()];
  return [
    ...nodes.flatMap((node) =>
      nodeComplaints(graph, node).map((name): Complaint => ({ element: node.id, reason: texts[name] })),
    ),
    ...[...graph.flows.values()].flatMap((flow) =>
      flowComplaints(graph, flow.id).map((name): Complaint => ({ element: flow.id, reason: texts[name] })),
    ),
    ...(nodes.some((node) => node.kind === 'user') ? [] : [{ element: graph.key, reason: texts.noPeople }]),
    ...[...graph.starts.keys()]
      .filter((scope) => !nodes.some((node) => node.kind === 'end' && node.scope === scope))
      .map((scope): Complaint => ({ element: scope === '' ? graph.key : scope, reason: texts.noEnd })),
  ];
}

type TextName = keyof typeof texts;

function nodeComplaints(graph: Graph, node: GraphNode): TextName[] {
  const host = node.attachedTo === undefined ? undefined : graph.nodes.get(node.attachedTo);
  const isBeginning = node.kind === 'start' || node.kind === 'boundary';
  return [
    ...(node.kind !== 'end' && node.outgoing.length === 0 ? ['noWayOut' as const] : []),
    ...(node.kind === 'end' && node.outgoing.length > 0 ? ['afterEnd' as const] : []),
    ...(isBeginning && node.incoming.length > 0 ? ['beforeStart' as const] : []),
    ...(!isBeginning && node.incoming.length === 0 ? ['noWayIn' as const] : []),
    ...(node.defaultFlow !== undefined && !node.outgoing.includes(node.defaultFlow) ? ['idleDefault' as const] : []),
    ...(node.kind === 'boundary' &&
    (host === undefined || host.scope !== node.scope || (host.kind !== 'user' && host.kind !== 'sub'))
      ? ['attached' as const]
      : []),
  ];
}

function flowComplaints(graph: Graph, id: string): TextName[] {
  const flow = flowAt(graph, id);
  const source = nodeAt(graph, flow.from);
  const isChosen = (source.kind === 'xor' || source.kind === 'or') && source.outgoing.length > 1;
  const isDefault = source.defaultFlow === id;
  if (isChosen && !isDefault && flow.condition === undefined) return ['needsCondition'];
  return flow.condition !== undefined && (!isChosen || isDefault) ? ['idleCondition'] : [];
}

/**
 * For each flow into an inclusive join, every element from which a token can still come along it without passing the
 * join.
 */
export function upstreamOf(graph: Graph, join: GraphNode): Record<string, ReadonlySet<string>> {
  return Object.fromEntries(
    join.incoming.map((flow) => {
      const seen = new Set<string>();
      const waiting = [flowAt(graph, flow).from];
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        if (id === join.id || seen.has(id)) continue;
        seen.add(id);
        const node = nodeAt(graph, id);
        waiting.push(
          ...node.incoming.map((each) => flowAt(graph, each).from),
          ...(node.attachedTo === undefined ? [] : [node.attachedTo]),
        );
      }
      return [flow, seen];
    }),
  );
}
