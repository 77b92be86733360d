import { flowAt, nodeAt, type Complaint, type Graph, type GraphNode } from './graph.ts';

/** Whether every way through a process comes to its end. */
export interface Soundness {
  readonly complaints: readonly Complaint[];
  /** Looked at; at the limit the search ends and the answer is "as far as one can see". */ readonly states: number;
  readonly isComplete: boolean;
}

const limit = 100_000;
/** A model that is wide instead of long has many moves per state; the search ends with either. */
const mostMoves = 400_000;
/** A state of many places costs more to write down than one of few: whatever is drawn is answered within a second. */
const mostLetters = 3_000_000;
const deadEnd = [
  '流程可能停在这里（并行汇聚等不到所有分支）',
  '流程可能停在這裡（並行匯聚等不到所有分支）',
  'the process can get stuck here: the join waits for a way that was not taken',
] as const;
const doubled = [
  '同一环节可能同时出现两次（分支没有汇聚）',
  '同一環節可能同時出現兩次（分支沒有匯聚）',
  'this can be reached twice at once: ways that were split are not joined',
] as const;
const unreached = ['没有路径到达这里', '沒有路徑到達這裡', 'no way leads here'] as const;

/**
 * Plays the process without people or figures: every condition may hold or not, everybody may act in any order. A state
 * is the list of places that hold a token, one letter each, in the order of the letters.
 */
export function checkSoundness(graph: Graph, most: number = limit): Soundness {
  const board = boardOf(graph);
  const reached = new Set<string>();
  const complaints = new Map<string, Complaint>();
  const blame = (element: string, reason: Complaint['reason']): void => {
    complaints.set(`${element} ${reason[2]}`, { element, reason });
  };
  const first = board.passing(graph.starts.get('') ?? '');
  const seen = new Set<string>([first]);
  const waiting = [first];
  let looked = 0;
  let moved = 0;
  let letters = 0;
  while (waiting.length > 0 && looked < most && moved < mostMoves && letters < mostLetters && complaints.size < 20) {
    const state = waiting.pop() ?? '';
    looked += 1;
    for (const place of state) reached.add(board.elementAt(place));
    const moves = movesOf(graph, board, state);
    moved += moves.length;
    letters += moves.length * state.length;
    if (moves.length === 0 && state !== '') for (const place of state) blame(board.elementAt(place), deadEnd);
    for (const next of moves) {
      if (seen.has(next)) continue;
      seen.add(next);
      const twice = doubledIn(next);
      if (twice === null) waiting.push(next);
      else blame(board.elementAt(twice), doubled);
    }
  }
  const isComplete = waiting.length === 0;
  if (isComplete && complaints.size === 0)
    for (const node of graph.nodes.values())
      if (['user', 'timer', 'sub'].includes(node.kind) && !reached.has(node.id)) blame(node.id, unreached);
  return { complaints: [...complaints.values()], states: looked, isComplete };
}

/**
 * The letters: `resting` at a step, timer or sub-process, `waiting` before a join on one of its flows, `passing`
 * through an element.
 */
interface Board {
  resting(id: string): string;
  waiting(flow: string): string;
  passing(id: string): string;
  elementAt(place: string): string;
  /** Flows into joins, by join. */
  readonly joins: readonly (readonly [GraphNode, ReadonlyMap<string, string>])[];
  isPassing(place: string): boolean;
  isWaiting(place: string): boolean;
}

function boardOf(graph: Graph): Board {
  const base = 0x100;
  const ids = [...graph.nodes.keys()];
  const flows = [...graph.flows.keys()];
  const letters = (keys: readonly string[], from: number): Map<string, string> =>
    new Map(keys.map((key, i) => [key, String.fromCharCode(from + i)]));
  const [resting, waiting, passing] = [
    letters(ids, base),
    letters(flows, base + ids.length),
    letters(ids, base + ids.length + flows.length),
  ];
  const elements = new Map([
    ...[...resting].map(([id, letter]) => [letter, id] as const),
    ...[...waiting].map(([flow, letter]) => [letter, flowAt(graph, flow).to] as const),
    ...[...passing].map(([id, letter]) => [letter, id] as const),
  ]);
  const [firstWaiting, firstPassing] = [
    String.fromCharCode(base + ids.length),
    String.fromCharCode(base + ids.length + flows.length),
  ];
  return {
    resting: (id) => resting.get(id) ?? '',
    waiting: (flow) => waiting.get(flow) ?? '',
    passing: (id) => passing.get(id) ?? '',
    elementAt: (place) => elements.get(place) ?? '',
    joins: [...graph.nodes.values()]
      .filter(isJoin)
      .map((node) => [node, new Map(node.incoming.map((flow) => [flow, waiting.get(flow) ?? '']))] as const),
    isPassing: (place) => place >= firstPassing,
    isWaiting: (place) => place >= firstWaiting && place < firstPassing,
  };
}

const isJoin = ({ incoming, kind }: GraphNode): boolean => incoming.length > 1 && (kind === 'and' || kind === 'or');

/** Whoever is on his way goes on before anybody acts: in which order makes no difference to where they arrive. */
function movesOf(graph: Graph, board: Board, state: string): string[] {
  const last = state.at(-1);
  if (last !== undefined && board.isPassing(last))
    return passOn(graph, board, state.slice(0, -1), nodeAt(graph, board.elementAt(last)));
  return [
    ...[...state].flatMap((place) =>
      board.isWaiting(place) ? [] : actAt(graph, board, state, nodeAt(graph, board.elementAt(place))),
    ),
    ...joinsOf(graph, board, state),
  ];
}

function passOn(graph: Graph, board: Board, rest: string, node: GraphNode): string[] {
  switch (node.kind) {
    case 'end':
      return [
        node.isTerminate === true
          ? [...rest].filter((place) => !isWithin(graph, board.elementAt(place), node.scope)).join('')
          : rest,
      ];
    case 'sub':
      return [put(rest, [board.resting(node.id), board.passing(graph.starts.get(node.id) ?? '')])];
    case 'user':
    case 'timer':
      return [put(rest, [board.resting(node.id)])];
    default:
      return leaving(graph, board, rest, node);
  }
}

/** Somebody completes a step, a sub-process that has come to its end goes on, or a timer interrupts. */
function actAt(graph: Graph, board: Board, state: string, node: GraphNode): string[] {
  const rest = state.replace(board.resting(node.id), '');
  const outside =
    node.kind === 'sub'
      ? [...rest].filter((place) => !isWithin(graph, board.elementAt(place), node.id)).join('')
      : rest;
  const timers = node.boundaries.map((id) => nodeAt(graph, id)).filter((timer) => timer.isInterrupting === true);
  return [
    ...(outside === rest ? leaving(graph, board, rest, node) : []),
    ...timers.flatMap((timer) => leaving(graph, board, outside, timer)),
  ];
}

/** A parallel join takes one token of each flow; an inclusive one those that are there, when no other can come. */
function joinsOf(graph: Graph, board: Board, state: string): string[] {
  return board.joins.flatMap(([node, letters]) => {
    const here = node.incoming.filter((flow) => state.includes(letters.get(flow) ?? ''));
    if (here.length === 0 || (node.kind === 'and' && here.length < node.incoming.length)) return [];
    const awaited = node.kind === 'and' ? [] : node.incoming.filter((flow) => !here.includes(flow));
    const others =
      awaited.length === 0
        ? []
        : [...state]
            .map((place) => board.elementAt(place))
            .filter((element) => element !== node.id && nodeAt(graph, element).scope === node.scope);
    if (awaited.some((flow) => others.some((element) => node.upstream?.[flow]?.has(element) === true))) return [];
    return leaving(
      graph,
      board,
      here.reduce((rest, flow) => rest.replace(letters.get(flow) ?? '', ''), state),
      node,
    );
  });
}

const leaving = (graph: Graph, board: Board, rest: string, node: GraphNode): string[] =>
  waysOut(node).map((flows) =>
    put(
      rest,
      flows.map((flow) => {
        const next = nodeAt(graph, flowAt(graph, flow).to);
        return isJoin(next) ? board.waiting(flow) : board.passing(next.id);
      }),
    ),
  );

/**
 * Which flows may be taken together. Of many ways out of an inclusive gateway each alone, every pair, and all: more is
 * more of the same.
 */
function waysOut({ kind, outgoing, defaultFlow }: GraphNode): readonly (readonly string[])[] {
  if (kind === 'xor') return outgoing.map((flow) => [flow]);
  if (kind !== 'or' || outgoing.length === 1) return [outgoing];
  const free = outgoing.filter((flow) => flow !== defaultFlow);
  return [
    ...outgoing.map((flow) => [flow]),
    ...free.flatMap((flow, i) => free.slice(i + 1).map((other) => [flow, other])),
    ...(free.length > 2 ? [free] : []),
  ];
}

function isWithin(graph: Graph, id: string, scope: string): boolean {
  for (let at = nodeAt(graph, id).scope; ; at = nodeAt(graph, at).scope) {
    if (at === scope) return true;
    if (at === '') return false;
  }
}

/** The letters are in order: the same one twice stands side by side. */
function doubledIn(state: string): string | null {
  for (let i = 1; i < state.length; i += 1) if (state.charCodeAt(i) === state.charCodeAt(i - 1)) return state.charAt(i);
  return null;
}

function put(state: string, letters: readonly string[]): string {
  let next = state;
  for (const letter of letters) {
    let at = next.length;
    while (at > 0 && (next[at - 1] ?? '') > letter) at -= 1;
    next = next.slice(0, at) + letter + next.slice(at);
  }
  return next;
}
