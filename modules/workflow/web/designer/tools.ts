import type { Shape } from './moddle.ts';

type Entries = Record<string, Entry>;
interface Entry {
  readonly group?: string;
  readonly className?: string;
  readonly title?: string;
  readonly action?: unknown;
  readonly separator?: boolean;
}
interface Offers {
  registerProvider(priority: number, provider: object): void;
}
interface Menu {
  registerProvider(id: string, priority: number, provider: object): void;
}
interface Factory {
  createShape(values: Readonly<Record<string, unknown>>): unknown;
}
interface Creating {
  start(event: Event, shape: unknown, context?: Readonly<Record<string, unknown>>): void;
}
interface Placing {
  append(source: Shape, shape: unknown): void;
}
type Translate = (text: string) => string;

/** After the tool's own providers: what they offer is taken away, not added to. */
const late = 500;

const drawn = [
  ['create.user-task', 'activity', 'bpmn-icon-user-task', 'Create user task', { type: 'bpmn:UserTask' }],
  [
    'create.exclusive-gateway',
    'gateway',
    'bpmn-icon-gateway-xor',
    'Create exclusive gateway',
    { type: 'bpmn:ExclusiveGateway' },
  ],
  [
    'create.parallel-gateway',
    'gateway',
    'bpmn-icon-gateway-parallel',
    'Create parallel gateway',
    { type: 'bpmn:ParallelGateway' },
  ],
  [
    'create.inclusive-gateway',
    'gateway',
    'bpmn-icon-gateway-or',
    'Create inclusive gateway',
    { type: 'bpmn:InclusiveGateway' },
  ],
  [
    'create.timer',
    'event',
    'bpmn-icon-intermediate-event-catch-timer',
    'Create timer',
    { type: 'bpmn:IntermediateCatchEvent', eventDefinitionType: 'bpmn:TimerEventDefinition' },
  ],
] as const;
const keptInPalette: ReadonlySet<string> = new Set([
  'hand-tool',
  'lasso-tool',
  'space-tool',
  'global-connect-tool',
  'tool-separator',
  'create.start-event',
  'create.end-event',
  'create.subprocess-expanded',
]);
const keptInPad: ReadonlySet<string> = new Set([
  'append.end-event',
  'append.text-annotation',
  'connect',
  'delete',
  'replace',
]);
/** What compile() takes, by the names of the tool's own entries. */
const keptInMenu: ReadonlySet<string> = new Set([
  'replace-with-none-start',
  'replace-with-none-end',
  'replace-with-terminate-end',
  'replace-with-user-task',
  'replace-with-task',
  'replace-with-service-task',
  'replace-with-send-task',
  'replace-with-manual-task',
  'replace-with-exclusive-gateway',
  'replace-with-parallel-gateway',
  'replace-with-inclusive-gateway',
  'replace-with-timer-intermediate-catch',
  'replace-with-timer-boundary',
  'replace-with-non-interrupting-timer-boundary',
  'replace-with-expanded-subprocess',
  'replace-with-sequence-flow',
  'replace-with-default-flow',
  'replace-with-conditional-flow',
]);
const keptInHeader: ReadonlySet<string> = new Set(['toggle-parallel-mi', 'toggle-sequential-mi']);

const only =
  (kept: ReadonlySet<string>) =>
  (entries: Entries): Entries =>
    Object.fromEntries(Object.entries(entries).filter(([name]) => kept.has(name)));

function limitPalette(palette: Offers, create: Creating, elementFactory: Factory, translate: Translate): void {
  palette.registerProvider(late, {
    getPaletteEntries:
      () =>
      (entries: Entries): Entries => ({
        ...only(keptInPalette)(entries),
        ...Object.fromEntries(
          drawn.map(([name, group, className, title, shape]) => {
            const begin = (event: Event): void => {
              create.start(event, elementFactory.createShape(shape));
            };
            return [name, { group, className, title: translate(title), action: { dragstart: begin, click: begin } }];
          }),
        ),
      }),
  });
}
limitPalette.$inject = ['palette', 'create', 'elementFactory', 'translate'];

const appended = drawn.filter(
  ([name]) => name === 'create.user-task' || name === 'create.exclusive-gateway' || name === 'create.timer',
);

function limitPad(
  contextPad: Offers,
  create: Creating,
  elementFactory: Factory,
  autoPlace: Placing,
  translate: Translate,
): void {
  contextPad.registerProvider(late, {
    getMultiElementContextPadEntries: () => only(keptInPad),
    getContextPadEntries:
      ({ type }: Shape) =>
      (entries: Entries): Entries => ({
        // An end has nothing after it, and what the tool would not append to gets nothing from us either.
        ...(entries['append.append-task'] === undefined
          ? {}
          : Object.fromEntries(
              appended.map(([name, , className, title, shape]) => [
                name.replace('create.', 'append.'),
                {
                  group: 'model',
                  className,
                  title: translate(title.replace('Create', 'Append')),
                  action: {
                    click: (_event: Event, source: Shape) => {
                      autoPlace.append(source, elementFactory.createShape(shape));
                    },
                    dragstart: (event: Event, source: Shape) => {
                      create.start(event, elementFactory.createShape(shape), { source });
                    },
                  },
                },
              ]),
            )),
        ...only(type === 'label' ? new Set(['delete']) : keptInPad)(entries),
      }),
  });
}
limitPad.$inject = ['contextPad', 'create', 'elementFactory', 'autoPlace', 'translate'];

function limitMenu(popupMenu: Menu): void {
  popupMenu.registerProvider('bpmn-replace', late, {
    getPopupMenuEntries: () => only(keptInMenu),
    getPopupMenuHeaderEntries: ({ type }: Shape) =>
      type === 'bpmn:UserTask' ? only(keptInHeader) : (): Entries => ({}),
  });
}
limitMenu.$inject = ['popupMenu'];

/**
 * Palette, context pad and menu offer what runs here and nothing else: nobody draws an hour to be refused at the end.
 */
export const limitedTools = {
  __init__: ['limitedPalette', 'limitedPad', 'limitedMenu'],
  limitedPalette: ['type', limitPalette],
  limitedPad: ['type', limitPad],
  limitedMenu: ['type', limitMenu],
};
