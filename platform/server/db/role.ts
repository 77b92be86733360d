import type { Door, LaneName } from './door.ts';
import { statement } from './statement.ts';

/** Each lane gets its role by what it asks for when it connects, the main one by who logs in. */
const roles: Readonly<Record<LaneName, string | null>> = { main: null, report: 'qudao_report', gate: 'qudao_gate' };

const whoSpeaks = statement(
  { name: 'text', super: 'boolean', bypass: 'boolean', owner: 'boolean', forges: 'boolean' },
  `
    select current_user::text as name, r.rolsuper as super, r.rolbypassrls as bypass,
      exists (select from pg_class c where c.relowner = r.oid and c.relnamespace = 'app'::regnamespace) as owner,
      has_function_privilege(current_user, 'pg_catalog.set_config(text,text,boolean)', 'execute') as forges
    from pg_roles r
    where r.rolname = current_user`,
);

/**
 * The wall holds only for a role that cannot step over it: start-up refuses a superuser, an owner, or BYPASSRLS. A
 * pooler that forgets the options of a connection leaves reports and log-ins to the ordinary role, without a word.
 */
export async function refuseUnsafeRole(door: Door): Promise<void> {
  for (const [lane, wanted] of Object.entries(roles) as [LaneName, string | null][]) {
    const [role] = await door.askLane(lane, whoSpeaks);
    const faults = (['super', 'bypass', 'owner', 'forges'] as const).filter((fault) => role?.[fault] === true);
    if (faults.length > 0)
      throw new Error(
        `DATABASE_URL connects as ${role?.name}, which is not fit to serve (${faults.join(', ')}). ` +
          'Use the application role that npm run setup made.',
      );
    if (wanted !== null && role?.name !== wanted)
      throw new Error(
        `Connections of the ${lane} lane must run as ${wanted} and run as ${role?.name}: ` +
          'something between the product and PostgreSQL (a pooler?) drops the options of a connection.',
      );
  }
}
