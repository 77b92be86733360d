import { permissionOf } from '#platform/model/permission.ts';
import type { Listed } from '#platform/web/registry/registry.ts';

export interface Rights {
  readonly canOpen: boolean;
  readonly canChange: boolean;
  readonly canAdd: boolean;
}

/** What a person may do to single records of a list. */
export function rightsTo(noun: Listed, can: (permission: string) => boolean): Rights {
  const may = (action: 'view' | 'update' | 'save', call: 'info' | 'update' | 'save'): boolean =>
    noun.kind !== 'report' &&
    can(permissionOf(noun, action)) &&
    (noun.kind === 'document' || noun.calls.includes(call));
  return { canOpen: may('view', 'info'), canChange: may('update', 'update'), canAdd: may('save', 'save') };
}
