import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { menuIdOf } from '#platform/server/db/id.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('template');
  await furnish(world.first);
});
afterAll(() => world.close());

const content = { head: { orderType: '0' }, lines: [{ text: 'M1', changes: { number: '2' } }] };

describe('a template for everybody', () => {
  test('is used by whoever is logged in, written by whoever holds the grant, and unknown to other tenants', async () => {
    const role = await world.first.must<{ id: string }>('POST', '/sys/role', {
      code: 'R1',
      name: '录单',
      menuList: [menuIdOf('order/order'), menuIdOf('button order:order:save')],
    });
    await world.first.must('POST', '/sys/user', {
      username: 'writer',
      realName: '录单员',
      password: world.password,
      confirmPassword: world.password,
      roleIdList: [role.id],
      organizeCode: 'O1',
    });
    const writer = await world.login('writer');
    expect((await writer.call('POST', '/channelsale/ordertemplate', { name: '开业', content })).code).toBe(403);
    const { id } = await world.first.must<{ id: string }>('POST', '/channelsale/ordertemplate', {
      name: '开业',
      content,
    });
    const list = (session: typeof writer) =>
      session.must<{ list: { name: string; content: unknown }[] }>(
        'GET',
        '/channelsale/ordertemplate/page?page=1&limit=20&status=1',
      );
    expect((await list(writer)).list).toMatchObject([{ name: '开业', content }]);
    expect((await list(world.second)).list).toEqual([]);
    expect((await writer.call('DELETE', `/channelsale/ordertemplate/${id}`)).code).toBe(403);
    await world.first.must('PUT', '/channelsale/ordertemplate', { id, name: '新店开业' });
    expect((await list(writer)).list).toMatchObject([{ name: '新店开业', content }]);
    // Of others than the house nobody writes into it, and one that is switched off is not offered.
    expect((await world.second.call('PUT', '/channelsale/ordertemplate', { id, name: '别家' })).code).toBe(404);
    expect((await writer.call('PUT', '/channelsale/ordertemplate', { id, name: '改名' })).code).toBe(403);
    await world.first.must('PUT', '/channelsale/ordertemplate/disable', [id]);
    expect((await list(writer)).list).toEqual([]);
    expect(
      (await world.first.call('PUT', '/channelsale/ordertemplate', { id, content: { lines: [{ text: 1 }] } })).code,
    ).toBe(10003);
    for (const wrong of [{}, { lines: [] }, { lines: [{ text: 1 }] }])
      expect(
        await world.first.call('POST', '/channelsale/ordertemplate', { name: '坏', content: wrong }),
      ).toMatchObject({ code: 10003, msg: '模板明细格式错误' });
    // What is no part of a template does not stay in it.
    await world.first.must('POST', '/channelsale/ordertemplate', {
      name: '多余',
      content: { ...content, secret: 'x', lines: [{ ...content.lines[0], price: '1' }] },
    });
    expect((await list(writer)).list).toEqual([expect.objectContaining({ name: '多余', content })]);
  });
});
