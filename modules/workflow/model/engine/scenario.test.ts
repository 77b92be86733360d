import { describe, expect, test } from 'vitest';
import { compileModel, type BillFacts } from './compile.ts';
import { drawProcess, type DrawnFlow, type DrawnNode } from './drawing.ts';
import { starterId, type Graph } from './graph.ts';
import { startState, step, type Opened, type Result, type StepCommand, type Variables } from './step.ts';
import { Refusal } from '#platform/model/refusal.ts';

const facts: BillFacts = { names: { amount: 'number', approved: 'boolean' }, people: [] };
const user = (id: string, more: Partial<DrawnNode> = {}): DrawnNode => ({
  kind: 'userTask',
  id,
  name: id,
  approvers: 'role:any',
  ...more,
});
const plain = (kind: string, id: string, more: Partial<DrawnNode> = {}): DrawnNode => ({ kind, id, ...more });

function graphOf(nodes: readonly DrawnNode[], flows: readonly DrawnFlow[]): Graph {
  const { graph, complaints } = compileModel(drawProcess({ key: 'p', docType: 'T', nodes, flows }), () => facts);
  if (graph === null) throw new Error(JSON.stringify(complaints));
  return graph;
}

const expense = graphOf(
  [
    plain('startEvent', 'start'),
    user('apply'),
    user('manager'),
    plain('exclusiveGateway', 'gwAmount', { defaultFlow: 'small' }),
    user('director'),
    plain('exclusiveGateway', 'gwMerge'),
    plain('parallelGateway', 'fork'),
    user('legal'),
    user('hr1'),
    user('hr2'),
    plain('parallelGateway', 'join'),
    user('board', { signing: { isSequential: true } }),
    plain('endEvent', 'end'),
  ],
  [
    ['start', 'apply'],
    ['apply', 'manager'],
    ['manager', 'gwAmount'],
    ['gwAmount', 'director', { when: 'amount > 10000' }],
    ['gwAmount', 'gwMerge', { id: 'small' }],
    ['director', 'gwMerge'],
    ['gwMerge', 'fork'],
    ['fork', 'legal'],
    ['fork', 'hr1'],
    ['hr1', 'hr2'],
    ['legal', 'join'],
    ['hr2', 'join'],
    ['join', 'board'],
    ['board', 'end'],
  ],
);
const choiceInsideFork = graphOf(
  [
    plain('startEvent', 'start'),
    plain('parallelGateway', 'fork'),
    user('b'),
    plain('exclusiveGateway', 'x', { defaultFlow: 'direct' }),
    user('tx'),
    plain('exclusiveGateway', 'm'),
    plain('parallelGateway', 'join'),
    user('final'),
    plain('endEvent', 'end'),
  ],
  [
    ['start', 'fork'],
    ['fork', 'x'],
    ['fork', 'b'],
    ['x', 'm', { id: 'direct' }],
    ['x', 'tx', { when: 'amount > 10000' }],
    ['tx', 'm'],
    ['m', 'join'],
    ['b', 'join'],
    ['join', 'final'],
    ['final', 'end'],
  ],
);
const inclusive = graphOf(
  [
    plain('startEvent', 'start'),
    plain('inclusiveGateway', 'split', { defaultFlow: 'otherwise' }),
    user('a'),
    user('b'),
    user('c'),
    user('d'),
    plain('inclusiveGateway', 'join'),
    user('final'),
    plain('endEvent', 'end'),
  ],
  [
    ['start', 'split'],
    ['split', 'a', { when: 'amount > 10' }],
    ['split', 'b', { when: 'amount > 100' }],
    ['split', 'c', { when: 'amount > 1000' }],
    ['split', 'd', { id: 'otherwise' }],
    ['a', 'join'],
    ['b', 'join'],
    ['c', 'join'],
    ['d', 'join'],
    ['join', 'final'],
    ['final', 'end'],
  ],
);
const countersign = graphOf(
  [
    plain('startEvent', 'start'),
    user('apply'),
    user('sign', { signing: { isSequential: false, until: 'nrOfCompleted >= 2' } }),
    user('final'),
    plain('endEvent', 'end'),
  ],
  [
    ['start', 'apply'],
    ['apply', 'sign'],
    ['sign', 'final'],
    ['final', 'end'],
  ],
);
const drawnLoop = graphOf(
  [
    plain('startEvent', 'start'),
    user('apply'),
    user('approve'),
    plain('exclusiveGateway', 'ok', { defaultFlow: 'no' }),
    plain('endEvent', 'end'),
  ],
  [
    ['start', 'apply'],
    ['apply', 'approve'],
    ['approve', 'ok'],
    ['ok', 'end', { when: 'approved = true' }],
    ['ok', 'apply', { id: 'no' }],
  ],
);

/**
 * A process played through: what is open after every command, as `step#place`. Between commands the state is what a
 * database would give back.
 */
function play(
  graph: Graph,
  variables: { amount?: number; signers?: readonly string[] },
  ...deeds: readonly string[]
): string {
  let state = startState;
  let open: Opened[] = [];
  const values: Record<string, unknown> = { amount: variables.amount ?? 20000, approved: false };
  const people: Variables = {
    values,
    signers: { board: variables.signers ?? ['u1', 'u2'], sign: variables.signers ?? ['u1', 'u2', 'u3'] },
  };
  const seen: string[] = [];
  const apply = (command: StepCommand): void => {
    const result: Result = step(graph, JSON.parse(JSON.stringify(state)) as typeof state, command, people);
    state = result.state;
    if (command.op === 'complete')
      open = open.filter((task) => task.token !== command.token || (task.place ?? 0) !== (command.place ?? 0));
    const closed = new Set(result.closed.map(({ token }) => token));
    open = [...open.filter((task) => !closed.has(task.token)), ...result.opened];
    seen.push(
      open
        .map((task) => task.node + (task.place === undefined ? '' : `#${task.place}`))
        .sort()
        .join(',') || '-',
    );
  };
  try {
    apply({ op: 'start' });
    for (const deed of deeds) {
      const [op = '', target = ''] = deed.includes(':') ? deed.split(':') : ['complete', deed];
      const [, node = target, place] = /^(.+)#(\d+)$/.exec(target) ?? [];
      const task = open.find((each) => each.node === node && (place === undefined || String(each.place) === place));
      if (task === undefined) {
        seen.push(`no task ${deed}`);
        break;
      }
      const at = { token: task.token, ...(task.place === undefined ? {} : { place: task.place }) };
      values['approved'] = op === 'yes';
      apply(op === 'terminate' ? { op } : op === 'back' || op === 'first' ? { op, ...at } : { op: 'complete', ...at });
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    seen.push(error.key);
  }
  return `${seen.join(' → ')} [${state.status}]`;
}

const upTo = { director: 'apply → manager → director', fork: 'apply → manager → director → hr1,legal' };
const toEnd = 'board#0 → board#1 → - [completed]';

describe('a process', () => {
  test('chooses by the amount, waits for both branches, and is signed one after the other', () => {
    expect(play(expense, {}, 'apply', 'manager', 'director', 'legal', 'hr1', 'hr2', 'board', 'board')).toBe(
      `${upTo.fork} → hr1 → hr2 → ${toEnd}`,
    );
  });
  test('joins once where a choice stands inside a branch, on the long way and on the short one', () => {
    expect(play(choiceInsideFork, { amount: 20000 }, 'b', 'tx', 'final')).toBe('b,tx → tx → final → - [completed]');
    expect(play(choiceInsideFork, { amount: 5 }, 'b', 'final')).toBe('b → final → - [completed]');
  });
  test('waits at an inclusive join for exactly the ways that were taken', () => {
    expect(play(inclusive, { amount: 500 }, 'a', 'b', 'final')).toBe('a,b → b → final → - [completed]');
    expect(play(inclusive, { amount: 5 }, 'd', 'final')).toBe('d → final → - [completed]');
  });
  test('goes on when two of three have signed', () => {
    expect(play(countersign, {}, 'apply', 'sign#1', 'sign#0', 'final')).toBe(
      'apply → sign#0,sign#1,sign#2 → sign#0,sign#2 → final → - [completed]',
    );
  });
  test('goes round a drawn loop as often as somebody says no', () => {
    expect(play(drawnLoop, {}, 'apply', 'no:approve', 'apply', 'no:approve', 'apply', 'yes:approve')).toBe(
      'apply → approve → apply → approve → apply → approve → - [completed]',
    );
  });
});

describe('rolled back', () => {
  test('it stands at the step before', () => {
    expect(
      play(
        expense,
        {},
        'apply',
        'back:manager',
        'apply',
        'manager',
        'back:director',
        'manager',
        'director',
        'legal',
        'hr1',
        'hr2',
        'board',
        'board',
      ),
    ).toBe(`apply → manager → apply → manager → director → manager → director → hr1,legal → hr1 → hr2 → ${toEnd}`);
  });
  test('inside a branch it stays inside', () => {
    expect(
      play(expense, {}, 'apply', 'manager', 'director', 'hr1', 'back:hr2', 'hr1', 'legal', 'hr2', 'board', 'board'),
    ).toBe(`${upTo.fork} → hr2,legal → hr1,legal → hr2,legal → hr2 → ${toEnd}`);
  });
  test('from the first step of a branch it takes the other branches along', () => {
    expect(
      play(
        expense,
        {},
        'apply',
        'manager',
        'director',
        'hr1',
        'back:legal',
        'director',
        'legal',
        'hr1',
        'hr2',
        'board',
        'board',
      ),
    ).toBe(`${upTo.fork} → hr2,legal → director → hr1,legal → hr1 → hr2 → ${toEnd}`);
  });
  test('also one that already waits in the join', () => {
    expect(
      play(
        expense,
        {},
        'apply',
        'manager',
        'director',
        'legal',
        'back:hr1',
        'director',
        'legal',
        'hr1',
        'hr2',
        'board',
        'board',
      ),
    ).toBe(`${upTo.fork} → hr1 → director → hr1,legal → hr1 → hr2 → ${toEnd}`);
  });
  test('over a join it opens the end of every branch', () => {
    expect(
      play(
        expense,
        {},
        'apply',
        'manager',
        'director',
        'legal',
        'hr1',
        'hr2',
        'back:board',
        'legal',
        'hr2',
        'board',
        'board',
      ),
    ).toBe(`${upTo.fork} → hr1 → hr2 → board#0 → hr2,legal → hr2 → ${toEnd}`);
  });
  test('again and again, over the join, inside a branch and over the fork', () => {
    expect(
      play(
        expense,
        {},
        'apply',
        'manager',
        'director',
        'legal',
        'hr1',
        'hr2',
        'back:board',
        'back:hr2',
        'back:hr1',
        'director',
        'legal',
        'hr1',
        'hr2',
        'board',
        'board',
      ),
    ).toBe(`${upTo.fork} → hr1 → hr2 → board#0 → hr2,legal → hr1,legal → director → hr1,legal → hr1 → hr2 → ${toEnd}`);
  });
  test('where several sign one after the other, it stands with the signer before', () => {
    expect(
      play(expense, {}, 'apply', 'manager', 'director', 'legal', 'hr1', 'hr2', 'board', 'back:board', 'board', 'board'),
    ).toBe(`${upTo.fork} → hr1 → hr2 → board#0 → board#1 → board#0 → ${toEnd.slice(toEnd.indexOf('board#1'))}`);
  });
  test('by one of several who sign at once, the whole step goes back and is signed anew', () => {
    expect(play(countersign, {}, 'apply', 'sign', 'back:sign', 'apply', 'sign', 'sign', 'final')).toBe(
      'apply → sign#0,sign#1,sign#2 → sign#1,sign#2 → apply → sign#0,sign#1,sign#2 → sign#1,sign#2 → final → - [completed]',
    );
  });
  test('into a step that several sign, all of them sign again', () => {
    expect(play(countersign, {}, 'apply', 'sign', 'sign', 'back:final', 'sign', 'sign', 'final')).toBe(
      'apply → sign#0,sign#1,sign#2 → sign#1,sign#2 → final → sign#0,sign#1,sign#2 → sign#1,sign#2 → final → - [completed]',
    );
  });
  test('at the first drawn step it is refused: that is what rejecting is for', () => {
    expect(play(expense, {}, 'back:apply')).toBe('apply → E-NO-PREVIOUS [running]');
  });
  test('twice, by the short way', () => {
    expect(
      play(
        expense,
        { amount: 5, signers: ['u1'] },
        'apply',
        'manager',
        'back:legal',
        'back:manager',
        'apply',
        'manager',
        'hr1',
        'legal',
        'hr2',
        'board',
      ),
    ).toBe(
      'apply → manager → hr1,legal → manager → apply → manager → hr1,legal → hr2,legal → hr2 → board#0 → - [completed]',
    );
  });
  test('over a join of which one way had no step', () => {
    expect(play(choiceInsideFork, { amount: 5 }, 'b', 'back:final', 'b', 'final')).toBe(
      'b → final → b → final → - [completed]',
    );
  });
});

describe('rejected', () => {
  test.each([
    ['director', ['apply', 'manager'], upTo.director],
    ['hr2', ['apply', 'manager', 'director', 'hr1'], `${upTo.fork} → hr2,legal`],
    ['hr1', ['apply', 'manager', 'director', 'legal'], `${upTo.fork} → hr1`],
  ])('by %s, everything is cancelled and whoever started it sends it in again', (who, before, shown) => {
    expect(
      play(
        expense,
        {},
        ...before,
        `first:${who}`,
        starterId,
        'apply',
        'manager',
        'director',
        'hr1',
        'hr2',
        'legal',
        'board',
        'board',
      ),
    ).toBe(`${shown} → #starter → ${upTo.fork} → hr2,legal → legal → ${toEnd}`);
  });
  test('at the starter it cannot go back further', () => {
    expect(play(expense, {}, 'first:apply', `first:${starterId}`)).toBe('apply → #starter → E-AT-FIRST [running]');
    expect(play(expense, {}, 'first:apply', `back:${starterId}`)).toBe('apply → #starter → E-NO-PREVIOUS [running]');
  });
  test('earlier signatures do not count any more', () => {
    expect(
      play(countersign, {}, 'apply', 'sign#0', 'first:sign#1', starterId, 'apply', 'sign#1', 'sign#0', 'final'),
    ).toBe(
      'apply → sign#0,sign#1,sign#2 → sign#1,sign#2 → #starter → apply → sign#0,sign#1,sign#2 → sign#0,sign#2 → final → - [completed]',
    );
  });
});

test('terminated, nothing stays open in any branch', () => {
  expect(play(expense, {}, 'apply', 'manager', 'director', 'hr1', 'terminate:hr2')).toBe(
    `${upTo.fork} → hr2,legal → - [terminated]`,
  );
});

const timer = (id: string, host: string, isInterrupting: boolean, duration: string): DrawnNode =>
  plain('boundaryEvent', id, {
    attributes: { attachedToRef: host, cancelActivity: String(isInterrupting) },
    inner: `<bpmn:timerEventDefinition><bpmn:timeDuration xsi:type="bpmn:tFormalExpression">${duration}</bpmn:timeDuration></bpmn:timerEventDefinition>`,
  });

test('a reminder runs beside its step, an escalation takes it away, and an alarm that rings late finds nothing', () => {
  const graph = graphOf(
    [
      plain('startEvent', 's'),
      user('a'),
      timer('remind', 'a', false, 'P1D'),
      timer('late', 'a', true, 'P3D'),
      plain('serviceTask', 'mail', { attributes: { 'camunda:topic': 'remind-mail' } }),
      user('boss'),
      plain('endEvent', 'e1'),
      plain('endEvent', 'e2'),
      plain('endEvent', 'e3'),
    ],
    [
      ['s', 'a'],
      ['a', 'e1'],
      ['remind', 'mail'],
      ['mail', 'e2'],
      ['late', 'boss'],
      ['boss', 'e3'],
    ],
  );
  const nobody: Variables = { values: {}, signers: {} };
  const started = step(graph, startState, { op: 'start' }, nobody);
  const token = started.opened[0]?.token ?? 0;
  expect(started.alarms).toEqual([
    { token, node: 'remind', seconds: 86_400 },
    { token, node: 'late', seconds: 259_200 },
  ]);
  const reminded = step(graph, started.state, { op: 'timer', token, node: 'remind' }, nobody);
  expect([reminded.services, reminded.closed, reminded.state.status]).toEqual([
    [{ node: 'mail', topic: 'remind-mail' }],
    [],
    'running',
  ]);
  const escalated = step(graph, reminded.state, { op: 'timer', token, node: 'late' }, nobody);
  expect([escalated.opened.map(({ node }) => node), escalated.closed]).toEqual([
    ['boss'],
    [{ token, why: 'timedOut' }],
  ]);
  expect(() => step(graph, escalated.state, { op: 'timer', token, node: 'late' }, nobody)).toThrow('E-TASK-GONE');
  expect(
    step(graph, escalated.state, { op: 'complete', token: escalated.opened[0]?.token ?? 0 }, nobody).state.status,
  ).toBe('completed');
});

test('a sub-process is entered, left at its end, and left backwards', () => {
  const inner =
    '<bpmn:startEvent id="ss"/><bpmn:userTask id="in1" name="In" camunda:candidateGroups="role:x"/><bpmn:endEvent id="se"/><bpmn:sequenceFlow id="x1" sourceRef="ss" targetRef="in1"/><bpmn:sequenceFlow id="x2" sourceRef="in1" targetRef="se"/>';
  const graph = graphOf(
    [plain('startEvent', 's'), user('a'), plain('subProcess', 'sub', { inner }), user('z'), plain('endEvent', 'e')],
    [
      ['s', 'a'],
      ['a', 'sub'],
      ['sub', 'z'],
      ['z', 'e'],
    ],
  );
  expect(play(graph, {}, 'a', 'in1', 'z')).toBe('a → in1 → z → - [completed]');
  expect(play(graph, {}, 'a', 'back:in1', 'a', 'in1', 'z')).toBe('a → in1 → a → in1 → z → - [completed]');
});

test('a circle without a person in it, and a join that waits for a way not taken, are refused and change nothing', () => {
  const circle = graphOf(
    [
      plain('startEvent', 's'),
      user('a'),
      plain('exclusiveGateway', 'm'),
      plain('task', 't'),
      plain('exclusiveGateway', 'g', { defaultFlow: 'd' }),
      plain('endEvent', 'e'),
    ],
    [
      ['s', 'a'],
      ['a', 'm'],
      ['m', 't'],
      ['t', 'g'],
      ['g', 'e', { when: '1 = 2' }],
      ['g', 'm', { id: 'd' }],
    ],
  );
  expect(play(circle, {}, 'a')).toBe('a → E-PROCESS-STUCK [running]');
  const early = graphOf(
    [
      plain('startEvent', 's'),
      user('a'),
      plain('exclusiveGateway', 'x', { defaultFlow: 'd' }),
      user('b'),
      user('c'),
      plain('parallelGateway', 'j'),
      plain('endEvent', 'e'),
    ],
    [
      ['s', 'a'],
      ['a', 'x'],
      ['x', 'b', { when: 'amount > 1' }],
      ['x', 'c', { id: 'd' }],
      ['b', 'j'],
      ['c', 'j'],
      ['j', 'e'],
    ],
  );
  expect(play(early, {}, 'a', 'b')).toBe('a → b → E-PROCESS-STUCK [running]');
});

test('nobody to sign is refused with the name of the step', () => {
  expect(play(countersign, { signers: [] }, 'apply')).toBe('apply → E-NO-APPROVER [running]');
});
