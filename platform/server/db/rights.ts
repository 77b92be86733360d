import { statement } from './statement.ts';

/** A right of whoever asks: one row where he has it, in the round trip of what depends on it. */
export const heldRight = (permission: string | null) =>
  statement({ held: 'integer' }, 'select 1 as held from sec.my_permissions() p where p = $1', [permission]);
