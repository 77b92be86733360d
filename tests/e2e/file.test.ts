import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { pdf, png, xlsx } from '#tests/files.ts';
import { fromBillMenu } from './menu.ts';
import { writeOrder } from './orders.ts';
import { ask, test, type Person } from './person.ts';
import { settled } from './settled.ts';

const visit = async (person: Person, route: string): Promise<void> => {
  await person.page.evaluate(`location.hash = ${JSON.stringify(`#/${route}`)}`);
  await person.page.locator(`[data-panel="${route}"]`).waitFor({ state: 'visible' });
};
const file = (name: string, buffer: Buffer): { name: string; mimeType: string; buffer: Buffer } => ({
  name,
  mimeType: 'application/octet-stream',
  buffer,
});
/** What the browser made of a picture; 0 is one that did not arrive. */
const widthOf = (person: Person, selector: string): Promise<number | undefined> =>
  person.page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.naturalWidth`);
const chooserIn = (place: Locator): Locator => place.locator('input[type="file"]');

const newOrder = async (): Promise<string> => (await writeOrder()).id;

/** The drawer with the files of a fresh order. */
async function attachments(person: Person, action = 'read'): Promise<{ drawer: Locator; id: string }> {
  const id = await newOrder();
  await visit(person, `order-order__${action}__${id}`);
  await person.panel.locator('[data-verb="attachments"]').click();
  const drawer = person.page.locator('.attachments');
  await drawer.locator('.file-none').waitFor();
  return { drawer, id };
}

describe('attachments', () => {
  test('are chosen, shown with who and when, previewed, downloaded and removed; the history tells', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    const { drawer } = await attachments(person);
    await chooserIn(drawer).setInputFiles([
      file('合同.pdf', pdf()),
      file('门店.png', png(64, 64)),
      file('报价.xlsx', xlsx()),
    ]);
    await expect
      .poll(() => drawer.locator('[data-testid="attachments"] .file-name').allInnerTexts())
      .toEqual(['合同.pdf', '门店.png', '报价.xlsx']);
    await expect
      .poll(() => person.panel.locator('[data-verb="attachments"]').getAttribute('aria-label'))
      .toBe('附件 (3)');
    await drawer.locator('[data-file="门店.png"] [data-verb="previewFile"]').click();
    await expect.poll(() => widthOf(person, '.file-preview-picture')).toBe(64);
    await person.page.locator('.file-preview .ant-modal-close').click();
    await drawer.locator('[data-file="门店.png"] [data-verb="removeFile"]').click();
    await person.page.locator('[data-verb="confirm"]').click();
    await expect
      .poll(() => drawer.locator('[data-testid="attachments"] .file-name').allInnerTexts())
      .toEqual(['合同.pdf', '报价.xlsx']);
    await drawer.locator('.ant-drawer-close').click();
    await fromBillMenu(person.page, 'history');
    await expect
      .poll(() => person.page.locator('.history-log [data-operation] strong').allInnerTexts())
      .toEqual(['删除附件', '添加附件', '添加附件', '添加附件', '新增']);
  });

  test('[A92] [A283] are posted with a ticket in their address, and pictures asked for with one', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    const urls: string[] = [];
    person.page.on('request', (request) => {
      if (request.resourceType() !== 'fetch') urls.push(`${request.method()} ${request.url()}`);
    });
    const { drawer } = await attachments(person);
    await chooserIn(drawer).setInputFiles([file('门店.png', png(32, 32))]);
    await drawer.locator('img.file-picture').waitFor();
    expect(urls.filter((url) => /^POST .*\/attachments\?token=t\./.test(url))).toHaveLength(1);
    await expect
      .poll(() => urls.filter((url) => /^GET .*\/attachments\/[0-9a-f-]{36}\?inline=1&token=t\./.test(url)).length)
      .toBe(1);
    expect(urls.some((url) => url.includes(String(person.sent[0]?.headers['token'])))).toBe(false);
  });

  test('are dropped on the page and pasted from the clipboard', async ({ office }) => {
    const person = await office.enter('lancai');
    const { drawer } = await attachments(person, 'edit');
    const bytes = [...png(16, 16)];
    const transfer = (name: string): string =>
      `const data = new DataTransfer(); data.items.add(new File([new Uint8Array(${JSON.stringify(bytes)})], ${JSON.stringify(name)}, { type: 'image/png' }));`;
    await person.page.evaluate(
      `{ ${transfer('拖入.png')} document.querySelector('.attachments .drop-zone').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })); }`,
    );
    await person.page.evaluate(
      `{ ${transfer('image.png')} document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); }`,
    );
    await expect
      .poll(async () =>
        (await drawer.locator('[data-testid="attachments"] .file-name').allInnerTexts()).map((name) =>
          name.replace(/^\d{12}/, 'time'),
        ),
      )
      .toEqual(['拖入.png', 'time.png']);
  });

  test('[A106] a failed upload shows what the server said, stays, and is sent again', async ({ office }) => {
    const person = await office.enter('lancai');
    const { drawer } = await attachments(person);
    // The name passes, the content does not.
    await chooserIn(drawer).setInputFiles([file('假的.pdf', Buffer.from('<script>alert(1)</script>'))]);
    await person.told('只支持png, jpg, jpeg, gif, webp, pdf');
    await expect
      .poll(() => drawer.locator('[data-upload="failed"] .file-why').innerText())
      .toContain('上传失败：只支持png');
    await drawer.locator('[data-verb="removeUpload"]').click();
    let isBroken = true;
    await person.page.route('**/attachments?token=*', async (route) => {
      if (!isBroken) return route.continue();
      await route.fulfill({ json: { code: 20099, msg: '存储空间已满', data: null } });
    });
    await chooserIn(drawer).setInputFiles([file('合同.pdf', pdf())]);
    await person.told('存储空间已满');
    await expect.poll(() => drawer.locator('[data-upload="failed"]').innerText()).toContain('存储空间已满');
    await settled(drawer);
    expect(await drawer.locator('[data-testid="attachments"]').count()).toBe(0);
    isBroken = false;
    await drawer.locator('[data-verb="retryUpload"]').click();
    await expect
      .poll(() => drawer.locator('[data-testid="attachments"] .file-name').allInnerTexts())
      .toEqual(['合同.pdf']);
    await settled(drawer);
    expect(await drawer.locator('[data-upload]').count()).toBe(0);
  });

  test('[A282] [A284] a file of another format is refused before it is sent, with the tip in the language of the page', async ({
    office,
  }) => {
    for (const [language, tip] of [
      ['zh-CN', '只支持{format}格式文件！'],
      ['zh-TW', '只支援{format}格式檔案！'],
      ['en-US', 'Only {format} format files supported'],
    ] as const) {
      const person = await office.enter('lancai', { language });
      const { drawer } = await attachments(person);
      const text = tip.replace('{format}', 'png, jpg, jpeg, gif, webp, pdf, xlsx, docx, pptx, zip, txt, csv');
      await expect.poll(() => drawer.locator('.upload-tip').innerText()).toContain(text);
      const posted = person.page
        .waitForRequest((request) => request.method() === 'POST' && request.url().includes('/attachments'), {
          timeout: 1500,
        })
        .then(
          () => true,
          () => false,
        );
      await chooserIn(drawer).setInputFiles([file('安装.exe', Buffer.from('MZ'))]);
      await person.told(text);
      expect(await posted).toBe(false);
      await settled(drawer);
      expect(await drawer.locator('[data-upload]').count()).toBe(0);
    }
  });

  test('[A107] a download is told: with the words of the server, or with the default', async ({ office }) => {
    const person = await office.enter('lancai');
    const { drawer } = await attachments(person);
    await chooserIn(drawer).setInputFiles([file('合同（终稿）.pdf', pdf('终稿'))]);
    const [download] = await Promise.all([
      person.page.waitForEvent('download'),
      person.told('下载成功'),
      drawer.locator('[data-verb="downloadFile"]').click(),
    ]);
    expect(download.suggestedFilename()).toBe('合同（终稿）.pdf');
    expect(readFileSync(await download.path()).equals(pdf('终稿'))).toBe(true);
    await person.page.route('**/attachments/*?token=*', (route) =>
      route.fulfill({ json: { code: 0, msg: '已转到档案室', data: null } }),
    );
    await Promise.all([person.told('已转到档案室'), drawer.locator('[data-verb="downloadFile"]').click()]);
    await person.page.unroute('**/attachments/*?token=*');
    await person.page.route('**/attachments/*?token=*', (route) =>
      route.fulfill({ json: { code: 404, msg: '文件不存在', data: null } }),
    );
    await Promise.all([person.told('文件不存在'), drawer.locator('[data-verb="downloadFile"]').click()]);
  });

  test('can be read and not changed by whoever may only view', async ({ office }) => {
    const id = await newOrder();
    const person = await office.enter('lancai');
    await visit(person, `order-order__read__${id}`);
    await person.panel.locator('[data-verb="attachments"]').click();
    const drawer = person.page.locator('.attachments');
    await chooserIn(drawer).setInputFiles([file('合同.pdf', pdf())]);
    await drawer.locator('[data-verb="removeFile"]').waitFor();
    await drawer.locator('.ant-drawer-close').click();
    await person.page.route('**/api/sys/menu/permissions*', async (route) => {
      const reply = await route.fetch();
      const { data, ...rest } = (await reply.json()) as { data: string[] };
      await route.fulfill({
        json: { ...rest, data: data.filter((permission) => permission !== 'order:order:update') },
      });
    });
    await person.page.reload();
    await person.panel.locator('[data-verb="attachments"]').click();
    await drawer.locator('[data-verb="downloadFile"]').waitFor();
    await settled(drawer);
    expect([
      await drawer.locator('.drop-zone').count(),
      await drawer.locator('[data-verb="removeFile"]').count(),
    ]).toEqual([0, 0]);
  });

  test('that cannot be read say so and can be asked for again', async ({ office }) => {
    const person = await office.enter('lancai');
    const id = await newOrder();
    let isBroken = true;
    await person.page.route(`**/order/${id}/attachments?*`, (route) =>
      isBroken ? route.fulfill({ json: { code: 20001, msg: '暂时不可用', data: null } }) : route.continue(),
    );
    await visit(person, `order-order__read__${id}`);
    await person.panel.locator('[data-verb="attachments"]').click();
    const drawer = person.page.locator('.attachments');
    await expect.poll(() => drawer.innerText()).toContain('附件读取失败 · 暂时不可用');
    isBroken = false;
    await drawer.locator('[data-verb="reload"]').click();
    await drawer.locator('.file-none').waitFor();
  });
});

describe('a picture field', () => {
  const brand = 'data-brand?tenantFlag=0__add__0';

  test('[picker:upload] uploads, shows, previews and removes; the saved record keeps it and the list shows it', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    await visit(person, brand);
    const field = person.panel.locator('[data-field="logoUrl"]');
    const code = `PIC${Date.now() % 100_000}`;
    await person.panel.locator('[data-field="code"] input').fill(code);
    await person.panel.locator('[data-field="name"] input').fill('有标志的品牌');
    await chooserIn(field).setInputFiles([file('标志.png', png(48, 48))]);
    await field.locator('img.upload-picture').waitFor();
    await settled(field);
    expect(await field.locator('.drop-zone').count()).toBe(0);
    await field.locator('.upload-tile').hover();
    await field.locator('[data-verb="openFile"]').click();
    await expect.poll(() => widthOf(person, '.file-preview-picture')).toBe(48);
    await person.page.locator('.file-preview .ant-modal-close').click();
    await field.locator('[data-verb="removeFile"]').click();
    await field.locator('.drop-zone').waitFor();
    await chooserIn(field).setInputFiles([file('标志2.png', png(48, 48, [200, 40, 40]))]);
    await field.locator('img.upload-picture').waitFor();
    await person.panel.locator('[data-verb="save"]').click();
    await person.told('保存成功');
    const { list } = await ask<{ list: { id: string; logoUrl: string }[] }>(
      'lancai',
      'GET',
      `/data/bd/brand/page?code=${code}`,
    );
    expect(list[0]?.logoUrl).toMatch(/^\/sys\/oss\/image\?id=[0-9a-f-]{36}$/);
    await visit(person, `data-brand?tenantFlag=0__read__${list[0]?.id ?? ''}`);
    await expect.poll(() => widthOf(person, '.tab-panel:not([style*="none"]) .read-value img')).toBe(48);
    await ask('lancai', 'DELETE', `/data/bd/brand/${list[0]?.id ?? ''}`);
  });

  test('takes pictures only, by name here and by content there', async ({ office }) => {
    const person = await office.enter('lancai');
    await visit(person, brand);
    const field = person.panel.locator('[data-field="logoUrl"]');
    await chooserIn(field).setInputFiles([file('合同.pdf', pdf())]);
    await person.told('只支持png, jpg, jpeg, gif, webp格式文件！');
    await settled(field);
    expect(await field.locator('[data-upload]').count()).toBe(0);
    await chooserIn(field).setInputFiles([file('合同.png', pdf())]);
    await field.locator('[data-upload="failed"]').waitFor();
    await field.locator('[data-verb="removeUpload"]').click();
    await field.locator('.drop-zone').waitFor();
  });
});

describe('a field of several files', () => {
  test('names them, hands them out, and lets go of one', async ({ office }) => {
    const person = await office.enter('lancai');
    await visit(person, 'sys-notice__add__0');
    const field = person.panel.locator('[data-field="attachments"]');
    await chooserIn(field).setInputFiles([
      file('会议纪要.pdf', pdf()),
      file('现场.png', png(20, 20)),
      file('名单.xlsx', xlsx()),
    ]);
    await expect
      .poll(() => field.locator('.upload-chip .file-name').allInnerTexts())
      .toEqual(['会议纪要.pdf', '名单.xlsx']);
    await field.locator('img.upload-picture').waitFor();
    const [download] = await Promise.all([
      person.page.waitForEvent('download'),
      field.locator('.upload-chip [data-verb="openFile"]').first().click(),
    ]);
    expect(download.suggestedFilename()).toBe('会议纪要.pdf');
    await field.locator('.upload-chip [data-verb="removeFile"]').first().click();
    await expect.poll(() => field.locator('.upload-chip .file-name').allInnerTexts()).toEqual(['名单.xlsx']);
  });
});
