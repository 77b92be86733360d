import { Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { TodoList } from '#workflow/web/task/task-lists.tsx';
import { InboxPage } from './inbox-page.tsx';
import { inboxTexts } from './inbox-texts.ts';

/** What waits, as an inbox; whoever wants columns, filters and a file has the list. */
export function TodoPage(): ReactNode {
  const [isInbox, setInbox] = useState(true);
  const switcher = (
    <Segmented
      size="small"
      className="todo-switch"
      value={isInbox ? 'inbox' : 'list'}
      options={[
        { value: 'inbox', label: <span data-verb="asInbox">{say(inboxTexts.asInbox)}</span> },
        { value: 'list', label: <span data-verb="asList">{say(inboxTexts.asList)}</span> },
      ]}
      onChange={(value) => {
        setInbox(value === 'inbox');
      }}
    />
  );
  return isInbox ? <InboxPage switcher={switcher} /> : <TodoList more={switcher} />;
}
