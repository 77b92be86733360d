/**
 * Tabs whose pages stay alive. Beyond this the longest unused one is let go and made anew from its route when it is
 * shown.
 */
export const mostAlive = 20;

/** The one to the right of the active tab, else the one to its left; `left` are those that stay open. */
export function neighbourOf(open: readonly string[], active: string, left: readonly string[]): string {
  const at = open.indexOf(active);
  return (
    open.slice(at + 1).find((name) => left.includes(name)) ??
    open.slice(0, at).findLast((name) => left.includes(name)) ??
    'home'
  );
}

/** Home stays first. */
export function moved(open: readonly string[], name: string, to: number): readonly string[] {
  const from = open.indexOf(name);
  const place = Math.min(Math.max(to, 1), open.length - 1);
  if (from < 1 || from === place) return open;
  const rest = open.toSpliced(from, 1);
  return rest.toSpliced(place, 0, name);
}

/** `recent` is most recent first. What is unsaved is never let go. */
export function aliveIn(recent: readonly string[], dirty: ReadonlySet<string>, most = mostAlive): ReadonlySet<string> {
  return new Set(recent.filter((name, at) => at < most || dirty.has(name)));
}

export const withRecent = (recent: readonly string[], name: string): readonly string[] => [
  name,
  ...recent.filter((each) => each !== name),
];
