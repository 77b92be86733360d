import { mkdirSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { png, xlsx } from '#tests/files.ts';
import { arrange, ask, passwordOf, place, sessionOf, test, type Person } from './person.ts';
import { settled } from './settled.ts';

const file = (name: string, buffer: Buffer): { name: string; mimeType: string; buffer: Buffer } => ({
  name,
  mimeType: 'application/octet-stream',
  buffer,
});
const widthOf = (person: Person, selector: string): Promise<number | undefined> =>
  person.page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.naturalWidth`);
/** E2E_SHOTS=folder keeps pictures of what a person should look at. */
async function shot(person: Person, name: string): Promise<void> {
  const folder = process.env['E2E_SHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await person.page.screenshot({ path: `${folder}/${name}.png` });
}

async function prove(person: Person, username: string): Promise<void> {
  const confirm = person.page.locator('.ant-modal', { hasText: '再次验证身份' });
  await confirm.locator('input[type="password"]').fill(passwordOf(username));
  await confirm.locator('.ant-btn-primary').click();
}

/** A picture in the store, and its address. */
async function put(username: string, name: string): Promise<string> {
  const { token } = await sessionOf(username);
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(png(80, 40))]), name);
  const { data } = (await (
    await fetch(`${place().url}/api/sys/oss/upload`, { method: 'POST', headers: { token }, body })
  ).json()) as { data: { url: string } };
  return data.url;
}

describe('the store', () => {
  test('lists what it holds; a file is added, looked at and deleted', async ({ office }) => {
    for (const name of ['一', '二', '三', '四', '五']) await put('lancai', `${name}.png`);
    const person = await office.enter('lancai');
    await person.open('oss/oss');
    const rows = person.panel.locator('[data-row-key]');
    const stamp = Date.now();
    await expect.poll(() => rows.count()).toBe(5);
    await shot(person, 'oss-list');
    await person.panel
      .locator('input[type="file"]')
      .setInputFiles([
        file(`门店陈列照片（华东大区第三季度）${stamp}.png`, png(48, 48)),
        file(`报价${stamp}.xlsx`, xlsx()),
      ]);
    const picture = rows.filter({ hasText: `第三季度）${stamp}.png` });
    await picture.waitFor();
    await rows.filter({ hasText: `报价${stamp}.xlsx` }).waitFor();
    await picture.locator('input[type="checkbox"]').check();
    await person.panel.locator('[data-verb="open"]').click();
    await expect.poll(() => widthOf(person, '.file-preview-picture')).toBe(48);
    await person.page.locator('.file-preview .ant-modal-close').click();
    await person.panel.locator('[data-verb="delete"]').click();
    await person.page.locator('[data-verb="confirm"]').click();
    await picture.waitFor({ state: 'detached' });
  });

  test('keeps a file that a brand shows, and says so', async ({ office }) => {
    await ask('lancai', 'POST', '/data/bd/brand', {
      code: 'OSS1',
      name: '有标志的品牌',
      logoUrl: await put('lancai', '门头 标志.png'),
    });
    const person = await office.enter('lancai');
    await person.open('oss/oss');
    const logo = person.panel.locator('[data-row-key]').filter({ hasText: '门头 标志.png' });
    await logo.locator('input[type="checkbox"]').check();
    await person.panel.locator('[data-verb="delete"]').click();
    await person.page.locator('[data-verb="confirm"]').click();
    await person.told('已被引用：品牌');
    await logo.waitFor();
  });

  test('is told by the platform where files go: an address that is not for it is refused at its field, the local disk is tried and taken', async ({
    office,
  }) => {
    const person = await office.enter('admin');
    await person.open('oss/oss');
    await person.panel.locator('[data-verb="config"]').click();
    const dialog = person.page.locator('.ant-modal', { hasText: '新文件存放在' });
    const choose = async (label: string): Promise<void> => {
      await dialog.locator('.ant-select').first().click();
      await person.page.locator('.ant-select-item-option', { hasText: label }).click();
    };
    await choose('MinIO');
    await dialog.locator('[data-verb="save"]').click();
    await expect.poll(() => dialog.locator('.ant-form-item-explain-error').count()).toBe(4);
    await shot(person, 'oss-config-errors');
    for (const [key, value] of [
      ['minioEndPoint', 'https://169.254.169.254'],
      ['minioBucketName', 'qudao'],
      ['minioAccessKey', 'access'],
      ['minioSecretKey', 'secret-secret'],
    ] as const)
      await dialog.locator(`[data-field="${key}"] input`).fill(value);
    await dialog.locator('[data-verb="test"]').click();
    await dialog
      .locator('[data-field="minioEndPoint"] .ant-form-item-explain-error', { hasText: '不允许连接这个地址' })
      .waitFor();
    await shot(person, 'oss-config-minio');
    await choose('本地存储');
    await dialog.locator('[data-verb="test"]').click();
    await person.told('连接正常');
    await shot(person, 'oss-config-local');
    await dialog.locator('[data-verb="save"]').click();
    await prove(person, 'admin');
    await person.told('已保存，立即生效');
    await dialog.waitFor({ state: 'detached' });
  });

  test('belongs to the platform: a tenant has no such button', async ({ office }) => {
    const person = await office.enter('lancai', { language: 'en-US', width: 1280 });
    await person.open('oss/oss');
    await person.panel.locator('[data-verb="upload"]').waitFor();
    await settled(person);
    expect(await person.panel.locator('[data-verb="config"]').count()).toBe(0);
    await shot(person, 'oss-list-en');
  });
});

describe('the branding', () => {
  test('shows its pictures on the login page and inside', async ({ office }) => {
    const { token } = await sessionOf('admin');
    const url = await put('admin', 'logo.png');
    const set = (values: object) =>
      fetch(`${place().url}/api/sys/global/config`, {
        method: 'PUT',
        headers: { token, 'content-type': 'application/json' },
        body: JSON.stringify(values),
      });
    await set({ loginLogoUrl: url, globalLogoUrl: url });
    try {
      const person = await office.enter();
      await expect.poll(() => widthOf(person, '.login-logo')).toBe(80);
      await shot(person, 'login-logo');
      await person.logIn('lancai');
      await person.page.locator('.sidebar').waitFor();
      await expect.poll(() => widthOf(person, '.sidebar img')).toBe(80);
    } finally {
      await set({ loginLogoUrl: null, globalLogoUrl: null });
      await arrange(`delete from app.sys_params where param_code in ('loginLogoUrl', 'globalLogoUrl')`);
    }
  });
});
