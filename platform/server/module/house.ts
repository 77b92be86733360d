import { withJoins } from '#platform/server/document/join.ts';
import type { Furniture, House, Premises, ServerModule, Service } from './server-module.ts';

/** The house with everything in it, for whoever serves it. */
export interface WholeHouse extends House {
  readonly furniture: readonly Furniture[];
  /** Of all nouns, those of their own modules first. */
  readonly services: readonly Service[];
}

/** The modules, with their documents joined by whoever joins them and furnished with what needs all of them. */
export function houseOf(modules: readonly ServerModule[], premises: Premises): WholeHouse {
  const joins = modules.flatMap(({ joins: own = [] }) => own);
  const joined = modules.map((module): ServerModule => ({ ...module, services: module.services.map(withItsJoins) }));
  const house: House = {
    ...premises,
    models: modules.map(({ model }) => model),
    modules: joined,
    jobs: () => [...joined.flatMap(({ jobs = [] }) => jobs), ...furniture.flatMap(({ jobs = [] }) => jobs)],
  };
  const furniture = joined
    .map(({ furnish }) => furnish?.(house) ?? {})
    .map((each): Furniture => ({
      ...each,
      services: (each.services ?? []).map(withItsJoins),
    }));
  const services = [...joined, ...furniture].flatMap(({ services: own = [] }) => own);
  return { ...house, furniture, services };

  function withItsJoins(service: Service): Service {
    const own = joins.filter(({ of }) => of === service.of);
    return own.length === 0 ? service : { ...service, document: withJoins(service.document ?? {}, own) };
  }
}
