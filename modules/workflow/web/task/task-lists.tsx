import type { ReactNode } from 'react';
import { permissionOf } from '#platform/model/permission.ts';
import { useCan } from '#platform/web/api/me.ts';
import { ListPage } from '#platform/web/list/list-page.tsx';
import type { Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import type { Listed } from '#platform/web/registry/registry.ts';
import { joinedTask, myApplication, runningInstance, todoTask } from '#workflow/model/task.ts';
import { handleTask, viewTask } from './task-places.ts';
import { taskTexts } from './task-texts.ts';
import './task.css';

/** The four lists of the workflow: a row leads to its document, or to the history of its process. */
/** `more` stands beside the buttons of the list. */
export const TodoList = ({ more }: { readonly more: ReactNode }): ReactNode => (
  <TaskList noun={todoTask} opens={handleTask} buttons={handled} more={more} />
);
export const JoinedPage = (): ReactNode => <TaskList noun={joinedTask} opens={viewTask} buttons={viewed} />;
export const MyApplicationPage = (): ReactNode => <TaskList noun={myApplication} opens={viewTask} buttons={viewed} />;
export const RunningPage = (): ReactNode => <TaskList noun={runningInstance} opens={viewTask} buttons={viewed} />;

interface Buttons {
  readonly width: number;
  readonly render: (row: Row) => ReactNode;
}
type Link = readonly ['handle' | 'detail', (row: Row) => void];

const linksTo = (width: number, ...links: readonly Link[]): Buttons => ({
  width,
  render: (row) => (
    <span className="row-links">
      {links.map(([verb, open]) => (
        <a
          key={verb}
          role="button"
          tabIndex={-1}
          data-verb={verb}
          onClick={() => {
            open(row);
          }}
        >
          {say(taskTexts[verb])}
        </a>
      ))}
    </span>
  ),
});
const handled = linksTo(116, ['handle', handleTask], ['detail', viewTask]);
const viewed = linksTo(76, ['detail', viewTask]);

function TaskList({
  noun,
  opens,
  buttons,
  more,
}: {
  readonly more?: ReactNode;
  readonly noun: Listed;
  readonly opens: (row: Row) => void;
  readonly buttons: Buttons;
}): ReactNode {
  const can = useCan();
  return can(permissionOf(noun, 'view')) ? (
    <ListPage noun={noun} onOpen={opens} rowButtons={buttons} buttons={more} />
  ) : (
    <ListPage noun={noun} buttons={more} />
  );
}
