import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileModel, type Compiled } from '#workflow/model/engine/compile.ts';
import { drawProcess, type DrawnFlow, type DrawnNode } from '#workflow/model/engine/drawing.ts';
import { checkSoundness } from '#workflow/model/engine/soundness.ts';
import { readXml } from '#workflow/model/engine/xml.ts';
import { cpuWatch } from '#tests/cpu-time.ts';

const facts = { names: { amount: 'number', applicantId: 'text' }, people: ['applicantId'] } as const;
const compiled = (xml: string): Compiled => compileModel(xml, (docType) => (docType === 'T' ? facts : undefined));
const user = (id: string, more: Partial<DrawnNode> = {}): DrawnNode => ({
  kind: 'userTask',
  id,
  name: id,
  approvers: 'role:any',
  ...more,
});
const draw = (nodes: readonly DrawnNode[], flows: readonly DrawnFlow[], docType = 'T'): string =>
  drawProcess({ key: 'p', docType, nodes, flows });
const start: DrawnNode = { kind: 'startEvent', id: 's' };
const end: DrawnNode = { kind: 'endEvent', id: 'e' };
const line = (node: DrawnNode): string =>
  draw(
    [start, node, end],
    [
      ['s', node.id],
      [node.id, 'e'],
    ],
  );
const blamed = (xml: string): string[] =>
  compiled(xml).complaints.map(({ element, reason }) => `${element}: ${reason[2]}`);

describe('a model is refused at the element that is to blame', () => {
  test.each([
    ['a script', line({ kind: 'scriptTask', id: 'x' }), 'x: scriptTask is not supported'],
    ['a call of another process', line({ kind: 'callActivity', id: 'x' }), 'x: callActivity is not supported'],
    [
      'a listener',
      line(
        user('x', {
          inner: '<bpmn:extensionElements><camunda:executionListener class="Evil"/></bpmn:extensionElements>',
        }),
      ),
      'x: the extension executionListener is not supported',
    ],
    [
      'a class',
      line({ kind: 'serviceTask', id: 'x', attributes: { 'camunda:class': 'Evil' } }),
      'x: the extension class is not supported',
    ],
    ['an expression for an approver', line(user('x', { approvers: '${evil()}' })), 'x: ${evil()} names no approver'],
    ['nobody', line({ kind: 'userTask', id: 'x' }), 'x: nobody is named to approve'],
    [
      'a field that holds no person',
      line(user('x', { approvers: 'form:amount' })),
      'x: the field amount holds no person',
    ],
    [
      'a condition in another language',
      draw(
        [start, user('a'), { kind: 'exclusiveGateway', id: 'g', defaultFlow: 'd' }, end, { ...end, id: 'e2' }],
        [
          ['s', 'a'],
          ['a', 'g'],
          ['g', 'e', { id: 'f', when: 'process.exit()', language: 'javascript' }],
          ['g', 'e2', { id: 'd' }],
        ],
      ),
      'f: conditions in javascript are not supported',
    ],
    [
      'a field the bill does not have',
      draw(
        [start, user('a'), { kind: 'exclusiveGateway', id: 'g', defaultFlow: 'd' }, end, { ...end, id: 'e2' }],
        [
          ['s', 'a'],
          ['a', 'g'],
          ['g', 'e', { id: 'f', when: 'total > 5' }],
          ['g', 'e2', { id: 'd' }],
        ],
      ),
      'f: the document has no field total',
    ],
    [
      'a way without a condition',
      draw(
        [start, user('a'), { kind: 'exclusiveGateway', id: 'g' }, end, { ...end, id: 'e2' }],
        [
          ['s', 'a'],
          ['a', 'g'],
          ['g', 'e', { id: 'f', when: 'amount > 5' }],
          ['g', 'e2', { id: 'd' }],
        ],
      ),
      'd: a way out of this gateway needs a condition or must be the default',
    ],
    [
      'a condition nobody asks',
      draw(
        [start, user('a'), end],
        [
          ['s', 'a'],
          ['a', 'e', { id: 'f', when: 'amount > 5' }],
        ],
      ),
      'f: a condition has no effect here',
    ],
    [
      'a dead end',
      draw(
        [start, user('a'), user('b'), end],
        [
          ['s', 'a'],
          ['a', 'e'],
          ['a', 'b'],
        ],
      ),
      'b: there is no way out',
    ],
    [
      'a message event',
      line({ kind: 'intermediateCatchEvent', id: 'x', inner: '<bpmn:messageEventDefinition/>' }),
      'x: only timer events are supported',
    ],
    [
      'a clock that comes again',
      draw(
        [
          start,
          user('a'),
          {
            kind: 'boundaryEvent',
            id: 'x',
            attributes: { attachedToRef: 'a' },
            inner: '<bpmn:timerEventDefinition><bpmn:timeCycle>R/PT1H</bpmn:timeCycle></bpmn:timerEventDefinition>',
          },
          end,
        ],
        [
          ['s', 'a'],
          ['a', 'e'],
          ['x', 'e'],
        ],
      ),
      'x: the duration is not valid; write P1D or PT8H',
    ],
    ['no person at all', line({ kind: 'task', id: 'x' }), 'p: nobody approves anything in this process'],
    [
      'a document nobody knows',
      draw(
        [start, user('a'), end],
        [
          ['s', 'a'],
          ['a', 'e'],
        ],
        'ZZ',
      ),
      'p: no document of type ZZ can be approved',
    ],
    [
      'an id used twice',
      draw(
        [start, user('a'), user('a'), end],
        [
          ['s', 'a'],
          ['a', 'e'],
        ],
      ),
      'a: the id is missing or used twice',
    ],
  ])('%s', (_title, xml, complaint) => {
    expect(blamed(xml)).toContain(complaint);
  });

  test('and everything wrong is told at once, in three languages', () => {
    const { complaints } = compiled(
      draw(
        [start, { kind: 'scriptTask', id: 'x' }, user('y', { approvers: 'boss' }), end],
        [
          ['s', 'y'],
          ['y', 'e'],
        ],
      ),
    );
    expect(complaints.map(({ element }) => element).sort()).toEqual(['x', 'y']);
    for (const { reason } of complaints) expect(reason.every((text) => text !== '')).toBe(true);
  });
});

describe('a text that is no honest XML is refused', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]><lolz>&lol2;</lolz>`;
  test.each([
    ['entities of its own', bomb],
    ['a file of the house', '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><x>&f;</x>'],
    ['an unknown entity', '<x>&f;</x>'],
    ['cut off', '<x><y>'],
    ['crossed', '<x><y></x></y>'],
    ['nothing', ''],
    ['two roots', '<x/><y/>'],
    ['an undeclared prefix', '<a:x/>'],
    ['too deep', '<x>'.repeat(100) + '</x>'.repeat(100)],
  ])('%s', (_title, xml) => {
    expect(() => readXml(xml)).toThrow();
    expect(compiled(xml).complaints[0]?.reason[2]).toMatch(/not valid XML/);
  });
  test('and what is honest is read whole', () => {
    const read = readXml(
      '\ufeff<?xml version="1.0"?><!-- c --><a xmlns="u" xmlns:p="v" p:k="1 &lt; 2" j=\'&#x4e2d;\'>t<![CDATA[<raw>]]><p:b/></a>',
    );
    expect(read).toEqual({
      namespace: 'u',
      name: 'a',
      attributes: { '{v}k': '1 < 2', j: '中' },
      text: 't<raw>',
      children: [{ namespace: 'v', name: 'b', attributes: {}, children: [], text: '' }],
    });
  });
});

describe('a model that can get stuck is found before anybody waits in it', () => {
  const gate = (kind: string, id: string, defaultFlow?: string): DrawnNode => ({
    kind,
    id,
    ...(defaultFlow === undefined ? {} : { defaultFlow }),
  });
  const soundness = (xml: string) => {
    const { graph, complaints } = compiled(xml);
    if (graph === null) throw new Error(JSON.stringify(complaints));
    return checkSoundness(graph);
  };
  test('a choice that is joined as if both were taken', () => {
    const found = soundness(
      draw(
        [start, user('a'), gate('exclusiveGateway', 'x', 'd'), user('b'), user('c'), gate('parallelGateway', 'j'), end],
        [
          ['s', 'a'],
          ['a', 'x'],
          ['x', 'b', { when: 'amount > 1' }],
          ['x', 'c', { id: 'd' }],
          ['b', 'j'],
          ['c', 'j'],
          ['j', 'e'],
        ],
      ),
    );
    expect(found.complaints.map(({ element }) => element)).toContain('j');
  });
  test('branches that meet without a join', () => {
    const found = soundness(
      draw(
        [start, gate('parallelGateway', 'f'), user('a'), user('b'), gate('exclusiveGateway', 'm'), user('z'), end],
        [
          ['s', 'f'],
          ['f', 'a'],
          ['f', 'b'],
          ['a', 'm'],
          ['b', 'm'],
          ['m', 'z'],
          ['z', 'e'],
        ],
      ),
    );
    expect(found.complaints.map(({ element }) => element)).toContain('z');
  });
  test('a step that no way leads to', () => {
    const found = soundness(
      draw(
        [start, user('a'), gate('exclusiveGateway', 'm'), user('z'), end],
        [
          ['s', 'a'],
          ['a', 'e'],
          ['m', 'z'],
          ['z', 'm'],
        ],
      ),
    );
    expect(found.complaints.map(({ element }) => element)).toEqual(['z']);
  });
  test('a model too wide to look at whole is looked at as far as a second goes', () => {
    const many = Array.from({ length: 20 }, (_none, i) => `u${i}`);
    const cpu = cpuWatch();
    const found = soundness(
      draw(
        [start, gate('parallelGateway', 'f'), ...many.map((id) => user(id)), gate('parallelGateway', 'j'), end],
        [
          ['s', 'f'],
          ['j', 'e'],
          ...many.flatMap((id): DrawnFlow[] => [
            ['f', id],
            [id, 'j'],
          ]),
        ],
      ),
    );
    expect(found).toMatchObject({ complaints: [], isComplete: false });
    expect(found.states).toBeGreaterThan(10_000);
    expect(cpu()).toBeLessThan(3000);
  });
});

test('a good model, broken at random 5,000 times, is refused or harmless, never slower than a second', () => {
  const good = draw(
    [
      start,
      user('a', { signing: { isSequential: false, until: 'nrOfCompleted >= 1' } }),
      { kind: 'exclusiveGateway', id: 'g', defaultFlow: 'd' },
      user('b'),
      end,
    ],
    [
      ['s', 'a'],
      ['a', 'g'],
      ['g', 'b', { when: 'amount > 10' }],
      ['g', 'e', { id: 'd' }],
      ['b', 'e'],
    ],
  );
  const pieces = [
    '<bpmn:scriptTask id="x"><bpmn:script>process.exit()</bpmn:script></bpmn:scriptTask>',
    '&evil;',
    '<!ENTITY a "b">',
    '"',
    '>',
    '</bpmn:process>',
    'sourceRef="s"',
    'id="a"',
    '${1}',
    '\u0000',
    '<'.repeat(50),
    'amount > 1 or '.repeat(40),
    '((((',
    '<bpmn:userTask id="z" camunda:candidateGroups="user:00000000-0000-4000-8000-000000000000"/>',
    '__proto__',
    'constructor',
  ];
  let slowest = 0;
  fc.assert(
    fc.property(
      fc.nat(good.length),
      fc.nat(60),
      fc.constantFrom(...pieces),
      fc.nat(good.length),
      (at, length, piece, copy) => {
        const xml = good.slice(0, at) + piece + good.slice(at + length) + (copy % 7 === 0 ? good.slice(copy) : '');
        const cpu = cpuWatch();
        const { graph, complaints } = compiled(xml);
        if (graph !== null) checkSoundness(graph);
        slowest = Math.max(slowest, cpu());
        expect(graph === null).toBe(complaints.length > 0);
      },
    ),
    { numRuns: 5000 },
  );
  expect(slowest).toBeLessThan(1000);
});
