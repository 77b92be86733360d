import { bpmnKinds } from './compile.ts';
import type { NodeKind } from './graph.ts';
import { childNamed, childrenNamed, readXml, XmlFault, type Element } from './xml.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export type Point = readonly [x: number, y: number];
export interface Layout {
  readonly boxes: ReadonlyMap<string, Box>;
  readonly lines: ReadonlyMap<string, readonly Point[]>;
}

interface Part {
  readonly id: string;
  readonly kind: NodeKind;
  readonly scope: string;
  readonly attachedTo?: string | undefined;
  readonly name?: string | undefined;
}
interface Joint {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

const gap = { column: 60, row: 40, inside: 40 };

/**
 * Places for elements that nobody placed: columns by how far they are from the start, ways that split below each other.
 */
export function layoutOf(parts: readonly Part[], joints: readonly Joint[]): Layout {
  const ground: Ground = { parts, joints, boxes: new Map(), plans: new Map() };
  place(ground, '', [0, 0]);
  const boxes = ground.boxes;
  const below = Math.max(0, ...[...boxes.values()].map(({ y, height }) => y + height));
  return {
    boxes,
    lines: new Map(
      joints.flatMap((joint): [string, readonly Point[]][] => {
        const way = wayOf(joint, { parts, boxes, below });
        return way === null ? [] : [[joint.id, way]];
      }),
    ),
  };
}

interface Ground {
  readonly parts: readonly Part[];
  readonly joints: readonly Joint[];
  readonly boxes: Map<string, Box>;
  readonly plans: Map<string, Plan>;
}
/** One scope by itself, its left upper corner at nought. Each is planned once: sub-processes stand in each other. */
interface Plan {
  readonly own: readonly Part[];
  readonly boxes: ReadonlyMap<string, Box>;
  readonly width: number;
  readonly height: number;
}

function place(ground: Ground, scope: string, [left, top]: Point): void {
  const { parts, boxes } = ground;
  const plan = planOf(ground, scope);
  for (const { id, kind } of plan.own) {
    const { x, y, width, height } = plan.boxes.get(id) ?? { x: 0, y: 0, width: 0, height: 0 };
    const box = { x: left + x, y: top + y, width, height };
    boxes.set(id, box);
    if (kind === 'sub') place(ground, id, [box.x + gap.inside, box.y + gap.inside]);
    for (const [i, timer] of parts.filter(({ attachedTo }) => attachedTo === id).entries())
      boxes.set(timer.id, { x: box.x + box.width - 30 - i * 44, y: box.y + box.height - 18, width: 36, height: 36 });
  }
}

function planOf(ground: Ground, scope: string): Plan {
  const known = ground.plans.get(scope);
  if (known !== undefined) return known;
  const own = ground.parts.filter((part) => part.scope === scope && part.attachedTo === undefined);
  const columns = columnsOf(ground, own);
  const rows = rowsOf(ground, own, columns);
  const sizes = new Map(own.map((part) => [part.id, sizeOf(ground, part)]));
  const [across, down] = [edgesOf(columns, sizes, 0), edgesOf(rows, sizes, 1)];
  const boxes = new Map(
    own.map(({ id }): [string, Box] => {
      const [width, height] = sizes.get(id) ?? [0, 0];
      const [[x, room], [y, tall]] = [
        across[columns.get(id) ?? 0] ?? [0, width],
        down[rows.get(id) ?? 0] ?? [0, height],
      ];
      return [id, { x: x + (room - width) / 2, y: y + (tall - height) / 2, width, height }];
    }),
  );
  const end = (edges: readonly Point[]): number => {
    const [at, size] = edges.at(-1) ?? [0, 0];
    return at + size;
  };
  const plan = { own, boxes, width: end(across), height: end(down) };
  ground.plans.set(scope, plan);
  return plan;
}

/** Where each column (side 0) or row (side 1) begins, and how wide it is. */
function edgesOf(which: ReadonlyMap<string, number>, sizes: ReadonlyMap<string, Point>, side: 0 | 1): readonly Point[] {
  const widths: number[] = [];
  for (const [id, at] of which) widths[at] = Math.max(widths[at] ?? 0, sizes.get(id)?.[side] ?? 0);
  let from = 0;
  return widths.map((width): Point => {
    const at = from;
    from += width + (side === 0 ? gap.column : gap.row);
    return [at, width];
  });
}

function sizeOf(ground: Ground, { id, kind }: Part): Point {
  switch (kind) {
    case 'start':
    case 'end':
    case 'timer':
    case 'boundary':
      return [36, 36];
    case 'xor':
    case 'and':
    case 'or':
      return [50, 50];
    case 'sub': {
      const { width, height } = planOf(ground, id);
      return [Math.max(100, width + 2 * gap.inside), Math.max(80, height + 2 * gap.inside)];
    }
    case 'user':
    case 'service':
    case 'pass':
      return [110, 80];
  }
}

/** The longest way from the start decides, so that nothing stands before what leads to it; ways back do not count. */
function columnsOf({ parts, joints }: Ground, own: readonly Part[]): Map<string, number> {
  const ids = new Set(own.map(({ id }) => id));
  const hosts = new Map(
    parts.flatMap(({ id, attachedTo }) => (attachedTo === undefined ? [] : [[id, attachedTo] as const])),
  );
  const next = Map.groupBy(
    joints
      .map(({ from, to }) => ({ from: hosts.get(from) ?? from, to }))
      .filter(({ from, to }) => ids.has(from) && ids.has(to)),
    ({ from }) => from,
  );
  const order: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const forward: { from: string; to: string }[] = [];
  // A drawing may be a thousand steps deep: walked with a list of our own and not by calls.
  const startsFirst = own.toSorted((a, b) => Number(b.kind === 'start') - Number(a.kind === 'start')); // not money
  for (const { id: root } of startsFirst) {
    const stack: [id: string, at: number][] = state.has(root) ? [] : [[root, 0]];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const [id, at] = top;
      state.set(id, 'open');
      const step = next.get(id)?.[at];
      if (step === undefined) {
        state.set(id, 'done');
        order.push(id);
        stack.pop();
        continue;
      }
      top[1] += 1;
      if (state.get(step.to) === 'open') continue;
      forward.push(step);
      if (!state.has(step.to)) stack.push([step.to, 0]);
    }
  }
  const columns = new Map(own.map(({ id }) => [id, 0]));
  const onward = Map.groupBy(forward, ({ from }) => from);
  for (const id of order.toReversed())
    for (const { to } of onward.get(id) ?? [])
      columns.set(to, Math.max(columns.get(to) ?? 0, (columns.get(id) ?? 0) + 1));
  return columns;
}

/** Beside whatever leads to it where there is room, else below. */
function rowsOf(
  { parts, joints }: Ground,
  own: readonly Part[],
  columns: ReadonlyMap<string, number>,
): Map<string, number> {
  const hosts = new Map(
    parts.flatMap(({ id, attachedTo }) => (attachedTo === undefined ? [] : [[id, attachedTo] as const])),
  );
  const before = Map.groupBy(joints, ({ to }) => to);
  const rows = new Map<string, number>();
  const taken = new Set<string>();
  for (const { id } of own.toSorted((a, b) => (columns.get(a.id) ?? 0) - (columns.get(b.id) ?? 0))) {
    const leading = (before.get(id) ?? []).flatMap(({ from }) => rows.get(hosts.get(from) ?? from) ?? []);
    let row = leading.length === 0 ? 0 : Math.min(...leading);
    while (taken.has(`${columns.get(id)} ${row}`)) row += 1;
    taken.add(`${columns.get(id)} ${row}`);
    rows.set(id, row);
  }
  return rows;
}

/** The first of the usual ways that leads through nothing else; else round below everything. */
function wayOf(
  { from, to }: Joint,
  {
    parts,
    boxes,
    below,
  }: { readonly parts: readonly Part[]; readonly boxes: ReadonlyMap<string, Box>; readonly below: number },
): readonly Point[] | null {
  const [a, b] = [boxes.get(from), boxes.get(to)];
  if (a === undefined || b === undefined) return null;
  const kindOf = (id: string): NodeKind | undefined => parts.find((part) => part.id === id)?.kind;
  const scope = parts.find((part) => part.id === from)?.scope;
  const others = parts
    .filter((part) => part.scope === scope && part.id !== from && part.id !== to && part.attachedTo === undefined)
    .flatMap(({ id }) => boxes.get(id) ?? []);
  const isGate = (id: string): boolean => ['xor', 'and', 'or', 'boundary'].includes(kindOf(id) ?? '');
  const [under, over] = [Math.max(a.y + a.height, b.y + b.height) + 22, Math.min(a.y, b.y) - 22];
  const onward = onwardFrom(a, b, { leaves: isGate(from), enters: isGate(to) });
  const round = (y: number): readonly Point[] => roundBy(a, b, y);
  const ways =
    kindOf(from) === 'boundary' ? [...onward.slice(0, 1), round(under)] : [...onward, round(under), round(over)];
  return ways.find((way) => isFree(way, others)) ?? round(below + 22);
}

const middleOf = ({ x, y, width, height }: Box): Point => [x + width / 2, y + height / 2];

/** Down or up to a height where nothing stands, along it, and back. */
function roundBy(a: Box, b: Box, y: number): readonly Point[] {
  const [[ax, ay], [bx, by]] = [middleOf(a), middleOf(b)];
  return [
    [ax, y > ay ? a.y + a.height : a.y],
    [ax, y],
    [bx, y],
    [bx, y > by ? b.y + b.height : b.y],
  ];
}

/** Ways from the left to the right, the plainest first. A gateway may be left and entered above and below, too. */
function onwardFrom(
  a: Box,
  b: Box,
  { leaves, enters }: { readonly leaves: boolean; readonly enters: boolean },
): readonly (readonly Point[])[] {
  const [[ax, ay], [bx, by]] = [middleOf(a), middleOf(b)];
  const [right, left] = [a.x + a.width, b.x];
  if (left < right) return [];
  if (Math.abs(ay - by) < 1)
    return [
      [
        [right, ay],
        [left, by],
      ],
    ];
  const bentAt = (x: number): readonly Point[] => [
    [right, ay],
    [x, ay],
    [x, by],
    [left, by],
  ];
  const down: readonly Point[] = [
    [ax, by > ay ? a.y + a.height : a.y],
    [ax, by],
    [left, by],
  ];
  const along: readonly Point[] = [
    [right, ay],
    [bx, ay],
    [bx, by > ay ? b.y : b.y + b.height],
  ];
  return [...(leaves ? [down] : []), ...(enters ? [along] : []), bentAt(left - 25), bentAt(right + 25)];
}

/** Lines run along the axes: a piece of one leads through a box or beside it. */
function isFree(way: readonly Point[], boxes: readonly Box[]): boolean {
  return way.slice(1).every(([x2, y2], i) => {
    const [x1, y1] = way[i] ?? [x2, y2];
    return !boxes.some(
      ({ x, y, width, height }) =>
        Math.max(x1, x2) > x - 4 &&
        Math.min(x1, x2) < x + width + 4 &&
        Math.max(y1, y2) > y - 4 &&
        Math.min(y1, y2) < y + height + 4,
    );
  });
}

const bpmn = 'http://www.omg.org/spec/BPMN/20100524/MODEL';

/**
 * A drawing that came without places gets some: a drawing tool shows nothing of it otherwise. What cannot be read is
 * handed on as it is.
 */
export function withPlaces(xml: string): string {
  let root: Element;
  try {
    root = readXml(xml);
  } catch (error) {
    if (error instanceof XmlFault) return xml;
    throw error;
  }
  const process = childrenNamed(root, 'process').find(({ namespace }) => namespace === bpmn);
  const end = xml.lastIndexOf('</');
  if (process === undefined || end < 0 || childNamed(root, 'BPMNDiagram') !== undefined) return xml;
  const parts: Part[] = [];
  const joints: Joint[] = [];
  gather(process, '', parts, joints);
  const { boxes, lines } = layoutOf(parts, joints);
  const key = process.attributes['id'] ?? 'process';
  const known = (id: string): boolean => /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(id);
  const shapes = parts
    .filter(({ id }) => known(id))
    .map(({ id, kind, name = '' }) => {
      const { x, y, width, height } = boxes.get(id) ?? { x: 0, y: 0, width: 36, height: 36 };
      const more = kind === 'sub' ? ' isExpanded="true"' : kind === 'xor' ? ' isMarkerVisible="true"' : '';
      const labelAt = name === '' ? undefined : labelOver(kind, { y, height });
      const label =
        labelAt === undefined
          ? ''
          : `<bpmndi:BPMNLabel><dc:Bounds x="${x + width / 2 - 45}" y="${labelAt}" width="90" height="14"/>` +
            '</bpmndi:BPMNLabel>';
      return (
        `<bpmndi:BPMNShape id="${id}_di" bpmnElement="${id}"${more}><dc:Bounds x="${x}" y="${y}" width="${width}" ` +
        `height="${height}"/>${label}</bpmndi:BPMNShape>`
      );
    });
  const edges = joints
    .filter(({ id }) => known(id) && lines.has(id))
    .map(({ id }) => {
      const points = (lines.get(id) ?? []).map(([x, y]) => `<di:waypoint x="${x}" y="${y}"/>`);
      return `<bpmndi:BPMNEdge id="${id}_di" bpmnElement="${id}">${points.join('')}</bpmndi:BPMNEdge>`;
    });
  const diagram =
    '<bpmndi:BPMNDiagram xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" ' +
    'xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" ' +
    `id="diagram_${key}"><bpmndi:BPMNPlane id="plane_${key}" ` +
    `bpmnElement="${key}">${shapes.join('')}${edges.join('')}</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>`;
  return `${xml.slice(0, end)}${diagram}\n${xml.slice(end)}`;
}

/**
 * Ways leave a gateway at its side and below: what it asks stands above. The name of an event stands below its circle
 * and not on it.
 */
function labelOver(kind: NodeKind, { y, height }: { readonly y: number; readonly height: number }): number | undefined {
  switch (kind) {
    case 'xor':
    case 'and':
    case 'or':
      return y - 20;
    case 'start':
    case 'end':
    case 'timer':
      return y + height + 6;
    case 'boundary':
    case 'sub':
    case 'user':
    case 'service':
    case 'pass':
      return undefined;
  }
}

function gather(container: Element, scope: string, parts: Part[], joints: Joint[]): void {
  for (const { namespace, name, attributes, children, text } of container.children) {
    if (namespace !== bpmn) continue;
    const { id = '', sourceRef = '', targetRef = '', attachedToRef, name: title } = attributes;
    const kind = Object.hasOwn(bpmnKinds, name) ? bpmnKinds[name] : undefined;
    if (kind !== undefined) parts.push({ id, kind, scope, attachedTo: attachedToRef, name: title });
    if (kind === 'sub') gather({ namespace, name, attributes, children, text }, id, parts, joints);
    if (name === 'sequenceFlow') joints.push({ id, from: sourceRef, to: targetRef });
  }
}
