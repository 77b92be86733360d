// Prints the urls of the screens of every module as JSON: vite.config.ts builds them into the browser's list of
// modules.
import { models } from '#apps/api/modules.ts';
import { classesIn } from '#platform/model/entity.ts';

const screens = models.map(({ name, entities, documents, reports, pages }) => [
  name,
  [...entities, ...entities.flatMap((entity) => classesIn(entity) ?? []), ...documents, ...reports, ...pages].flatMap(
    ({ screen }) => screen?.url ?? [],
  ),
]);
console.log(JSON.stringify(Object.fromEntries(screens)));
