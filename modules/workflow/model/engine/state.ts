/**
 * Where a running process stands: kept as one small JSON value, never queried. A token is one place that is active; its
 * trail is the way it came, and going back is walking the trail.
 */
export interface State {
  readonly next: number;
  readonly status: 'running' | 'completed' | 'terminated';
  readonly tokens: readonly Token[];
}

export interface Token {
  readonly id: number;
  readonly at: string;
  /** The token of the sub-process it runs in; 0 for the process itself. */
  readonly scope: number;
  readonly trail: Trail;
  /** At a join: the flow it came by. */
  readonly flow?: string;
  /** At a step that several sign. */
  readonly signing?: SigningState;
}

export interface SigningState {
  readonly people: readonly string[];
  /** Who of them (by place) has signed, and whether in favour. */
  readonly done: readonly (readonly [place: number, isFor: 0 | 1])[];
  /** How many were asked so far. */
  readonly asked: number;
}

/**
 * A step that was completed, a fork that was passed, a timer that runs beside its step, a join with the ways that met
 * there, a sub-process that was entered.
 */
export type Mark =
  | string
  | { readonly fork: number }
  | { readonly beside: number }
  | { readonly join: string; readonly ways: readonly Way[] }
  | { readonly sub: number };
export interface Way {
  readonly flow: string;
  readonly trail: Trail;
}
export type Trail = readonly Mark[];

export const newState: State = { next: 1, status: 'running', tokens: [] };

/** Whether a way back leads to a step that a person did. What a timer started has no way back beyond the timer. */
export const hasStep = (trail: Trail): boolean =>
  trail
    .slice(trail.findLastIndex((mark) => typeof mark === 'object' && 'beside' in mark) + 1)
    .some((mark) => typeof mark === 'string' || ('join' in mark && mark.ways.some((way) => hasStep(way.trail))));

/** How far several trails are the same from their beginning. */
export function sharedLength(trails: readonly Trail[]): number {
  const [first = []] = trails;
  const same = (a: Mark | undefined, b: Mark | undefined): boolean =>
    a === b || (a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b));
  const differing = first.findIndex((mark, i) => !trails.every((trail) => same(trail[i], mark)));
  return differing < 0 ? first.length : differing;
}
