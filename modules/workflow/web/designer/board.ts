import Modeler from 'bpmn-js/lib/Modeler';
import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn.css';
import { language } from '#platform/web/text/language.ts';
import { withPlaces } from '#workflow/model/engine/layout.ts';
import { camundaModdle, listOf, partOf, textOf, type Moddle, type Shape } from './moddle.ts';
import { limitedTools } from './tools.ts';
import { translatedIn } from './translation.ts';

interface Events {
  on(events: string | readonly string[], listener: (event: { newSelection?: readonly Shape[] }) => void): void;
}
interface Canvas {
  addMarker(id: string, marker: string): void;
  removeMarker(id: string, marker: string): void;
  scrollToElement(id: string): void;
  getRootElement(): Shape;
  viewbox(): { readonly inner: Required<Area>; readonly outer: Area };
  viewbox(area: Area & { readonly x: number; readonly y: number }): void;
}
interface Area {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
}
interface Modeling {
  updateProperties(shape: Shape, values: Readonly<Record<string, unknown>>): void;
  updateModdleProperties(shape: Shape, part: Moddle, values: Readonly<Record<string, unknown>>): void;
  createShape(shape: unknown, at: { x: number; y: number }, host: Shape, options: { attach: boolean }): Shape;
}
interface Registry {
  get(id: string): Shape | undefined;
}
interface Stack {
  undo(): void;
  redo(): void;
  canUndo(): boolean;
  canRedo(): boolean;
}
interface Choosing {
  select(shape: Shape | null): void;
  get(): readonly Shape[];
}
interface Factory {
  create(type: string, values: Readonly<Record<string, unknown>>): Moddle;
  createShape(values: Readonly<Record<string, unknown>>): unknown;
}

/**
 * The drawing tool with the few things that the page asks of it. It outlives being hidden: what was drawn and what can
 * be undone stay.
 */
export interface Board {
  /** Draws on, where the page shows it. */
  readonly attach: (ground: HTMLElement) => void;
  readonly detach: () => void;
  readonly destroy: () => void;
  /**
   * Null, or why the text cannot be shown. The process is called by the key of its model, whatever the file calls it.
   */
  readonly load: (xml: string, key: string) => Promise<string | null>;
  readonly xml: () => Promise<string>;
  /** What the panel is about: the one element that is chosen, else the process. */
  readonly subject: () => Shape | null;
  readonly shapeAt: (id: string) => Shape | undefined;
  readonly choose: (id: string) => void;
  /** Element ids with faults; those of before are cleared. */
  readonly mark: (ids: readonly string[]) => void;
  readonly set: (shape: Shape, values: Readonly<Record<string, unknown>>) => void;
  /** A value beside the element; empty removes it. */
  readonly setProperty: (shape: Shape, name: string, value: string) => void;
  readonly create: (type: string, values: Readonly<Record<string, unknown>>) => Moddle;
  /** Hangs a timer on a step. */
  readonly addTimer: (step: Shape) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly fit: () => void;
  /** Counted on by every change and choice. */
  readonly version: () => number;
  /** Counted on by changes of the drawing alone. */
  readonly changes: () => number;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Pixels that the palette covers on the left; a drawing begins beside it. */
const palette = 120;

export function openBoard(): Board {
  const modeler = new Modeler({
    moddleExtensions: { camunda: camundaModdle },
    additionalModules: [limitedTools, { translate: ['value', translatedIn(language())] }],
  });
  const parts = partsOf(modeler);
  const { canvas, modeling, stack } = parts;
  const counting = countedBy(parts.events);
  let isFitted = false;
  const fit = (): void => {
    fitIn(canvas);
  };
  return {
    attach(ground) {
      modeler.attachTo(ground);
      // Measured while nobody saw it, the drawing had no size to fit into.
      if (!isFitted) fit();
      isFitted = true;
    },
    detach: () => {
      modeler.detach();
    },
    destroy: () => {
      modeler.destroy();
    },
    async load(xml, key) {
      try {
        const { warnings } = await modeler.importXML(withPlaces(xml));
        const root = canvas.getRootElement();
        if (root.businessObject.$type !== 'bpmn:Process') return 'process';
        if (root.businessObject.id !== key) modeling.updateProperties(root, { id: key });
        fit();
        return warnings.length > 1000 ? 'warnings' : null;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
    xml: async () => (await modeler.saveXML({ format: true })).xml ?? '',
    ...choosing(modeler, parts),
    ...changing(parts),
    undo: () => {
      stack.undo();
    },
    redo: () => {
      stack.redo();
    },
    get canUndo() {
      return stack.canUndo();
    },
    get canRedo() {
      return stack.canRedo();
    },
    fit,
    ...counting,
  };
}

interface Parts {
  readonly events: Events;
  readonly canvas: Canvas;
  readonly modeling: Modeling;
  readonly registry: Registry;
  readonly stack: Stack;
  readonly selection: Choosing;
  readonly moddle: Factory;
  readonly elements: Factory;
}
const partsOf = (modeler: Modeler): Parts => ({
  events: modeler.get<Events>('eventBus'),
  canvas: modeler.get<Canvas>('canvas'),
  modeling: modeler.get<Modeling>('modeling'),
  registry: modeler.get<Registry>('elementRegistry'),
  stack: modeler.get<Stack>('commandStack'),
  selection: modeler.get<Choosing>('selection'),
  moddle: modeler.get<Factory>('bpmnFactory'),
  elements: modeler.get<Factory>('elementFactory'),
});

function countedBy(events: Events): Pick<Board, 'version' | 'changes' | 'subscribe'> {
  const listeners = new Set<() => void>();
  let [version, changes] = [0, 0];
  const tell = (): void => {
    version += 1;
    for (const listener of listeners) listener();
  };
  events.on(['selection.changed', 'import.done'], tell);
  events.on('commandStack.changed', () => {
    changes += 1;
    tell();
  });
  return {
    version: () => version,
    changes: () => changes,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** The whole drawing beside the palette, never larger than it was drawn. */
function fitIn(canvas: Canvas): void {
  const { inner, outer } = canvas.viewbox();
  if (!(inner.width > 0 && outer.width > palette + 40)) return;
  const scale = Math.min(1, (outer.width - palette - 40) / inner.width, (outer.height - 80) / inner.height);
  const [width, height] = [outer.width / scale, outer.height / scale];
  canvas.viewbox({
    x: inner.x - Math.max(palette / scale, (width - inner.width) / 2),
    y: inner.y - (height - inner.height) / 2,
    width,
    height,
  });
}

function choosing(
  modeler: Modeler,
  { canvas, registry, selection }: Parts,
): Pick<Board, 'subject' | 'shapeAt' | 'choose' | 'mark'> {
  let marked: readonly string[] = [];
  return {
    subject: () => {
      const chosen = selection.get();
      const [only] = chosen;
      return chosen.length > 1
        ? null
        : (only?.labelTarget ?? only ?? (modeler.getDefinitions() === undefined ? null : canvas.getRootElement()));
    },
    shapeAt: (id) => registry.get(id),
    choose(id) {
      const shape = registry.get(id);
      if (shape === undefined || shape === canvas.getRootElement()) {
        selection.select(null);
        return;
      }
      canvas.scrollToElement(id);
      selection.select(shape);
    },
    mark(ids) {
      for (const id of marked) if (registry.get(id) !== undefined) canvas.removeMarker(id, 'fault');
      marked = ids.filter((id) => registry.get(id) !== undefined);
      for (const id of marked) canvas.addMarker(id, 'fault');
    },
  };
}

function changing({
  modeling,
  moddle,
  elements,
  selection,
}: Parts): Pick<Board, 'set' | 'setProperty' | 'create' | 'addTimer'> {
  return {
    set: (shape, values) => {
      modeling.updateProperties(shape, values);
    },
    setProperty(shape, name, value) {
      const { businessObject } = shape;
      const values = listOf(partOf(businessObject, 'extensionElements'), 'values');
      const properties = values
        .filter(({ $type }) => $type === 'camunda:Properties')
        .flatMap((list) => listOf(list, 'values'))
        .filter((each) => textOf(each, 'name') !== name);
      const next = value === '' ? properties : [...properties, moddle.create('camunda:Property', { name, value })];
      const rest = values.filter(({ $type }) => $type !== 'camunda:Properties');
      const all = next.length === 0 ? rest : [...rest, moddle.create('camunda:Properties', { values: next })];
      modeling.updateProperties(shape, {
        extensionElements: all.length === 0 ? undefined : moddle.create('bpmn:ExtensionElements', { values: all }),
      });
    },
    create: (type, values) => moddle.create(type, values),
    addTimer(step) {
      const timer = elements.createShape({
        type: 'bpmn:BoundaryEvent',
        eventDefinitionType: 'bpmn:TimerEventDefinition',
      });
      const made = modeling.createShape(timer, { x: step.x + step.width - 20, y: step.y + step.height }, step, {
        attach: true,
      });
      selection.select(made);
    },
  };
}

/** A model that nobody has drawn on yet. */
export const emptyDrawing = (key: string, name: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions
  xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"
  xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI"
  xmlns:dc="http://www.omg.org/spec/DD/20100524/DC"
  id="definitions"
  targetNamespace="http://qudao/bpmn">
<bpmn:process id="${key}" name="${name.replace(/[&<>"]/g, '')}" isExecutable="true">
  <bpmn:startEvent id="start"/>
</bpmn:process>
<bpmndi:BPMNDiagram id="diagram">
  <bpmndi:BPMNPlane id="plane" bpmnElement="${key}">
    <bpmndi:BPMNShape id="start_di" bpmnElement="start">
      <dc:Bounds x="160" y="160" width="36" height="36"/>
    </bpmndi:BPMNShape>
  </bpmndi:BPMNPlane>
</bpmndi:BPMNDiagram>
</bpmn:definitions>`;
