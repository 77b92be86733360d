import { describe, expect, test } from 'vitest';
import { compileModel } from './compile.ts';
import { differencesOf } from './difference.ts';
import { drawProcess, type Drawing, type DrawnNode } from './drawing.ts';
import { layoutOf, withPlaces, type Box, type Point } from './layout.ts';
import { templates } from './template.ts';

const user = (id: string, more: Partial<DrawnNode> = {}): DrawnNode => ({
  kind: 'userTask',
  id,
  name: id,
  approvers: 'starter',
  ...more,
});
const facts = () =>
  ({
    names: {
      amount: 'number',
      afterAmount: 'number',
      overBudget: 'boolean',
      overPolicy: 'boolean',
      mismatch: 'boolean',
      orderType: 'text',
      post: 'text',
      returnReason: 'text',
    },
    people: [],
  }) as const;

function laid(drawing: Drawing) {
  const { graph, complaints } = compileModel(drawProcess(drawing), facts);
  if (graph === null) throw new Error(JSON.stringify(complaints));
  return { graph, ...layoutOf([...graph.nodes.values()], [...graph.flows.values()]) };
}
const meet = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const crosses = (way: readonly Point[], { x, y, width, height }: Box): boolean =>
  way.slice(1).some(([x2, y2], i) => {
    const [x1, y1] = way[i] ?? [x2, y2];
    return (
      Math.max(x1, x2) > x + 1 &&
      Math.min(x1, x2) < x + width - 1 &&
      Math.max(y1, y2) > y + 1 &&
      Math.min(y1, y2) < y + height - 1
    );
  });

describe('places for what nobody placed', () => {
  test.each(templates.map((template) => [template.key, template.draw({ threshold: '50000' })] as const))(
    '%s: nothing lies on anything else, and no line leads through a step',
    (_key, drawing) => {
      const { graph, boxes, lines } = laid(drawing);
      expect([boxes.size, lines.size]).toEqual([graph.nodes.size, graph.flows.size]);
      for (const [id, box] of boxes)
        for (const [other, its] of boxes)
          if (id < other) expect([id, other, meet(box, its)]).toEqual([id, other, false]);
      for (const [flow, way] of lines)
        for (const [id, box] of boxes)
          if (id !== graph.flows.get(flow)?.from && id !== graph.flows.get(flow)?.to)
            expect([flow, id, crosses(way, box)]).toEqual([flow, id, false]);
    },
  );

  test('a circle, a sub-process with its steps inside it, and a timer on the border of its step', () => {
    const inner =
      '<bpmn:startEvent id="is"/><bpmn:userTask id="iu" camunda:candidateGroups="starter"/><bpmn:endEvent id="ie"/><bpmn:sequenceFlow id="i1" sourceRef="is" targetRef="iu"/><bpmn:sequenceFlow id="i2" sourceRef="iu" targetRef="ie"/>';
    const { boxes, lines } = laid({
      key: 'k',
      docType: 'X',
      nodes: [
        { kind: 'startEvent', id: 's' },
        user('a'),
        { kind: 'exclusiveGateway', id: 'g', defaultFlow: 'on' },
        { kind: 'subProcess', id: 'sub', inner },
        {
          kind: 'boundaryEvent',
          id: 'late',
          attributes: { attachedToRef: 'a' },
          inner: '<bpmn:timerEventDefinition><bpmn:timeDuration>P1D</bpmn:timeDuration></bpmn:timerEventDefinition>',
        },
        { kind: 'endEvent', id: 'e' },
      ],
      flows: [
        ['s', 'a'],
        ['a', 'g'],
        ['g', 'a', { id: 'back', when: 'post = "x"' }],
        ['g', 'sub', { id: 'on' }],
        ['sub', 'e'],
        ['late', 'e'],
      ],
    });
    const at = (id: string): Box => boxes.get(id) ?? { x: 0, y: 0, width: 0, height: 0 };
    expect(['s', 'a', 'g', 'sub', 'e'].map((id) => at(id).x)).toEqual(
      ['s', 'a', 'g', 'sub', 'e'].map((id) => at(id).x).toSorted((a, b) => a - b),
    );
    for (const id of ['is', 'iu', 'ie'])
      expect([
        id,
        at(id).x > at('sub').x &&
          at(id).x + at(id).width < at('sub').x + at('sub').width &&
          at(id).y > at('sub').y &&
          at(id).y + at(id).height < at('sub').y + at('sub').height,
      ]).toEqual([id, true]);
    expect(meet(at('late'), at('a'))).toBe(true);
    expect(lines.get('back')?.length).toBe(4);
  });

  test('are written once: a drawing that has its own keeps them, and a text that is none is left alone', () => {
    const xml = drawProcess({
      key: 'k',
      nodes: [{ kind: 'startEvent', id: 's' }, user('a'), { kind: 'endEvent', id: 'e' }],
      flows: [
        ['s', 'a'],
        ['a', 'e'],
      ],
    });
    const placed = withPlaces(xml);
    expect(placed.match(/<bpmndi:BPMN(?:Shape|Edge) /g)).toHaveLength(5);
    expect([withPlaces(placed), withPlaces('<half')]).toEqual([placed, '<half']);
    expect(differencesOf(xml, placed)).toEqual([]);
  });
});

describe('two versions of a process', () => {
  const before: Drawing = {
    key: 'k',
    docType: 'SO',
    nodes: [
      { kind: 'startEvent', id: 's' },
      user('a', { approvers: 'role:x', dueDate: 'P1D' }),
      user('gone'),
      { kind: 'exclusiveGateway', id: 'g', defaultFlow: 'd' },
      { kind: 'endEvent', id: 'e' },
    ],
    flows: [
      ['s', 'a'],
      ['a', 'g'],
      ['g', 'gone', { id: 'c', when: 'amount > 5' }],
      ['g', 'e', { id: 'd' }],
      ['gone', 'e'],
    ],
  };
  const after: Drawing = {
    ...before,
    nodes: [
      { kind: 'startEvent', id: 's' },
      user('a', { approvers: 'role:x,role:y', signing: { isSequential: true, until: 'nrOfApproved > 1' } }),
      user('come'),
      { kind: 'exclusiveGateway', id: 'g', defaultFlow: 'd' },
      { kind: 'endEvent', id: 'e' },
    ],
    flows: [
      ['s', 'a'],
      ['a', 'g'],
      ['g', 'come', { id: 'c', when: 'amount > 9' }],
      ['g', 'e', { id: 'd' }],
      ['come', 'e'],
    ],
  };
  test('differ in what an approver could notice: what came, what went, and each fact that changed', () => {
    expect(
      differencesOf(drawProcess(before), drawProcess(after)).map(({ element, kind, facts: changed }) => [
        kind,
        element,
        changed.map(({ key, before: was, after: is }) => `${key}: ${was} → ${is}`),
      ]),
    ).toEqual([
      ['added', 'come', []],
      ['added', 'f_come_e', []],
      [
        'changed',
        'a',
        [
          'approvers: role:x → role:x,role:y',
          'dueDate: P1D → ',
          'signing:  → sequential',
          'until:  → nrOfApproved > 1',
        ],
      ],
      ['changed', 'c', ['condition: amount > 5 → amount > 9', 'to: gone → come']],
      ['removed', 'gone', []],
      ['removed', 'f_gone_e', []],
    ]);
  });
});
