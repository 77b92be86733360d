import { listenForEvents } from '#platform/web/api/events.ts';
import { queries } from '#platform/web/api/queries.ts';
import { fetchModules } from '#platform/web/registry/late-modules.ts';
import { entityNamed } from '#platform/web/registry/registry.ts';
import { keysChangedBy } from './load.ts';

/**
 * A list that somebody else changed is asked for again, with its version, by whoever shows it; the rest waits until it
 * is needed.
 */
export function followChanges(): () => void {
  return listenForEvents((event) => {
    const [what, noun = ''] = event.split(' ');
    if (what === 'unread' || what === 'lost')
      for (const key of ['unread', 'badge']) void queries.invalidateQueries({ queryKey: [key] });
    if (what === 'lost') void queries.invalidateQueries({ queryKey: ['ref'] });
    // A list may be in use of which nothing but the path is known yet.
    if (what === 'list')
      void (entityNamed(noun) === undefined ? fetchModules() : Promise.resolve()).then(() => hear(noun));
  });
}

function hear(noun: string): void {
  if (entityNamed(noun)?.knownAs === 'branding') void queries.invalidateQueries({ queryKey: ['branding'] });
  const changed = keysChangedBy(`${entityNamed(noun)?.path ?? '/nothing'}/`);
  if (changed.length > 0)
    void queries.invalidateQueries({
      predicate: ({ queryKey: [head, key] }) => head === 'ref' && changed.includes(String(key)),
    });
}
