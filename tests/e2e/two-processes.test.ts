import { describe, expect } from 'vitest';
import { ask, passwordOf, place, test } from './person.ts';
import { startProduct, type Product } from './product.ts';

/** Another process of the product on the same database. */
const second = async <T>(work: (product: Product) => Promise<T>): Promise<T> => {
  const application = new URL(place().adminUrl);
  [application.username, application.password] = ['qudao_app', ''];
  const product = await startProduct({
    admin: place().adminUrl,
    application:
      process.env['DATABASE_URL'] === undefined
        ? application.href
        : Object.assign(new URL(process.env['DATABASE_URL']), { pathname: application.pathname }).href,
  });
  try {
    return await work(product);
  } finally {
    await product.stop();
  }
};

interface Entry {
  readonly id: string;
  readonly dictLabel: string;
  readonly rowVersion: number;
}

describe('two processes on one database', () => {
  test('a dictionary changed through one shows in a browser on the other within 3 s', async ({ office }) => {
    const types = await ask<readonly { dictType: string; dictTypeId: string }[]>('admin', 'GET', '/sys/dict/type/all');
    const { dictTypeId } = types.find(({ dictType }) => dictType === 'news_type') ?? { dictTypeId: '' };
    const read = async (): Promise<Entry> => {
      const [found] = (
        await ask<{ list: Entry[] }>('admin', 'GET', `/sys/dict/data/page?dictTypeId=${dictTypeId}&limit=1`)
      ).list;
      if (found === undefined) throw new Error('there is no kind of news');
      return found;
    };
    const entry = await read();
    const person = await office.enter('lancai');
    await person.open('sys/news');
    await person.panel.locator('[data-filter="type"] .ant-select').click();
    const options = person.page.locator('.ant-select-dropdown:visible');
    await options.getByText(entry.dictLabel, { exact: true }).first().waitFor();
    const took = await second(async ({ url }) => {
      const session = await fetch(`${url}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: passwordOf('admin') }),
      });
      const {
        data: { token },
      } = (await session.json()) as { data: { token: string } };
      const changed = await fetch(`${url}/api/sys/dict/data`, {
        method: 'PUT',
        headers: { token, 'content-type': 'application/json' },
        body: JSON.stringify({ ...entry, dictLabel: '改名的种类' }),
      });
      expect(((await changed.json()) as { code: number }).code).toBe(0);
      const since = Date.now();
      await options.getByText('改名的种类', { exact: true }).first().waitFor({ timeout: 6000 });
      return Date.now() - since;
    });
    console.log(`the browser showed it after ${took} ms`);
    await ask('admin', 'PUT', '/sys/dict/data', { ...(await read()), dictLabel: entry.dictLabel });
  });
});
