import { refusal } from '#platform/model/refusal.ts';
import type { Values } from './feel.ts';
import { FeelFault } from './feel-syntax.ts';
import { flowAt, nodeAt, starterId, type Graph, type GraphNode } from './graph.ts';
import { hasStep, newState, sharedLength, type State, type Token, type Trail } from './state.ts';

export const taskGone = refusal('E-TASK-GONE', 20071, [
  '任务已被处理，请刷新',
  '任務已被處理，請重新整理',
  'The task is no longer open; refresh',
]);
export const noPrevious = refusal('E-NO-PREVIOUS', 20072, [
  '没有可回退的上一环节，请使用驳回',
  '沒有可回退的上一環節，請使用駁回',
  'There is no previous step; reject instead',
]);
export const atFirst = refusal('E-AT-FIRST', 20073, [
  '流程已在第一环节',
  '流程已在第一環節',
  'The process is already at its first step',
]);
export const processStuck = refusal('E-PROCESS-STUCK', 20075, [
  '流程无法继续（环节【{step}】），请检查流程设计',
  '流程無法繼續（環節【{step}】），請檢查流程設計',
  'The process cannot go on (at {step}); check its design',
]);
export const noApprover = refusal('E-NO-APPROVER', 20017, [
  '环节【{step}】找不到审批人',
  '環節【{step}】找不到審批人',
  'No approver found for step {step}',
]);

export type StepCommand =
  | { readonly op: 'start' }
  /** `place` and `isFor` where several sign. */
  | { readonly op: 'complete'; readonly token: number; readonly place?: number; readonly isFor?: boolean }
  | { readonly op: 'back' | 'first'; readonly token: number; readonly place?: number }
  | { readonly op: 'timer'; readonly token: number; readonly node: string }
  | { readonly op: 'terminate' };

export interface Variables {
  /** Of the bill, for conditions. */
  readonly values: Values;
  /** Who signs at the steps that several sign. */
  readonly signers: Readonly<Record<string, readonly string[]>>;
}

export interface Opened {
  readonly token: number;
  readonly node: string;
  readonly place?: number;
  readonly person?: string;
}
export interface Closed {
  readonly token: number;
  readonly why: 'left' | 'rolledBack' | 'rejected' | 'terminated' | 'timedOut';
}
export interface Alarm {
  readonly token: number;
  readonly node: string;
  readonly seconds: number;
}
export type TraceLine = {
  readonly node: string;
  readonly flows?: readonly string[];
  readonly what: 'entered' | 'chose' | 'joined' | 'opened' | 'ended';
};

export interface Result {
  readonly state: State;
  readonly opened: readonly Opened[];
  readonly closed: readonly Closed[];
  readonly alarms: readonly Alarm[];
  /** Tokens whose alarms are void. */
  readonly silenced: readonly number[];
  readonly services: readonly { readonly node: string; readonly topic: string }[];
  readonly trace: readonly TraceLine[];
}

/** More steps than this in one command is a circle without a person in it. */
const mostSteps = 1000;

/**
 * What a command makes of a process: no clock, no chance, no database. The same command on the same state always does
 * the same.
 */
export function step(graph: Graph, state: State, command: StepCommand, variables: Variables): Result {
  const run: Run = {
    graph,
    variables,
    next: state.next,
    status: state.status,
    tokens: [...state.tokens],
    left: mostSteps,
    opened: [],
    closed: [],
    alarms: [],
    silenced: [],
    services: [],
    trace: [],
  };
  perform(run, command);
  settle(run);
  const isAlive = run.tokens.some(({ at }) => at === starterId || ['user', 'timer'].includes(nodeAt(graph, at).kind));
  if (run.status === 'running' && !isAlive)
    throw processStuck({ step: nodeAt(graph, run.tokens[0]?.at ?? graph.starts.get('') ?? '').name });
  const { opened, closed, alarms, silenced, services, trace } = run;
  // A step that a command opened and left again was nobody's task.
  const isThere = ({ token }: { token: number }): boolean => run.tokens.some(({ id }) => id === token);
  return {
    state: { next: run.next, status: run.status, tokens: run.tokens },
    opened: opened.filter(isThere),
    closed,
    alarms: alarms.filter(isThere),
    silenced,
    services,
    trace,
  };
}

export const startState = newState;

interface Run {
  readonly graph: Graph;
  readonly variables: Variables;
  next: number;
  status: State['status'];
  tokens: Token[];
  left: number;
  readonly opened: Opened[];
  readonly closed: Closed[];
  readonly alarms: Alarm[];
  readonly silenced: number[];
  readonly services: { readonly node: string; readonly topic: string }[];
  readonly trace: TraceLine[];
}

function perform(run: Run, command: StepCommand): void {
  switch (command.op) {
    case 'start':
      enter(run, run.graph.starts.get('') ?? '', { scope: 0, trail: [] });
      return;
    case 'complete':
      complete(run, tokenAt(run, command.token), command.place ?? 0, command.isFor ?? true);
      return;
    case 'back':
      goBack(run, tokenAt(run, command.token));
      return;
    case 'first':
      goFirst(run, tokenAt(run, command.token));
      return;
    case 'timer':
      ring(run, tokenAt(run, command.token), command.node);
      return;
    case 'terminate':
      dropAll(run, 'terminated');
      run.status = 'terminated';
  }
}

function tokenAt(run: Run, id: number): Token {
  const token = run.tokens.find((each) => each.id === id);
  if (token === undefined) throw taskGone();
  return token;
}

function put(run: Run, token: Omit<Token, 'id'>): Token {
  const made = { id: run.next, ...token };
  run.next += 1;
  run.tokens.push(made);
  return made;
}

function replace(run: Run, token: Token): void {
  run.tokens = run.tokens.map((each) => (each.id === token.id ? token : each));
}

/** A token goes, with its task, its alarms and whatever runs inside it. */
function drop(run: Run, { id, at }: Token, why: Closed['why']): void {
  if (!run.tokens.some((token) => token.id === id)) return;
  run.tokens = run.tokens.filter((token) => token.id !== id);
  run.silenced.push(id);
  if (at === starterId || nodeAt(run.graph, at).kind === 'user') run.closed.push({ token: id, why });
  for (const inner of run.tokens.filter((token) => token.scope === id)) drop(run, inner, why);
}

function dropAll(run: Run, why: Closed['why']): void {
  for (const token of run.tokens) drop(run, token, why);
}

interface Place {
  readonly scope: number;
  readonly trail: Trail;
  readonly flow?: string;
}

function enter(run: Run, at: string, { scope, trail, flow }: Place): void {
  const node = nodeAt(run.graph, at);
  run.left -= 1;
  if (run.left < 0) throw processStuck({ step: node.name });
  run.trace.push({ node: at, what: 'entered' });
  if (node.incoming.length > 1 && (node.kind === 'and' || node.kind === 'or') && flow !== undefined) {
    put(run, { at, scope, trail, flow });
    if (node.kind === 'and') joinIfAll(run, node, scope);
    return;
  }
  const token = put(run, { at, scope, trail });
  for (const timer of node.boundaries)
    run.alarms.push({ token: token.id, node: timer, seconds: nodeAt(run.graph, timer).seconds ?? 0 });
  act(run, token, node);
}

function act(run: Run, token: Token, node: GraphNode): void {
  switch (node.kind) {
    case 'user':
      openStep(run, token, node);
      return;
    case 'service':
      run.services.push({ node: node.id, topic: node.topic ?? node.id });
      leave(run, token, node.outgoing);
      return;
    case 'timer':
      run.alarms.push({ token: token.id, node: node.id, seconds: node.seconds ?? 0 });
      return;
    case 'sub':
      enter(run, run.graph.starts.get(node.id) ?? '', { scope: token.id, trail: [...token.trail, { sub: token.id }] });
      return;
    case 'xor':
    case 'or':
      leave(run, token, chosen(run, node));
      return;
    case 'end':
      end(run, token, node);
      return;
    case 'start':
    case 'pass':
    case 'and':
    case 'boundary':
      leave(run, token, node.outgoing);
  }
}

function openStep(run: Run, token: Token, node: GraphNode): void {
  // A circle leads here again: what lies behind it is not walked back through twice.
  const before = token.trail.lastIndexOf(node.id);
  const trail = before < 0 ? token.trail : token.trail.slice(0, before);
  run.trace.push({ node: node.id, what: 'opened' });
  if (node.reminderSeconds !== undefined)
    run.alarms.push({ token: token.id, node: node.id, seconds: node.reminderSeconds });
  if (node.signing === undefined) {
    replace(run, { ...token, trail });
    run.opened.push({ token: token.id, node: node.id });
    return;
  }
  const people = run.variables.signers[node.id] ?? [];
  if (people.length === 0) throw noApprover({ step: node.name });
  const asked = node.signing.isSequential ? 1 : people.length;
  replace(run, { ...token, trail, signing: { people, done: [], asked } });
  people.slice(0, asked).forEach((person, place) => {
    run.opened.push({ token: token.id, node: node.id, place, person });
  });
}

/** The first condition that holds, or all that hold at an inclusive gateway; else the default. */
function chosen(run: Run, node: GraphNode): readonly string[] {
  if (node.outgoing.length === 1) return node.outgoing;
  const holding: string[] = [];
  for (const flow of node.outgoing) {
    if (flow === node.defaultFlow || !holds(run, node, flow)) continue;
    holding.push(flow);
    if (node.kind === 'xor') break;
  }
  const flows = holding.length > 0 ? holding : node.defaultFlow === undefined ? [] : [node.defaultFlow];
  if (flows.length === 0) throw processStuck({ step: node.name });
  run.trace.push({ node: node.id, what: 'chose', flows });
  return flows;
}

function holds(run: Run, node: GraphNode, flow: string): boolean {
  try {
    return flowAt(run.graph, flow).condition?.test(run.variables.values) ?? false;
  } catch (error) {
    if (error instanceof FeelFault)
      throw processStuck({
        step: [
          `${node.name}：${error.reason[0]}`,
          `${node.name}：${error.reason[1]}`,
          `${node.name}: ${error.reason[2]}`,
        ],
      });
    throw error;
  }
}

function leave(run: Run, token: Token, flows: readonly string[]): void {
  drop(run, token, 'left');
  const { scope } = token;
  const trail: Trail = flows.length > 1 ? [...token.trail, { fork: run.next }] : token.trail;
  if (flows.length > 1) run.next += 1;
  for (const flow of flows) enter(run, flowAt(run.graph, flow).to, { scope, trail, flow });
}

/** One token per flow: a second one of the same flow waits for the next round. */
function joinIfAll(run: Run, node: GraphNode, scope: number): void {
  const here = node.incoming.map((flow) =>
    run.tokens.find((token) => token.at === node.id && token.scope === scope && token.flow === flow),
  );
  if (here.every((token) => token !== undefined)) join(run, node, here);
}

/** The ways that met are kept in the trail: going back over the join opens each of them again. */
function join(run: Run, node: GraphNode, met: readonly Token[]): void {
  const shared = sharedLength(met.map(({ trail }) => trail));
  const base = met[0]?.trail.slice(0, shared) ?? [];
  const ways = met.map((token) => ({ flow: token.flow ?? '', trail: token.trail.slice(shared) }));
  for (const token of met) drop(run, token, 'left');
  run.trace.push({ node: node.id, what: 'joined', flows: ways.map(({ flow }) => flow) });
  const trail: Trail = ways.some((way) => hasStep(way.trail)) ? [...base, { join: node.id, ways }] : base;
  leave(
    run,
    put(run, { at: node.id, scope: met[0]?.scope ?? 0, trail }),
    node.kind === 'or' ? chosen(run, node) : node.outgoing,
  );
}

/** An inclusive join goes on when no other token can still reach a flow that it waits for. */
function settle(run: Run): void {
  for (;;) {
    const ready = run.tokens.find(
      (token) => token.flow !== undefined && nodeAt(run.graph, token.at).kind === 'or' && !isAwaited(run, token),
    );
    if (ready === undefined) return;
    const node = nodeAt(run.graph, ready.at);
    const here = run.tokens.filter((token) => token.at === ready.at && token.scope === ready.scope);
    join(
      run,
      node,
      node.incoming.flatMap((flow) => here.find((token) => token.flow === flow) ?? []),
    );
  }
}

function isAwaited(run: Run, { at, scope }: Token): boolean {
  const node = nodeAt(run.graph, at);
  const arrived = new Set(
    run.tokens.filter((token) => token.at === at && token.scope === scope).map((token) => token.flow),
  );
  return node.incoming.some(
    (flow) =>
      !arrived.has(flow) &&
      run.tokens.some(
        (token) => token.scope === scope && token.at !== at && node.upstream?.[flow]?.has(token.at) === true,
      ),
  );
}

function end(run: Run, token: Token, node: GraphNode): void {
  drop(run, token, 'left');
  run.trace.push({ node: node.id, what: 'ended' });
  if (node.isTerminate === true)
    for (const other of run.tokens.filter(({ scope }) => scope === token.scope)) drop(run, other, 'terminated');
  if (run.tokens.some(({ scope }) => scope === token.scope)) return;
  if (token.scope === 0) run.status = 'completed';
  else {
    const parent = tokenAt(run, token.scope);
    leave(run, parent, nodeAt(run.graph, parent.at).outgoing);
  }
}

function complete(run: Run, token: Token, place: number, isFor: boolean): void {
  if (token.at === starterId) {
    drop(run, token, 'left');
    enter(run, run.graph.starts.get('') ?? '', { scope: 0, trail: [] });
    return;
  }
  const node = nodeAt(run.graph, token.at);
  if (node.kind !== 'user') throw taskGone();
  if (
    token.signing !== undefined &&
    node.signing !== undefined &&
    !sign(run, { ...token, signing: token.signing }, node, place, isFor)
  )
    return;
  leave(run, { ...token, trail: [...token.trail, node.id] }, node.outgoing);
}

/** True when enough have signed and the step is over. */
function sign(
  run: Run,
  token: Token & { readonly signing: NonNullable<Token['signing']> },
  { id, signing }: GraphNode,
  place: number,
  isFor: boolean,
): boolean {
  const { people, done, asked } = token.signing;
  if (place >= asked || done.some(([signed]) => signed === place)) throw taskGone();
  const signed = [...done, [place, isFor ? 1 : 0] as const];
  const isSequential = signing?.isSequential === true;
  const active = isSequential ? 0 : people.length - signed.length;
  const inFavour = signed.filter(([, vote]) => vote === 1).length;
  const isEnough =
    signing?.until?.test({
      ...run.variables.values,
      nrOfInstances: people.length,
      nrOfCompleted: signed.length,
      nrOfActive: active,
      nrOfApproved: inFavour,
      nrOfRejected: signed.length - inFavour,
    }) ?? false;
  if (isEnough || (isSequential ? asked >= people.length : active === 0)) return true;
  replace(run, { ...token, signing: { people, done: signed, asked: isSequential ? asked + 1 : asked } });
  const person = people[asked];
  if (isSequential && person !== undefined) run.opened.push({ token: token.id, node: id, place: asked, person });
  return false;
}

function goBack(run: Run, token: Token): void {
  if (token.at === starterId) throw noPrevious();
  const node = nodeAt(run.graph, token.at);
  const { signing } = token;
  if (signing !== undefined && node.signing?.isSequential === true && signing.asked > 1) {
    const place = signing.asked - 2;
    const person = signing.people[place];
    replace(run, { ...token, signing: { ...signing, done: signing.done.slice(0, -1), asked: signing.asked - 1 } });
    run.closed.push({ token: token.id, why: 'rolledBack' });
    if (person !== undefined) run.opened.push({ token: token.id, node: node.id, place, person });
    return;
  }
  if (!hasStep(token.trail)) throw noPrevious();
  drop(run, token, 'rolledBack');
  reopen(run, token.trail, token.scope);
}

/** Walks a trail back to the last step, or to the last step of each way that met in a join. */
function reopen(run: Run, trail: Trail, scope: number): void {
  const mark = trail.at(-1);
  const before = trail.slice(0, -1);
  if (mark === undefined || (typeof mark === 'object' && 'beside' in mark)) throw noPrevious();
  if (typeof mark === 'string') {
    enter(run, mark, { scope, trail: before });
    return;
  }
  if ('sub' in mark) {
    const parent = run.tokens.find((token) => token.id === mark.sub);
    if (parent !== undefined) drop(run, parent, 'rolledBack');
    reopen(run, before, parent?.scope ?? scope);
    return;
  }
  if ('fork' in mark) {
    for (const token of run.tokens.filter((each) =>
      each.trail.some((passed) => typeof passed === 'object' && 'fork' in passed && passed.fork === mark.fork),
    ))
      drop(run, token, 'rolledBack');
    reopen(run, before, scope);
    return;
  }
  for (const way of mark.ways) {
    const whole = [...before, ...way.trail];
    if (hasStep(way.trail)) reopen(run, whole, scope);
    else put(run, { at: mark.join, scope, trail: whole, flow: way.flow });
  }
}

/** Back to whoever sent it in, from wherever it stands. */
function goFirst(run: Run, token: Token): void {
  if (token.at === starterId) throw atFirst();
  dropAll(run, 'rejected');
  const made = put(run, { at: starterId, scope: 0, trail: [] });
  run.opened.push({ token: made.id, node: starterId });
}

function ring(run: Run, token: Token, timer: string): void {
  const node = nodeAt(run.graph, timer);
  if (node.kind === 'timer' ? token.at !== timer : node.attachedTo !== token.at) throw taskGone();
  if (node.kind === 'timer') {
    leave(run, token, node.outgoing);
    return;
  }
  if (node.isInterrupting === true) {
    drop(run, token, 'timedOut');
    leave(run, put(run, { at: timer, scope: token.scope, trail: token.trail }), node.outgoing);
    return;
  }
  // It runs beside the step it reminds of: going back from it must not take that step away.
  const mark = { beside: run.next };
  run.next += 1;
  leave(run, put(run, { at: timer, scope: token.scope, trail: [...token.trail, mark] }), node.outgoing);
}
