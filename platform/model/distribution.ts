import type { Entity } from './entity.ts';
import type { Field, RefField, RefTarget } from './field.ts';

/** Keys of the fields that come with a copy and are not the receiver's to change. */
export const handedKeys = (entity: Entity): readonly string[] =>
  Object.entries(entity.fields)
    .filter(([key, field]) => travels(entity, key, field))
    .map(([key]) => key);

/**
 * Files, staff and places belong to one tenant; a global list means the same to both, but which tenant somebody is
 * stays at home.
 */
function travels(entity: Entity, key: string, field: Field): boolean {
  if (
    field.virtual === true ||
    field.kept === true ||
    key === entity.codeField ||
    key === 'status' ||
    entity.localFields?.includes(key) === true
  )
    return false;
  if (field.kind === 'file' || field.kind === 'refs') return false;
  if (field.kind !== 'ref') return true;
  const target = wholeOf(field);
  return (
    field.key === 'code' && (target.distributed === true || (target.realm === 'global' && target.knownAs !== 'tenant'))
  );
}

/**
 * A reference names its target by the little it needs to know of it; within what can be handed down the target is the
 * noun itself.
 */
export const wholeOf = (field: RefField): RefTarget & Partial<Pick<Entity, 'distributed' | 'realm'>> => field.target();
