import { busy } from '#platform/model/refusal.ts';

/** Calls what was taken back; a second call changes nothing. */
export type Leave = () => void;

export interface Lanes {
  /** Waits for a place in the lane of this key; refuses when too many wait already, or when it takes too long. */
  enter(key: string): Promise<Leave>;
}

export interface LaneLimits {
  /** In one lane at once. */
  readonly most: number;
  /** In all lanes at once. */
  readonly mostOfAll?: number;
  /** May wait before one lane, and how long. */
  readonly mostWaiting?: number;
  readonly waitMs?: number;
  readonly refuse?: () => Error;
}

interface Lane {
  readonly key: string;
  inside: number;
  readonly waiting: Set<() => void>;
}

/**
 * Places that keys share: whoever takes all of his own waits behind himself, and nobody else does. A lane is there as
 * long as somebody is in it.
 */
export function lanes(limits: LaneLimits): Lanes {
  const { most, mostOfAll = Infinity, mostWaiting = 0, waitMs = 0, refuse = busy } = limits;
  const all = new Map<string, Lane>();
  const queued = new Set<Lane>();
  let total = 0;

  const hasRoom = ({ inside }: Lane): boolean => inside < most && total < mostOfAll;
  const take = (lane: Lane): Leave => {
    lane.inside += 1;
    total += 1;
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      lane.inside -= 1;
      total -= 1;
      forget(lane);
      letIn();
    };
  };
  const forget = (lane: Lane): void => {
    if (lane.inside === 0 && lane.waiting.size === 0) all.delete(lane.key);
  };
  /** One of each lane in turn, so that a long queue does not keep a short one waiting. */
  function letIn(): void {
    for (const lane of queued) {
      const [next] = lane.waiting;
      if (next === undefined || !hasRoom(lane)) continue;
      lane.waiting.delete(next);
      queued.delete(lane);
      if (lane.waiting.size > 0) queued.add(lane);
      next();
    }
  }
  const waitIn = (lane: Lane): Promise<Leave> => {
    queued.add(lane);
    return inTurn(lane, waitMs, () => take(lane)).catch(() => {
      if (lane.waiting.size === 0) queued.delete(lane);
      forget(lane);
      throw refuse();
    });
  };

  return {
    async enter(key) {
      let lane = all.get(key);
      if (lane === undefined) all.set(key, (lane = { key, inside: 0, waiting: new Set() }));
      if (lane.waiting.size === 0 && hasRoom(lane)) return take(lane);
      if (lane.waiting.size < mostWaiting) return waitIn(lane);
      forget(lane);
      throw refuse();
    },
  };
}

/** Waits in the queue of the lane; rejects when nobody came for it in time. */
const inTurn = (lane: Lane, waitMs: number, take: () => Leave): Promise<Leave> =>
  new Promise((resolve, reject) => {
    const enter = (): void => {
      clearTimeout(late);
      resolve(take());
    };
    const late = setTimeout(() => {
      lane.waiting.delete(enter);
      reject(new Error('late'));
    }, waitMs);
    lane.waiting.add(enter);
  });
