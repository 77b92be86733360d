import type { Page } from '#platform/model/envelope.ts';
import { get } from '#platform/web/api/client.ts';
import { todoTask } from '#workflow/model/task.ts';

/** How many tasks wait for whoever is logged in. */
export const countTodo = async (): Promise<number> =>
  (await get<Page<unknown>>(`${todoTask.path}/page`, { page: 1, limit: 1 }, { isSilent: true })).total;
