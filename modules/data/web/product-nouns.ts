import type { Entity } from '#platform/model/entity.ts';
import { entityNamed } from '#platform/web/registry/registry.ts';

/**
 * Definitions are in the browser already when a dialog opens; imported here they would be cut out of their chunk into
 * one that every list waits for.
 */
const noun = (name: string) => (): Entity => {
  const found = entityNamed(name);
  if (found === undefined) throw new Error(`${name} is not registered`);
  return found;
};
export const material = noun('data:material');
export const materialClass = noun('data:materialclass');
export const product = noun('data:product');
export const productClass = noun('data:productclass');
