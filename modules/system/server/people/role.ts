import { serveEntity } from '#platform/server/entity/serve.ts';
import { role } from '#system/model/user.ts';
import { refreshGrants, refuseBeyondOwn } from './grant.ts';

export const roleService = serveEntity(role, {
  async beforeSave(ctx, next) {
    await refuseBeyondOwn(ctx, next.menuList ?? [], next);
    return next;
  },
  afterSave: refreshGrants,
  afterDelete: refreshGrants,
});
