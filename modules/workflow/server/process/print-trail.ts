import { stepsIn, type PrintTrail } from '#system/server/setting/print-trail.ts';
import { taskResult } from '#workflow/model/choices.ts';

/** Who sent a document in and what everybody said to it, in a process of its. */
export const printTrail: PrintTrail = {
  steps: (ids) =>
    stepsIn(
      `
        select h.instance_id, h.name, h.assignee_name as person, h.end_time as at,
          case when h.action <> 'submit' then h.result end as result, h.comment as opinion
        from app.wf_history h
        where h.instance_id = any($1::uuid[]) and (h.result is not null or h.action = 'submit')
        order by h.seq`,
      ids,
    ),
  resultLabel(result) {
    const label = Object.entries(taskResult).find(([key]) => key === result)?.[1];
    return label === undefined ? undefined : [label[0], label[1], label[2]];
  },
};
