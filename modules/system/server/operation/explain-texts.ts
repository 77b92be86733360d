import type { Label } from '#platform/model/label.ts';

/** What decided, in words an administrator reads. */
export const reasonsWhy = {
  resting: ['账号（或其主账号）已停用', '帳號（或其主帳號）已停用', 'The account, or its main account, is disabled'],
  administrator: [
    '超级管理员拥有本租户的全部权限',
    '超級管理員擁有本租戶的全部權限',
    'A super administrator holds every permission of this tenant',
  ],
  otherRealm: ['该权限不属于本租户', '該權限不屬於本租戶', 'The permission does not exist in this tenant'],
  noSuchRight: ['没有这个权限标识', '沒有這個權限標識', 'There is no such permission'],
  noRoles: ['没有分配任何角色', '沒有分配任何角色', 'No role is assigned'],
  roleGrants: [
    '角色【{role}】通过菜单【{menu}】授予',
    '角色【{role}】透過選單【{menu}】授予',
    'Role {role} grants it through the menu entry {menu}',
  ],
  roleLacks: ['角色【{role}】不含该权限', '角色【{role}】不含該權限', 'Role {role} does not name it'],
  roleIsOff: ['角色【{role}】已停用', '角色【{role}】已停用', 'Role {role} is disabled'],
  creatorLacks: [
    '角色【{role}】勾选了【{menu}】，但其创建人【{who}】没有该权限',
    '角色【{role}】勾選了【{menu}】，但其建立人【{who}】沒有該權限',
    'Role {role} names {menu}, but {who}, who made the role, does not hold it',
  ],
  grantorLacks: [
    '角色【{role}】含【{menu}】，但分配该角色的【{who}】没有该权限',
    '角色【{role}】含【{menu}】，但分配該角色的【{who}】沒有該權限',
    'Role {role} names {menu}, but {who}, who assigned the role, does not hold it',
  ],
  mainLacks: [
    '角色【{role}】含【{menu}】，但主账号【{who}】没有该权限',
    '角色【{role}】含【{menu}】，但主帳號【{who}】沒有該權限',
    'Role {role} names {menu}, but the main account {who} does not hold it',
  ],
  openToAll: [
    '选择列表对所有已登录用户开放（不含价格和联系方式）',
    '選擇清單對所有已登入使用者開放（不含價格和聯絡方式）',
    'The picker list is open to everybody signed in, without prices and contacts',
  ],
  groupLevel: [
    '持有集团级菜单，可看到全部组织、品牌和渠道',
    '持有集團級選單，可看到全部組織、品牌和渠道',
    'Holds the group entry of the menu: all organisations, brands and channels',
  ],
  belongsToNone: [
    '该行没有{field}，不受此限制',
    '該行沒有{field}，不受此限制',
    'The row has no {field}: this rule lets it pass',
  ],
  notLimited: ['{field}不受限制', '{field}不受限制', '{field} is not limited'],
  inPower: [
    '{field}【{value}】在权限范围内，来自：{from}',
    '{field}【{value}】在權限範圍內，來自：{from}',
    '{field} {value} is in power, listed by {from}',
  ],
  inPowerByDefault: [
    '{field}【{value}】在权限范围内（所属组织或授权人的范围）',
    '{field}【{value}】在權限範圍內（所屬組織或授權人的範圍）',
    '{field} {value} is in power: the own organisation, or what the grantors reach',
  ],
  listedButCapped: [
    '{from} 列出了{field}【{value}】，但授权人（或主账号）没有',
    '{from} 列出了{field}【{value}】，但授權人（或主帳號）沒有',
    '{from} lists {field} {value}, but a grantor or the main account does not reach it',
  ],
  notInPower: [
    '{field}【{value}】不在权限范围内；范围：{list}',
    '{field}【{value}】不在權限範圍內；範圍：{list}',
    '{field} {value} is not in power; in power: {list}',
  ],
  nothing: ['无', '無', 'nothing'],
  ownRow: ['用户自身', '使用者自身', 'the user’s own lists'],
  ownDocument: ['本人制单或本人为业务员', '本人製單或本人為業務員', 'Made by the user, or the user is its salesperson'],
  owned: [
    '该账号代表【{own}】，{field}一致',
    '該帳號代表【{own}】，{field}一致',
    'The account stands for {own}, and so does {field} of the row',
  ],
  notOwned: [
    '该账号只能看到【{own}】的数据，该行{field}为【{value}】',
    '該帳號只能看到【{own}】的資料，該行{field}為【{value}】',
    'The account stands for {own}; {field} of the row is {value}',
  ],
  stashedByAnother: [
    '暂存的单据只有制单人可见',
    '暫存的單據只有製單人可見',
    'A document on hold is seen by its writer only',
  ],
} as const satisfies Readonly<Record<string, Label>>;
