import { afterAll, beforeAll, expect, test } from 'vitest';
import { furnish } from '#tests/furniture.ts';
import { openOffice, type Office } from '#tests/office.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
let office: Office;
beforeAll(async () => {
  world = await openWorld('trail');
  await furnish(world.first);
  office = await openOffice(world, { seller: [], wang: ['manager'], passer: [], keeper: [] });
  await office.lead(
    {
      key: 'SO_NORMAL',
      name: '订单审批',
      docType: 'SO',
      nodes: [
        { kind: 'startEvent', id: 'start' },
        { kind: 'userTask', id: 'manager', name: '经理审批', approvers: 'role:manager' },
        { kind: 'endEvent', id: 'end' },
      ],
      flows: [
        ['start', 'manager'],
        ['manager', 'end'],
      ],
    },
    { condition: 'amount > 0', priority: 50 },
  );
});
afterAll(() => world.close());

test('V1: the trail of an approval is for whoever sees the document, not for every holder of its :view', async () => {
  const { seller, wang, passer } = office.people;
  const { id } = (await seller?.must<{ id: string }>('POST', '/channelsale/order', {
    organizeCode: 'O1',
    customerCode: 'CU1',
    lines: [{ productCode: 'M1', number: '2', price: '60' }],
  })) ?? { id: '' };
  await seller?.act('running/startOfBusinessKey', {
    processDefinitionKey: 'SO_NORMAL',
    businessKey: id,
    variables: { amount: 1 },
  });
  const [instance] = await world.sql<{ id: string }>('select id from app.wf_instance where bill_id = $1', [id]);
  const ways = ['getTaskHandleDetailInfo', 'getInstImage', 'getInstXml'].map(
    (name) => `/activiti/his/${name}?processInstanceId=${instance?.id ?? ''}`,
  );
  const asked = async (session: typeof passer): Promise<readonly (number | undefined)[]> =>
    Promise.all(ways.map(async (path) => (await session?.call('GET', path))?.code));
  const reach = (organizations: readonly string[]): Promise<unknown> =>
    world.sql(`update sec.principal set organizations = $2 where username = any($1)`, [
      ['passer', 'wang'],
      organizations,
    ]);
  // A picture is no envelope.
  expect(await asked(passer)).toEqual([0, -1, 0]);
  await reach(['O2']);
  expect((await passer?.call('GET', `/channelsale/order/${id}`))?.code).toBe(404);
  expect(await asked(passer)).toEqual([404, 404, 404]);
  // Whose task it is has to do with it, wherever it belongs.
  expect(await asked(wang)).toEqual([0, -1, 0]);
  await reach(['O1']);
});
