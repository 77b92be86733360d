import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/world.ts';
import { shapeFault, statement } from './statement.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('shapes');
});
afterAll(() => world.close());

const codes = 'select param_code, param_value, row_version from app.sys_params order by param_code limit 1';

describe('a statement that says what its rows are', () => {
  test('is answered when the database says the same', async () => {
    const shape = { paramCode: 'text', paramValue: 'text?', rowVersion: 'integer' } as const;
    const [row] = await world.door.open(statement(shape, codes));
    expect(row === undefined ? 0 : row.rowVersion).toBeTypeOf('number');
  });

  test('fails where a column is missing, is of another type, or was not said', async () => {
    const wrong = { paramCode: 'integer', paramValue: 'text?', rowVersion: 'integer', gone: 'date' } as const;
    await expect(world.door.open(statement(wrong, `${codes} `))).rejects.toThrow(
      'paramCode is no integer (type 25), gone is not answered',
    );
    await expect(world.door.open(statement({ paramCode: 'text' }, `${codes}  `))).rejects.toThrow(
      'paramValue is answered and not said, rowVersion is answered and not said',
    );
  });

  test('says all differences at once', () => {
    expect(
      shapeFault({ amount: 'decimal?', at: 'instant' }, [
        { name: 'amount', type: 1700 },
        { name: 'at', type: 1082 },
      ]),
    ).toBe('at is no instant (type 1082)');
  });
});
