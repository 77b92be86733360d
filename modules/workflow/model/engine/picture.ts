import { escapeXml } from './drawing.ts';
import { nodeAt, type Graph, type GraphNode } from './graph.ts';
import { layoutOf, type Box, type Layout, type Point } from './layout.ts';
import { childNamed, childrenNamed, readXml, type Element } from './xml.ts';

/** A process as a picture: drawn where its author drew it, or in columns where nobody did. */
export interface Marked {
  readonly active: ReadonlySet<string>;
  readonly done: ReadonlySet<string>;
}

export function drawPicture(graph: Graph, xml: string, { active, done }: Marked): string {
  const layout = drawnLayout(graph, xml) ?? layoutOf([...graph.nodes.values()], [...graph.flows.values()]);
  const boxes = [...layout.boxes.values()];
  const points = [...layout.lines.values()].flat();
  const left = Math.min(...boxes.map(({ x }) => x), ...points.map(([x]) => x)) - 20;
  const top = Math.min(...boxes.map(({ y }) => y), ...points.map(([, y]) => y)) - 20;
  const right = Math.max(...boxes.map(({ x, width }) => x + width), ...points.map(([x]) => x)) + 20;
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height), ...points.map(([, y]) => y)) + 40;
  const lines = [...layout.lines].map(([id, way]) => {
    const points = way.map(([x, y]) => `${round(x)},${round(y)}`).join(' ');
    const stroke = isDone(graph, id, done) ? '#389e0d' : '#8c8c8c';
    return `<polyline points="${points}" fill="none" stroke="${stroke}" stroke-width="1.5" marker-end="url(#tip)"/>`;
  });
  const shapes = [...layout.boxes].map(([id, box]) =>
    shapeOf(nodeAt(graph, id), box, active.has(id) ? 'active' : done.has(id) ? 'done' : 'plain'),
  );
  const [width, height] = [round(right - left), round(bottom - top)];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${round(left)} ${round(top)} ${width} ${height}" ` +
    `width="${width}" height="${height}" font-family="'PingFang SC','Microsoft YaHei','Noto Sans CJK ` +
    `SC',sans-serif" font-size="12"><defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" ` +
    'markerHeight="7" orient="auto"><path d="M0 0 10 5 0 10z" fill="#8c8c8c"/></marker></defs><rect ' +
    `x="${round(left)}" y="${round(top)}" width="${width}" height="${height}" ` +
    `fill="#fff"/>${lines.join('')}${shapes.join('')}</svg>`
  );
}

const round = (figure: number): number => Math.round(figure * 10) / 10;
const isDone = (graph: Graph, flow: string, done: ReadonlySet<string>): boolean => {
  const { from = '', to = '' } = graph.flows.get(flow) ?? {};
  return done.has(from) && done.has(to);
};

const colours = {
  active: ['#fff1b8', '#fa8c16', 3],
  done: ['#f6ffed', '#389e0d', 1.5],
  plain: ['#fff', '#595959', 1.5],
} as const;

const signs = { xor: '×', and: '+', or: '○' } as const;

function shapeOf(node: GraphNode, { x, y, width, height }: Box, look: keyof typeof colours): string {
  const [fill, stroke, thick] = colours[look];
  const paint = `fill="${fill}" stroke="${stroke}" stroke-width="${thick}" data-element="${escapeXml(node.id)}"`;
  const [cx, cy] = [round(x + width / 2), round(y + height / 2)];
  const title = node.name === node.id && node.kind !== 'user' ? '' : node.name;
  switch (node.kind) {
    case 'start':
    case 'end':
    case 'timer':
    case 'boundary':
      return [
        `<circle cx="${cx}" cy="${cy}" r="${round(width / 2)}" ${paint}/>`,
        node.kind === 'end'
          ? `<circle cx="${cx}" cy="${cy}" r="${round(width / 2 - 4)}" fill="none" stroke="${stroke}"/>`
          : '',
        label(title, cx, round(y + height + 14)),
      ].join('');
    case 'xor':
    case 'and':
    case 'or':
      return [
        `<polygon points="${cx},${round(y)} ${round(x + width)},${cy} ${cx},${round(y + height)} ${round(x)},${cy}" `,
        `${paint}/><text x="${cx}" y="${round(cy + 6)}" text-anchor="middle" font-size="18">${signs[node.kind]}</text>`,
        label(title, cx, round(y - 6), 'above'),
      ].join('');
    default:
      return [
        `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="8" ${paint}/>`,
        node.kind === 'sub' ? label(title, cx, round(y + 16)) : label(title, cx, cy, 'centred'),
      ].join('');
  }
}

/**
 * A name is broken into lines that fit: eight Chinese letters, or twice as many Latin ones. A line of the drawing that
 * runs behind it leaves room for it.
 */
function label(text: string, x: number, y: number, stands: 'below' | 'above' | 'centred' = 'below'): string {
  if (text === '') return '';
  const lines: string[] = [];
  let line = '';
  let length = 0;
  for (const letter of text.slice(0, 60)) {
    const size = letter.charCodeAt(0) > 255 ? 2 : 1;
    if (length + size > 15) {
      lines.push(line);
      line = '';
      length = 0;
    }
    line += letter;
    length += size;
  }
  lines.push(line);
  const first =
    stands === 'centred' ? y + 4 - (lines.length - 1) * 8 : stands === 'above' ? y - (lines.length - 1) * 16 : y;
  const halo = stands === 'centred' ? '' : ' stroke="#fff" stroke-width="4" paint-order="stroke"';
  const look = `text-anchor="middle" fill="#262626"${halo}`;
  return lines
    .map((each, i) => `<text x="${x}" y="${round(first + i * 16)}" ${look}>${escapeXml(each)}</text>`)
    .join('');
}

function drawnLayout(graph: Graph, xml: string): Layout | null {
  const plane = childNamed(childNamed(readXml(xml), 'BPMNDiagram') ?? nothing, 'BPMNPlane') ?? nothing;
  const boxes = new Map<string, Box>();
  const lines = new Map<string, readonly Point[]>();
  for (const shape of childrenNamed(plane, 'BPMNShape')) {
    const [id = '', bounds] = [shape.attributes['bpmnElement'], childNamed(shape, 'Bounds')];
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((key) => figure(bounds?.attributes[key]));
    if (graph.nodes.has(id) && x !== undefined && y !== undefined && width !== undefined && height !== undefined)
      boxes.set(id, { x, y, width, height });
  }
  for (const edge of childrenNamed(plane, 'BPMNEdge')) {
    const way = childrenNamed(edge, 'waypoint').map((point): Point => [
      figure(point.attributes['x']) ?? 0,
      figure(point.attributes['y']) ?? 0,
    ]);
    if (graph.flows.has(edge.attributes['bpmnElement'] ?? '') && way.length > 1)
      lines.set(edge.attributes['bpmnElement'] ?? '', way.slice(0, 50));
  }
  // Half of a drawing would hide steps: all of it, or our own.
  return boxes.size === graph.nodes.size ? { boxes, lines } : null;
}

const nothing: Element = { namespace: '', name: '', attributes: {}, children: [], text: '' };
function figure(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d{1,6}(\.\d{1,6})?$/.test(text) ? Number.parseFloat(text) : undefined; // not money
}
