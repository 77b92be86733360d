import { randomUUID } from 'node:crypto';
import type { Statement } from '#platform/server/db/statement.ts';

/** A tenant with something of everything that a definer function could hand out or change. */
export interface Place {
  readonly tenant: string;
  readonly admin: string;
  readonly adminSid: string;
  /** What the list of open sessions calls the administrator's. */
  readonly adminSession: string;
  readonly holder: string;
  readonly role: string;
  /** The id of a role that came with the tenant and is offered something. */
  readonly shippedRole: string;
  readonly menu: string;
  readonly permission: string;
  readonly exportRun: string;
  /** A simulation of the holder's that waits, with an answer. */
  readonly simulationRun: string;
  readonly file: string;
  readonly ticket: string;
  readonly logEntry: string;
  /** A document that it shares with itself, and the message about it that waits. */
  readonly pair: string;
  readonly peerMessage: string;
}

/**
 * How a function is called from one tenant about another, and what must come of it:
 * `refused` it raises; `nothing` it answers no row, null, 0 or false; `own` it may answer and change what is the
 * caller's own. Nothing of the other tenant may ever stand in an answer, and no row of it may change.
 */
export interface DefinerCall {
  readonly outcome: 'refused' | 'nothing' | 'own';
  readonly as?: 'holder';
  readonly about: (other: Place, own: Place) => Statement;
  /** Asked about the caller's own things it answers something: else "nothing" would prove nothing. */
  readonly answersOwn?: true;
}

export const nobody = '019a0000-0000-7000-8000-000000000000';
const call = (name: string, ...values: unknown[]): Statement => ({
  text: `select * from sec.${name}(${values.map((_, i) => `$${i + 1}`).join(', ')})`,
  values,
});
/** For the platform alone, whatever a tenant's administrator asks it to do. */
const platformOnly = (about: DefinerCall['about']): DefinerCall => ({ outcome: 'refused', about });
/** Takes nothing that could point at somebody else. */
const ownOnly = (name: string, ...values: unknown[]): DefinerCall => ({
  outcome: 'own',
  about: () => call(name, ...values),
});

/** Every definer function of `sec` that the application may call, by its name. */
export const definerCalls: Readonly<Record<string, DefinerCall>> = {
  ask_job: ownOnly('ask_job', 'sweepKeys'),
  ask_simulation: {
    outcome: 'own',
    as: 'holder',
    about: ({ permission }) => call('ask_simulation', randomUUID(), permission, null, 'zh-CN', '{}', 5),
    answersOwn: true,
  },
  ask_run: platformOnly(() => call('ask_run', nobody, true)),
  // Of a message that is for somebody else nothing is told, and nothing of it is ended.
  begin_peer: {
    outcome: 'nothing',
    about: ({ peerMessage }) => call('begin_peer', peerMessage, 'known'),
    answersOwn: true,
  },
  begin_totp: ownOnly('begin_totp', 'sealed'),
  // A picture of the login page is the platform's, and only while a setting names it.
  brand_file: { outcome: 'nothing', about: ({ file }) => call('brand_file', file, ['globalLogo', 'SYS001']) },
  cancel_simulation: {
    outcome: 'nothing',
    as: 'holder',
    about: ({ simulationRun }) => call('cancel_simulation', simulationRun),
    answersOwn: true,
  },
  close_tenant: platformOnly(({ tenant }) => call('close_tenant', tenant)),
  copy_pinyin: { outcome: 'refused', about: ({ tenant }) => call('copy_pinyin', 'data:brand', tenant, '[]') },
  count_drafts: { outcome: 'nothing', about: ({ holder }) => call('count_drafts', holder), answersOwn: true },
  hand_activity: {
    outcome: 'refused',
    about: ({ tenant }) => call('hand_activity', tenant, nobody, false, '1', '1', '{}'),
  },
  distribute: {
    outcome: 'refused',
    about: ({ tenant }) =>
      call('distribute', 'data:brand', tenant, '[{"noun":"data:brand","code":"DEF","isAsked":true}]', '{}'),
  },
  drop_account: { outcome: 'own', about: ({ holder }) => call('drop_account', [holder]) },
  drop_totp: ownOnly('drop_totp'),
  end_peer: {
    outcome: 'nothing',
    about: ({ peerMessage }) => call('end_peer', peerMessage, 'known'),
    answersOwn: true,
  },
  end_sessions: {
    outcome: 'nothing',
    about: ({ adminSession }) => call('end_sessions', [adminSession]),
    answersOwn: true,
  },
  explain_right: {
    outcome: 'nothing',
    about: ({ holder, permission }) => call('explain_right', holder, permission),
    answersOwn: true,
  },
  explain_user: {
    outcome: 'nothing',
    about: ({ holder, permission }) => call('explain_user', holder, permission),
    answersOwn: true,
  },
  // Whoever makes the file has the key of its run; an id is not enough.
  finish_export: {
    outcome: 'nothing',
    about: ({ exportRun }) => call('finish_export', exportRun, 'guessed', 1, null, null),
  },
  holds_menu: { outcome: 'nothing', as: 'holder', about: ({ menu }) => call('holds_menu', menu), answersOwn: true },
  // Whoever is nobody here counts as mightier, so that nobody writes him.
  is_mightier: { outcome: 'own', as: 'holder', about: ({ holder }) => call('is_mightier', [holder]) },
  issue_ticket: {
    outcome: 'refused',
    about: ({ adminSid }) => call('issue_ticket', adminSid, 'ab'.repeat(32), '/sys/oss/image', 60, false),
  },
  may: { outcome: 'nothing', as: 'holder', about: ({ permission }) => call('may', permission), answersOwn: true },
  // Names of the release, the same in every installation of it.
  migrations: ownOnly('migrations'),
  move_drafts: { outcome: 'refused', about: ({ holder }, { admin }) => call('move_drafts', holder, admin) },
  my_export: {
    outcome: 'nothing',
    as: 'holder',
    about: ({ exportRun }) => call('my_export', exportRun),
    answersOwn: true,
  },
  my_permissions: { ...ownOnly('my_permissions'), as: 'holder', answersOwn: true },
  my_simulation: {
    outcome: 'nothing',
    as: 'holder',
    about: ({ simulationRun }) => call('my_simulation', simulationRun),
    answersOwn: true,
  },
  my_simulations: { ...ownOnly('my_simulations', nobody), as: 'holder', answersOwn: true },
  my_tenants: { ...ownOnly('my_tenants'), answersOwn: true },
  offered_grants: { ...ownOnly('offered_grants'), answersOwn: true },
  // The session of another tenant's administrator under the caller's tenant.
  open: { outcome: 'refused', about: ({ adminSid }, { tenant }) => call('open', adminSid, tenant, [], null) },
  open_run: { outcome: 'refused', about: ({ exportRun }) => call('open_run', exportRun, 'guessed') },
  open_sessions: { outcome: 'own', about: () => call('open_sessions', null), answersOwn: true },
  // A ticket is for the path that it was asked for, and for no other.
  open_ticket: { outcome: 'refused', about: ({ ticket }) => call('open_ticket', ticket, '/elsewhere', [], null) },
  own_totp: { ...ownOnly('own_totp'), as: 'holder', answersOwn: true },
  personnel: { ...ownOnly('personnel'), as: 'holder', answersOwn: true },
  provision_tenant: platformOnly(({ tenant }) =>
    call('provision_tenant', tenant, nobody, 'intruder', 'intruder', 'hash', '{}'),
  ),
  put_account: { outcome: 'refused', about: ({ holder }) => call('put_account', holder, 'intruder', 'hash', false) },
  peer_figures: { outcome: 'nothing', about: ({ pair }) => call('peer_figures', pair), answersOwn: true },
  peer_messages: { outcome: 'nothing', about: ({ pair }) => call('peer_messages', pair), answersOwn: true },
  put_outbox: { outcome: 'own', about: () => call('put_outbox', randomUUID(), 'mail', '{}') },
  put_storage: platformOnly(() => call('put_storage', '{}', '{}')),
  refresh_grants: ownOnly('refresh_grants'),
  refresh_within: ownOnly('refresh_within'),
  remove_log: {
    outcome: 'own',
    about: ({ logEntry }) => call('remove_log', 'sys:operationlog', [logEntry]),
  },
  reset_totp: { outcome: 'own', about: ({ holder }) => call('reset_totp', [holder]) },
  retry_peer: { outcome: 'nothing', about: ({ pair }) => call('retry_peer', pair), answersOwn: true },
  rest_tenant: platformOnly(({ tenant }) => call('rest_tenant', tenant, false)),
  permission_holders: {
    outcome: 'own',
    about: ({ permission }) => call('permission_holders', permission, null),
    answersOwn: true,
  },
  role_holders: { outcome: 'own', about: ({ role }) => call('role_holders', role, null), answersOwn: true },
  roles_of: { outcome: 'nothing', about: ({ holder }) => call('roles_of', holder), answersOwn: true },
  settle_offers: { outcome: 'own', about: ({ shippedRole }) => call('settle_offers', [shippedRole], true) },
  settle_totp: ownOnly('settle_totp', 1, []),
  storage_settings: platformOnly(() => call('storage_settings')),
  take_scope: { outcome: 'own', about: ({ holder }) => call('take_scope', holder) },
  // Nobody tells anything about a document of somebody else, nor whom he does not know.
  tell_peer: { outcome: 'refused', about: ({ pair, tenant }) => call('tell_peer', pair, tenant, 'news', '{}') },
  versions_since: ownOnly('versions_since'),
  tenant_rows: platformOnly(({ tenant }) => call('tenant_rows', tenant)),
  touch: ownOnly('touch'),
  withdraw_peer: { outcome: 'nothing', about: ({ pair }) => call('withdraw_peer', pair), answersOwn: true },
};
