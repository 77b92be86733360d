/**
 * The rooms of each floor. A floor is `platform/web` or `modules/sales/server`; a room is a folder of it, and what lies
 * on the floor itself is one, too. Rooms stand on each other: one that knows a room which knows it cannot be read,
 * tested or taken out without the other. `npm run check` refuses that; `node scripts/rooms.ts` draws the rooms from the
 * ground up (`node scripts/rooms.ts platform/web` those of one floor).
 */
import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { circles, lookAt, sourceFiles, type Look } from './boundaries.ts';

/** Files of a room, tests and style sheets among them; more are not found by looking. */
export const mostFiles = 30;

/** Floors whose rooms are not in order yet. Names leave this list, and the check says when; none enters it. */
const unfinished: readonly string[] = [];

type Known = Readonly<Pick<Look, 'imports' | 'late'>>;

/** Pure: every path of the tree, and what the sources among them import, to one sentence per violation. */
export function roomComplaints(
  paths: readonly string[],
  looks: ReadonlyMap<string, Known>,
  letPass: readonly string[] = unfinished,
): string[] {
  const floors = floorsOf(paths);
  const found = new Map(floors.map((floor) => [floor.name, complaintsOf(floor, looks)]));
  return [
    ...[...found].filter(([floor]) => !letPass.includes(floor)).flatMap(([, complaints]) => complaints),
    ...letPass
      .filter((floor) => (found.get(floor) ?? []).length === 0)
      .map((floor) => `scripts/rooms.ts: ${floor} is in order, or gone: take it off the unfinished floors`),
  ];
}

function complaintsOf(floor: Floor, looks: ReadonlyMap<string, Known>): string[] {
  const knows = knowledgeOf(floor, looks);
  return [
    ...circles(knows).map((circle) => `files in a ${circle}`),
    ...circles(arrowsOf(knows)).map((circle) => `rooms in a ${circle}${examples(circle, knows)}`),
    ...[...roomsOf(floor)]
      .filter(([, files]) => files.length > mostFiles)
      .map(([room, files]) => `${room}: ${files.length} files, more than ${mostFiles}: make two rooms of it`),
  ];
}

/** The rooms of a floor from the ground up, each with its files and the rooms that it stands on. */
export function drawing(
  paths: readonly string[],
  looks: ReadonlyMap<string, Known>,
  isWanted: (floor: string) => boolean,
): string[] {
  return floorsOf(paths)
    .filter(({ name }) => isWanted(name))
    .flatMap((floor) => {
      const [rooms, arrows] = [roomsOf(floor), arrowsOf(knowledgeOf(floor, looks))];
      const short = (room: string): string => room.slice(floor.name.length + 1) || '.';
      return [
        `${floor.name}${unfinished.includes(floor.name) ? ' (not in order yet)' : ''}`,
        ...fromTheGround([...rooms.keys()], arrows).map((room) => {
          const below = (arrows.get(room) ?? []).map(short).toSorted().join(' ');
          return `  ${short(room).padEnd(16)} ${String(rooms.get(room)?.length).padStart(3)}  ${below}`.trimEnd();
        }),
      ];
    });
}

interface Floor {
  readonly name: string;
  readonly paths: readonly string[];
}

function floorsOf(paths: readonly string[]): Floor[] {
  const byName = Map.groupBy(
    paths,
    (path) => /^(?:platform|modules\/[^/]+)\/(?:model|server|web)(?=\/)/.exec(path)?.[0] ?? '',
  );
  byName.delete('');
  return [...byName].map(([name, own]) => ({ name, paths: own }));
}

const roomsOf = (floor: Floor): ReadonlyMap<string, readonly string[]> =>
  Map.groupBy(floor.paths, (path) => dirname(path));

type Arrows = ReadonlyMap<string, readonly string[]>;

/**
 * File to the files of its floor that it knows. What is fetched later counts: a circle closed by a late import is one
 * all the same. A test may look anywhere.
 */
function knowledgeOf({ paths }: Floor, looks: ReadonlyMap<string, Known>): Arrows {
  const own = new Set(paths);
  return new Map(
    paths
      .filter((path) => !/\.test\.tsx?$/.test(path))
      .map((path) => {
        const { imports, late } = looks.get(path) ?? { imports: [], late: [] };
        return [path, [...new Set([...imports, ...late])].filter((to) => own.has(to))];
      }),
  );
}

function arrowsOf(knows: Arrows): Arrows {
  const arrows = new Map<string, string[]>();
  for (const [path, known] of knows) {
    const room = dirname(path);
    const others = known.map((to) => dirname(to)).filter((to) => to !== room);
    arrows.set(room, [...new Set([...(arrows.get(room) ?? []), ...others])]);
  }
  return arrows;
}

/** For each arrow of a circle of rooms a file that draws it. */
function examples(circle: string, knows: Arrows): string {
  const rooms = circle.replace('circle: ', '').split(' -> ');
  return rooms
    .slice(1)
    .map((to, at) => {
      for (const [path, known] of knows) {
        const target = dirname(path) === rooms[at] ? known.find((each) => dirname(each) === to) : undefined;
        if (target !== undefined) return `\n  ${path} knows ${target}`;
      }
      return '';
    })
    .join('');
}

/** Lowest first: a room comes after all it stands on. In a circle somebody has to be first. */
function fromTheGround(rooms: readonly string[], arrows: Arrows): string[] {
  const placed = new Set<string>();
  const underway = new Set<string>();
  const place = (room: string): void => {
    if (placed.has(room) || underway.has(room)) return;
    underway.add(room);
    for (const below of (arrows.get(room) ?? []).toSorted()) place(below);
    placed.add(room);
  };
  for (const room of rooms.toSorted()) place(room);
  return [...placed];
}

/** Every file of the floors, whatever it is. */
export const filesOfFloors = (): string[] =>
  globSync('{platform,modules/*}/{model,server,web}/**/*.*').map((path) => path.replaceAll('\\', '/'));

if (import.meta.main) {
  const looks = new Map([...sourceFiles()].map(([path, source]) => [path, lookAt(path, source)]));
  const wanted = process.argv.slice(2);
  const paths = filesOfFloors();
  const isWanted = (floor: string): boolean => wanted.length === 0 || wanted.includes(floor);
  console.log(drawing(paths, looks, isWanted).join('\n'));
  for (const floor of floorsOf(paths).filter(({ name }) => isWanted(name)))
    for (const complaint of complaintsOf(floor, looks)) console.log(complaint);
}
