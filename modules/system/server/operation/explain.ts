import type { Fields } from '#platform/model/field.ts';
import { fill, textOf, type Label, type Language } from '#platform/model/label.ts';
import { fieldsOf, type Module, type Noun } from '#platform/model/module.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { notFound } from '#platform/model/refusal.ts';
import { statement, type Row, type RowOf, type RowsOf } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { ownershipRules, powerRules, type ScopeRule } from '#platform/server/list/filter.ts';
import { recordsBy } from '#platform/server/list/list.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { isId, menuIdOf } from '#platform/server/db/id.ts';
import { user } from '#system/model/user.ts';
import { reasonsWhy as why } from './explain-texts.ts';

/** One rule that was looked at: whether it lets the user pass, and what it says. */
export interface Reason {
  readonly isPassed: boolean;
  readonly text: string;
}
export interface Explanation {
  readonly isAllowed: boolean;
  readonly reasons: readonly Reason[];
}

/**
 * Why a user may press a button or see a row, told from the rules that decided. Nobody learns of a row that he may not
 * see himself.
 */
export function explainRoutes(models: readonly Module[]): readonly Route[] {
  const nouns = new Map<string, Noun>(
    models.flatMap(({ entities, documents }) => [...entities, ...documents]).map((noun) => [noun.name, noun]),
  );
  return [
    {
      method: 'GET',
      path: '/sys/user/explain',
      permission: [permissionOf(user, 'view')],
      effect: 'none',
      summary: 'Why a user may or may not: ?userId=&permission= for a button, ?userId=&noun=&id= (or &code=) for a row',
      handle: (call) => explain(nouns, call),
    },
  ];
}

async function explain(nouns: ReadonlyMap<string, Noun>, call: Call): Promise<Explanation> {
  const { userId = '', permission = '', noun: name = '', id = '', code = '' } = call.query;
  const noun = nouns.get(name);
  const isRow = name !== '';
  if (!isId(userId) || (isRow ? noun === undefined || (id === '' ? code === '' : !isId(id)) : permission === '')) {
    await call.read({});
    throw notFound();
  }
  return isRow && noun !== undefined
    ? explainRow(call, userId, noun, id === '' ? { key: codeKeyOf(noun), value: code } : { key: 'id', value: id })
    : explainRight(call, userId, permission.slice(0, 100));
}

const codeKeyOf = (noun: Noun): string => (noun.kind === 'entity' ? noun.codeField : 'code');
const person = (userId: string) => recordsBy(user, 'id', [userId]);
const rightOf = (userId: string, right: string) => ({
  who: statement(
    {
      isActive: 'boolean',
      superAdmin: 'boolean',
      isKnown: 'boolean',
      holds: 'boolean',
      organizations: 'texts?',
      storages: 'texts?',
      departments: 'texts?',
      brands: 'texts?',
      channels: 'texts?',
      ownCustomer: 'text?',
      ownSupplier: 'text?',
      ownSalesman: 'text?',
    },
    'select * from sec.explain_user($1, $2)',
    [userId, right],
  ),
  roles: statement(
    {
      roleName: 'text',
      isActive: 'boolean',
      menuName: 'text?',
      menuNameTw: 'text?',
      menuNameEn: 'text?',
      isGranted: 'boolean?',
      creatorName: 'text?',
      grantorName: 'text?',
      grantorHolds: 'boolean?',
      mainName: 'text?',
      mainHolds: 'boolean?',
    },
    'select * from sec.explain_right($1, $2)',
    [userId, right],
  ),
});

type Right = RowsOf<ReturnType<typeof rightOf>>;
type About = Right['who'][number];
type RoleRow = Right['roles'][number];

async function explainRight(call: Call, userId: string, permission: string): Promise<Explanation> {
  const {
    rows: { found, who, roles },
  } = await call.read({ found: person(userId), ...rightOf(userId, permission) });
  const [about] = who;
  if (found.length === 0 || about === undefined) throw notFound();
  const reasons = aboutRight(call.language, about, roles);
  return { isAllowed: about.isActive === true && about.holds === true, reasons };
}

/** Account, then each role: what it names, and who on the way to the user lacks it. */
function aboutRight(language: Language, about: About, roles: readonly RoleRow[]): Reason[] {
  const say = teller(language);
  const account = about.isActive === true ? [] : [say(false, why.resting)];
  if (about.superAdmin === true)
    return [...account, about.holds === true ? say(true, why.administrator) : say(false, why.otherRealm)];
  if (about.isKnown !== true && about.holds !== true && roles.every((role) => role.menuName === null))
    return [...account, say(false, why.noSuchRight)];
  if (roles.length === 0) return [...account, say(false, why.noRoles)];
  return [
    ...account,
    ...roles.map((row) => {
      const role = row.roleName;
      const name = row.menuName ?? '';
      const menu = textOf([name, row.menuNameTw ?? name, row.menuNameEn ?? name], language);
      if (row.menuName === null) return say(false, why.roleLacks, { role });
      if (row.isActive !== true) return say(false, why.roleIsOff, { role });
      if (row.isGranted !== true) return say(false, why.creatorLacks, { role, menu, who: row.creatorName ?? '–' });
      if (row.grantorHolds !== true) return say(false, why.grantorLacks, { role, menu, who: row.grantorName ?? '–' });
      if (row.mainHolds !== true) return say(false, why.mainLacks, { role, menu, who: row.mainName ?? '–' });
      return say(true, why.roleGrants, { role, menu });
    }),
  ];
}

/** The data scope's own conditions, read with the user's lists in the place of the caller's. */
const told: readonly (readonly [string, string])[] = [
  ['(select sec.organizations())', 'w.organizations'],
  ['(select sec.storages())', 'w.storages'],
  ['(select sec.departments())', 'w.departments'],
  ['(select sec.brands())', 'w.brands'],
  ['(select sec.channels())', 'w.channels'],
  ['(select sec.own(1))', 'w.own_customer'],
  ['(select sec.own(2))', 'w.own_supplier'],
  ['(select sec.team_of(sec.own(3)))', 'sec.team_of(w.own_salesman)'],
  ['(select sec.team_customers_of(sec.own(3)))', 'sec.team_customers_of(w.own_salesman)'],
  ['(select sec.personnel())', '(select u.personnel_code from app.sys_user u where u.id = $2::uuid)'],
  ['(select sec.user_id())', '$2::uuid'],
  ['(select sec.is_super())', 'w.super_admin'],
];
const asUser = ({ sql }: ScopeRule): string =>
  told.reduce((text, [mine, theirs]) => text.replaceAll(mine, theirs), sql);

async function explainRow(
  call: Call,
  userId: string,
  noun: Noun,
  at: { key: string; value: string },
): Promise<Explanation> {
  const powers = powerRules(noun);
  const owners = ownershipRules(noun);
  const all = [...powers, ...owners];
  const right = permissionOf(noun, 'page');
  const groupMenu =
    noun.kind === 'entity' && noun.screen?.byTenantFlag === true ? menuIdOf(`${noun.screen.url}?tenantFlag=1`) : null;
  const where = at.key === 'id' ? 't.id = $1::uuid' : `t.${snakeCase(at.key)} = $1`;
  const {
    rows: { found, who, roles, visible, passed, lists, group = [] },
  } = await call.read({
    found: person(userId),
    ...rightOf(userId, right),
    visible: recordsBy(noun, at.key, [at.value]),
    passed: {
      text: `
        select ${all.map((rule, i) => `(${asUser(rule)}) as r${i}`).join(', ') || 'true as r0'}
        from app.${tableOf(noun)} t
        cross join sec.explain_user($2, $3) w
        where ${where}`,
      values: [at.value, userId, right],
    },
    lists: statement(listRow, listsSql, [userId]),
    ...(groupMenu === null
      ? {}
      : { group: statement({ holds: 'boolean' }, 'select holds from sec.explain_user($1, $2)', [userId, groupMenu]) }),
  });
  const [about] = who;
  const [row] = visible;
  const [result = {}] = passed;
  if (found.length === 0 || about === undefined || row === undefined) throw notFound();
  const say = teller(call.language);
  // Picker lists are open to whoever is signed in; the page permission decides over the whole row.
  const isOpen = noun.kind === 'entity' && noun.readBy !== 'page';
  const reasons = [...aboutRight(call.language, about, roles)];
  if (isOpen && about.holds !== true) reasons.push(say(true, why.openToAll));
  const isGroup = group[0]?.holds === true || about.superAdmin === true;
  let isSeen = about.isActive === true && (isOpen || about.holds === true);
  all.forEach((rule, i) => {
    const isPassed = result[`r${i}`] === true;
    const isLifted = !isPassed && i < powers.length && isGroup;
    reasons.push(...aboutRule(call.language, fieldsOf(noun), rule, row, about, lists, isPassed));
    if (isLifted) reasons.push(say(true, why.groupLevel));
    if (!isPassed && !isLifted) isSeen = false;
  });
  return { isAllowed: isSeen, reasons };
}

const listNames: Readonly<Record<string, 'organizations' | 'brands' | 'channels' | 'storages' | 'departments'>> = {
  organizeCode: 'organizations',
  brandCode: 'brands',
  channelCode: 'channels',
  storageCode: 'storages',
  deptCode: 'departments',
};
const ownNames = ['ownCustomer', 'ownSupplier', 'ownSalesman'] as const;

function aboutRule(
  language: Language,
  fields: Fields,
  { about: key }: ScopeRule,
  row: Row,
  about: About,
  lists: readonly ListRow[],
  isPassed: boolean,
): Reason[] {
  const say = teller(language);
  if (key === 'deletedFlag') return [];
  if (key === 'billStatus') return isPassed ? [] : [say(false, why.stashedByAnother)];
  const field = textOf(fields[key]?.label ?? [key, key, key], language);
  const value = String(row[key] ?? '');
  const list = listNames[key];
  if (list === undefined) {
    const own = ownNames.map((name) => about[name]).find((each) => each !== null);
    return own === undefined
      ? []
      : [
          say(isPassed, isPassed ? why.owned : why.notOwned, {
            field,
            value: value === '' ? '–' : value,
            own: own ?? '',
          }),
        ];
  }
  // A list of nothing holds the empty code.
  const codes = about[list]?.filter((code) => code !== '') ?? null;
  const named = lists
    .filter((each) => each.list === list && each.codes.includes(value))
    .map((each) => each.role ?? textOf(why.ownRow, language));
  const from = named.length === 0 ? '–' : named.join('、');
  if (value === '') return [say(true, why.belongsToNone, { field })];
  if (codes === null) return [say(true, why.notLimited, { field })];
  if (codes.includes(value))
    return [say(true, named.length === 0 ? why.inPowerByDefault : why.inPower, { field, value, from })];
  if (isPassed) return [say(true, why.ownDocument)];
  return [
    named.length > 0
      ? say(false, why.listedButCapped, { field, value, from })
      : say(false, why.notInPower, {
          field,
          value,
          list: codes.length === 0 ? textOf(why.nothing, language) : codes.slice(0, 20).join('、'),
        }),
  ];
}

const listRow = { role: 'text?', list: 'text', codes: 'texts' } as const;
type ListRow = RowOf<typeof listRow>;

/** Which lists name what: the roles', and those on the user's own row. */
const listsSql = `
  with held as (
    select r.name as role, r.organize_list, r.storage_list, r.brand_list, r.channel_list, r.dept_list
    from app.sys_role r, app.sys_user u
    where u.id = $1 and r.id::text = any(u.role_id_list) and r.status = '1'
    union all
    select null, u.organize_list, u.storage_list, u.brand_list, u.channel_list, '{}'
    from app.sys_user u
    where u.id = $1
  )
  select h.role, 'organizations' as list,
    array(select o.code from app.sys_organization o where o.id::text = any(h.organize_list)) as codes
  from held h
  union all
  select h.role, 'storages', array(select o.code from app.data_depot o where o.id::text = any(h.storage_list))
  from held h
  union all
  select h.role, 'brands', array(select o.code from app.data_brand o where o.id::text = any(h.brand_list))
  from held h
  union all
  select h.role, 'channels', array(select o.code from app.data_channel o where o.id::text = any(h.channel_list))
  from held h
  union all
  select h.role, 'departments', array(select o.code from app.data_dept o where o.id::text = any(h.dept_list))
  from held h`;

const teller =
  (language: Language) =>
  (isPassed: boolean, label: Label, params: Readonly<Record<string, string>> = {}): Reason => ({
    isPassed,
    text: fill(textOf(label, language), params),
  });
