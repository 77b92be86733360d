import type { Label } from '#platform/model/label.ts';
import type { Approver } from './approver.ts';
import type { Condition } from './feel.ts';

export type NodeKind =
  | 'start'
  | 'end'
  | 'user'
  | 'service'
  | 'pass'
  | 'xor'
  | 'and'
  | 'or'
  | 'timer'
  | 'boundary'
  | 'sub';

/** Several people sign one step: one after the other, or all at once until enough have. */
export interface Signing {
  readonly isSequential: boolean;
  readonly until?: Condition;
}

export interface GraphNode {
  readonly id: string;
  readonly name: string;
  readonly kind: NodeKind;
  /** The sub-process it stands in; '' for the process itself. */
  readonly scope: string;
  readonly incoming: readonly string[];
  readonly outgoing: readonly string[];
  readonly defaultFlow?: string;
  /** Timers on its border. */
  readonly boundaries: readonly string[];
  readonly isTerminate?: true;
  readonly approvers: readonly Approver[];
  readonly fallbackRole?: string;
  readonly signing?: Signing;
  /** Seconds: until a timer goes off, until a task is due. */
  readonly seconds?: number;
  /** Of a step: after so long whoever could act is reminded, once. */
  readonly reminderSeconds?: number;
  readonly isInterrupting?: boolean;
  readonly attachedTo?: string;
  readonly topic?: string;
  /** What the drawing says of it beside: rights on fields, reminders. */
  readonly properties: Readonly<Record<string, string>>;
  /** Of an inclusive join: from where each of its flows can still be reached. */
  readonly upstream?: Readonly<Record<string, ReadonlySet<string>>>;
}

export interface Flow {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly condition?: Condition;
}

/** A process, ready to run: compiled once per version, never changed. */
export interface Graph {
  readonly key: string;
  readonly name: string;
  readonly docType: string | null;
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly flows: ReadonlyMap<string, Flow>;
  /** The start event of the process ('') and of each sub-process. */
  readonly starts: ReadonlyMap<string, string>;
}

/** Why a model cannot run, at the element that is to blame. */
export interface Complaint {
  readonly element: string;
  readonly reason: Label;
}

/**
 * The task that every process begins with although nobody drew it: sending the bill in. `#` cannot stand in a drawn id.
 */
export const starterId = '#starter';
export const starterName: Label = ['提交', '提交', 'Submit'];

export function nodeAt(graph: Graph, id: string): GraphNode {
  const node = graph.nodes.get(id);
  if (node === undefined) throw new Error(`${graph.key} has no element ${id}`);
  return node;
}

export function flowAt(graph: Graph, id: string): Flow {
  const flow = graph.flows.get(id);
  if (flow === undefined) throw new Error(`${graph.key} has no flow ${id}`);
  return flow;
}
