/** The order of steps: most run alone, what neither is timed nor fills the machine runs beside others of its kind. */
export interface Placed {
  readonly name: string;
  readonly isBeside?: true;
}

/** Steps in their order, each alone; neighbours that may be beside each other share a turn. */
export function turnsOf<Step extends Placed>(steps: readonly Step[]): readonly (readonly Step[])[] {
  const turns: Step[][] = [];
  for (const step of steps) {
    const last = turns.at(-1);
    if (step.isBeside === true && last?.[0]?.isBeside === true) last.push(step);
    else turns.push([step]);
  }
  return turns;
}

/** Results in the order of the steps, whichever ended first; never more than `atOnce` are under way. */
export async function takeTurn<Step, Result>(
  turn: readonly Step[],
  atOnce: number,
  take: (step: Step) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const waiting = [...turn.entries()];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) results[next[0]] = await take(next[1]);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}
