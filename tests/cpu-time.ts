/**
 * Milliseconds of CPU that this process took since the watch was started. A neighbour, or a host that takes the
 * processor away, makes a wall clock go on and this one not.
 */
export function cpuWatch(): () => number {
  const begun = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1000;
  };
}
