import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { PNG } from 'pngjs';
import type { Subject } from '#tests/contract/subject.ts';
import { openPage, type Looks } from '#tests/e2e/browser.ts';
import { settle } from '#tests/e2e/faults.ts';
import { forgetful, kinds, type Kind, type KindName } from '#tests/e2e/kinds.ts';

const folder = 'docs/pictures';
/** A page of text with pictures should not take longer to load than to read. */
const most = 200_000;

const pictures: readonly {
  readonly name: string;
  readonly kind: KindName;
  readonly language: NonNullable<Looks['language']>;
  readonly isDark?: boolean;
}[] = [
  { name: 'list', kind: 'list-ticked', language: 'zh-CN' },
  { name: 'document', kind: 'document-edit', language: 'en-US' },
  { name: 'picker', kind: 'picker', language: 'zh-CN' },
  { name: 'impact', kind: 'impact', language: 'en-US' },
  { name: 'dark', kind: 'list-classes', language: 'zh-TW', isDark: true },
];

/** Of the running product, as it is: nobody draws them by hand. */
export async function readmePictures(browser: Browser, { url, sessions: [session] }: Subject): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const { name, kind, language, isDark = false } of pictures) {
    const look = `localStorage.setItem('appearance', JSON.stringify({ isDark: ${isDark}, rowHeight: 32 }));`;
    const { page, context } = await openPage(browser, url, {
      session,
      language,
      width: 1280,
      height: 760,
      script: look + forgetful,
    });
    await page.goto('/');
    await page.locator('.sidebar').waitFor();
    const { reach }: Kind = kinds[kind];
    await reach(page);
    await settle(page);
    const picture = smallest(PNG.sync.read(await page.screenshot()));
    await context.close();
    if (picture.length > most) throw new Error(`${name}.png has ${picture.length} bytes, more than ${most}`);
    writeFileSync(join(folder, `${name}.png`), picture);
    console.log(`${name}.png ${(picture.length / 1000).toFixed(0)} kB`);
  }
}

/** Flat areas pack best unfiltered, pictures do not: the shortest of all counts. */
function smallest(picture: PNG): Buffer {
  const [first] = [0, 1, 2, 3, 4]
    .map((filterType) => PNG.sync.write(picture, { colorType: 2, deflateLevel: 9, deflateStrategy: 0, filterType }))
    .toSorted((a, b) => a.length - b.length);
  if (first === undefined) throw new Error('nothing was written');
  return first;
}
