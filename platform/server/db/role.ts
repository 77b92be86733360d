import type { Door } from './door.ts';
import { statement } from './statement.ts';

/** The wall holds only for a role that cannot step over it: start-up refuses a superuser, an owner, or BYPASSRLS. */
export async function refuseUnsafeRole(door: Door): Promise<void> {
  const [role] = await door.open(
    statement(
      { name: 'text', super: 'boolean', bypass: 'boolean', owner: 'boolean', forges: 'boolean' },
      `
        select current_user::text as name, r.rolsuper as super, r.rolbypassrls as bypass,
          exists (select from pg_class c where c.relowner = r.oid and c.relnamespace = 'app'::regnamespace) as owner,
          has_function_privilege(current_user, 'pg_catalog.set_config(text,text,boolean)', 'execute') as forges
        from pg_roles r
        where r.rolname = current_user`,
    ),
  );
  const faults = (['super', 'bypass', 'owner', 'forges'] as const).filter((fault) => role?.[fault] === true);
  if (faults.length > 0)
    throw new Error(
      `DATABASE_URL connects as ${role?.name}, which is not fit to serve (${faults.join(', ')}). ` +
        'Use the application role that npm run setup made.',
    );
}
