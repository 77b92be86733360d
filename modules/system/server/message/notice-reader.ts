/**
 * Notices `n` that were sent to whoever is logged in, with his receipt `r`: those addressed to everybody since he is
 * here, and those he has a receipt for. A fragment that goes on with `and …`.
 */
export const mine = `
  app.sys_notice n
  left join app.sys_notice_receipt r
    on r.tenant_code = n.tenant_code
    and r.notice_id = n.id
    and r.user_id = (select sec.user_id())
  where n.status = '1'
    and (
      r.user_id is not null
      or (
        n.receiver_type = '0'
        and n.sender_date >= (select u.create_date from app.sys_user u where u.id = (select sec.user_id()))
      )
    )`;
