import { statement } from '#platform/server/db/statement.ts';
import type { HomeFigure } from '#platform/server/list/home-figure.ts';
import { todoTask } from '#workflow/model/task.ts';
import { openTasks } from './lists.ts';
import { myRefs } from './people.ts';

/** More tasks than these are a crowd. */
const mostTasks = 1000;

export const workflowFigures: readonly HomeFigure[] = [
  {
    key: 'tasks',
    place: 'waiting',
    label: ['待我审批', '待我審批', 'To approve'],
    of: todoTask,
    read: statement(
      { amount: 'decimal?', count: 'integer' },
      `
        with ${myRefs}
        select null::numeric as amount, count(*)::integer as count
        from ${openTasks('', String(mostTasks), 'asc')}`,
    ),
  },
];
