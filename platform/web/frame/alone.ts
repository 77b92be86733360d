import type { ComponentType } from 'react';
import { fetchModules } from '#platform/web/registry/late-modules.ts';
import { ownPageAt } from '#platform/web/registry/registry.ts';
import { NotFound } from './not-found.tsx';

/** A page of a module that stands outside the frame, by its route. */
export async function openAlone(name: string): Promise<ComponentType> {
  await fetchModules();
  return (await ownPageAt(name)?.()) ?? NotFound;
}
