import type { Document } from '#platform/model/document.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { belongsTo } from '#platform/model/preset.ts';
import { statement } from '#platform/server/db/statement.ts';
import { stored, tableOf } from '#platform/server/db/shape.ts';
import { addressFor } from '#message/server/notice/notice-mail.ts';

/**
 * Who of the house may read a document, and so be called to it: those first who have to do with it. A salesperson reads
 * what names him.
 */
export function readersOf(document: Document, id: string) {
  const columns = new Set(stored(document.head).map(([key]) => key));
  const column = (key: string): string => (columns.has(key) ? `t.${snakeCase(key)}` : 'null::text');
  return statement(
    { id: 'uuid', name: 'text', about: 'text?', email: 'text?', search: 'text?' },
    `
      select u.id, u.real_name as name, o.name as about, ${addressFor('mentioned', 'u')} as email,
        u.search_text as search
      from app.${tableOf(document)} t
      cross join lateral sec.permission_holders($2, ${column(belongsTo.organization)}) h(user_id)
      join app.sys_user u on u.id = h.user_id
      left join app.sys_organization o on o.tenant_code = u.tenant_code and o.code = u.organize_code
      where t.id = $1 and (u.account_type <> '3' or u.personnel_code = ${column(belongsTo.salesman)})
      order by case
        when u.id = t.creator_id then 0
        when exists (
          select from app.message_comment c
          where c.record_id = t.id and c.noun = '${document.name}' and c.author_id = u.id
        ) then 1
        when u.real_name = t.audit_person_name then 1
        else 2
      end,
        u.real_name, u.id`,
    [id, permissionOf(document, 'view')],
  );
}
