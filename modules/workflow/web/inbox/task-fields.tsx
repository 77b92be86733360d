import { Button } from 'antd';
import type { ReactNode } from 'react';
import { queries } from '#platform/web/api/queries.ts';
import { documentNamed } from '#platform/web/registry/registry.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import type { InboxTask } from '#workflow/model/inbox.ts';
import { StepFields, useStepFields } from '#workflow/web/task/step-fields.tsx';
import { taskTexts } from '#workflow/web/task/task-texts.ts';
import { taskQuery } from './inbox-data.ts';

/** What the step lets its approver change is changed where he reads it. */
export function TaskFields({ task: { taskId, noun, editable } }: { readonly task: InboxTask }): ReactNode {
  const document = documentNamed(noun);
  const work = useStepFields(taskId, () => {
    void queries.invalidateQueries({ queryKey: taskQuery(taskId).queryKey });
  });
  if (document === undefined || editable.length === 0) return null;
  return (
    <section className="task-fields" data-testid="task-fields">
      <h3>{say(taskTexts.editFields)}</h3>
      <StepFields
        document={document}
        record={Object.fromEntries(editable.map(({ key, value }) => [key, value]))}
        keys={editable.map(({ key }) => key)}
        work={work}
      />
      <Button
        size="small"
        data-verb="saveFields"
        disabled={!work.isChanged}
        loading={work.isBusy}
        onClick={() => void work.save()}
      >
        {say(texts.save)}
      </Button>
    </section>
  );
}
