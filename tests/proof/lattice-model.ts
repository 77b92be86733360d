/** The rule of granting in plain sets, written apart from the database that keeps it. */
export const scopes = ['o', 's', 'd', 'b', 'c'] as const;
export type Scope = (typeof scopes)[number];
type Lists = Readonly<Record<Scope, readonly number[]>>;

export interface Lattice {
  readonly roles: readonly {
    readonly creator: number;
    readonly menus: readonly number[];
    readonly lists: Lists;
    readonly isActive: boolean;
  }[];
  /** Users 1, 2, …; 0 is the administrator. */
  readonly users: readonly LatticeUser[];
}
export interface LatticeUser {
  readonly organization: number | null;
  readonly lists: Lists;
  readonly grantedBy: number;
  readonly main: number | null;
  readonly roles: readonly { readonly role: number; readonly grantor: number }[];
}

/** Null: not limited. */
export type Reach = readonly string[] | null;
export type Held = Readonly<Record<string, { readonly rights: readonly string[] } & Readonly<Record<Scope, Reach>>>>;

/** Whoever a user has anything from. Nobody is his own main account. */
export const boundsOf = (user: LatticeUser, self?: number): { grantors: number[]; main: number | null } => ({
  grantors: [...new Set([user.grantedBy, ...user.roles.map(({ grantor }) => grantor)])],
  main: user.main === self ? null : user.main,
});

/** Not limited. */
const everything = 'everything';
type Area = ReadonlySet<string> | typeof everything;
const meet = (a: Area, b: Area): Area =>
  a === everything ? b : b === everything ? a : new Set([...a].filter((code) => b.has(code)));
const meetAll = (...areas: readonly Area[]): Area => areas.reduce<Area>(meet, everything);
const join = (a: Area, b: Area): Area => (a === everything || b === everything ? everything : new Set([...a, ...b]));
const sizeOf = (area: Area): number => (area === everything ? Number.POSITIVE_INFINITY : area.size);

/** Grows from the administrator until nothing is added. */
export function expectedOf(
  lattice: Lattice,
  keysOf: (menu: number) => readonly string[],
  codeOf: (scope: Scope, n: number) => string,
): Held {
  const people = lattice.users.map((user, i) => ({ ...user, n: i + 1, main: boundsOf(user, i + 1).main }));
  const rights = new Map<number, Area>([[0, everything]]);
  const areas = new Map<string, Area>(scopes.map((scope) => [`0${scope}`, everything]));
  const nothing: Area = new Set<string>();
  const rightsOf = (who: number | null): Area => (who === null ? everything : (rights.get(who) ?? nothing));
  const areaOf = (who: number | null, scope: Scope): Area =>
    who === null ? everything : (areas.get(`${who}${scope}`) ?? nothing);

  for (let isGrowing = true; isGrowing;) {
    isGrowing = false;
    for (const user of people) {
      const active = user.roles.flatMap((handed) => {
        const role = lattice.roles[handed.role];
        return role?.isActive === true ? [{ ...handed, ...role }] : [];
      });
      const grown = active
        .map((role) =>
          meetAll(
            new Set(role.menus.flatMap(keysOf)),
            rightsOf(role.creator),
            rightsOf(role.grantor),
            rightsOf(user.main),
          ),
        )
        .reduce<Area>(join, nothing);
      if (sizeOf(grown) > sizeOf(rightsOf(user.n))) {
        rights.set(user.n, grown);
        isGrowing = true;
      }
      for (const scope of scopes) {
        const caps = (...who: (number | null)[]): Area =>
          meetAll(...[...who, user.main].map((each) => areaOf(each, scope)));
        const codes = (list: readonly number[]): Area => new Set(list.map((n) => codeOf(scope, n)));
        const own = scope === 'd' ? [] : user.lists[scope];
        const stated = [
          ...(own.length === 0 ? [] : [meet(codes(own), caps(user.grantedBy))]),
          ...active
            .filter((role) => role.lists[scope].length > 0)
            .map((role) => meet(codes(role.lists[scope]), caps(role.creator, role.grantor))),
        ];
        const unstated =
          scope === 'o'
            ? [meet(codes(user.organization === null ? [] : [user.organization]), caps(user.grantedBy))]
            : active.length === 0
              ? [caps(user.grantedBy)]
              : active.map((role) => caps(role.creator, role.grantor));
        const area = (stated.length > 0 ? stated : unstated).reduce<Area>(join, nothing);
        if (sizeOf(area) > sizeOf(areaOf(user.n, scope))) {
          areas.set(`${user.n}${scope}`, area);
          isGrowing = true;
        }
      }
    }
  }
  const told = (area: Area): Reach => (area === everything ? null : [...area].sort());
  return Object.fromEntries(
    people.map(({ n }) => [
      n,
      {
        rights: told(rightsOf(n)) ?? [],
        ...(Object.fromEntries(scopes.map((scope) => [scope, told(areaOf(n, scope))])) as Record<Scope, Reach>),
      },
    ]),
  );
}
