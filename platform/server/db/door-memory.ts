import type { Door } from './door.ts';

/**
 * What a process remembers between calls belongs to the installation that it remembers it of: two doors in one process
 * (tests, a move of tenants) must not know each other's failed log-ins.
 */
export function doorMemory<Memory>(make: () => Memory): (door: Door) => Memory {
  const kept = new WeakMap<Door, Memory>();
  return (door) => {
    const memory = kept.get(door) ?? make();
    kept.set(door, memory);
    return memory;
  };
}
