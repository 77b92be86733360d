import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileTypes } from '#platform/model/file.ts';
import { docx, formOf, pdf, png, upload, xlsx, zip } from '#tests/files.ts';
import { openWorld, type World } from '#tests/world.ts';
import { cpuWatch } from '#tests/cpu-time.ts';

/** The store is a folder inside a folder: whatever climbs out of the first is seen in the second. */
const ground = mkdtempSync(join(tmpdir(), 'qudao-hostile-'));
const folder = join(ground, 'deep', 'store');
mkdirSync(folder, { recursive: true });
process.env['FILES_FOLDER'] = folder;

let world: World;
beforeAll(async () => {
  world = await openWorld('hostilefiles');
});
afterAll(async () => {
  await world.close();
  rmSync(ground, { recursive: true });
});

const path = '/sys/oss/upload';
const html = '<!doctype html><script>alert(1)</script>';
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
const jpeg = (tail = ''): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
    Buffer.from('JFIF\0'),
    Buffer.alloc(200, 1),
    Buffer.from(tail),
  ]);
const gif = (tail = ''): Buffer =>
  Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from([1, 0, 1, 0, 0, 0, 0]),
    Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 0, 0x3b]),
    Buffer.from(tail),
  ]);
const program = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(400)]);
/** A gigabyte of nothing in a megabyte of archive; to us it is a megabyte. */
const bomb = (): Buffer => zip({ 'zeros.bin': deflateRawSync(Buffer.alloc(50_000_000)) });

/** Contents that are refused whatever they are called. */
const refused: Readonly<Record<string, readonly [name: string, content: Buffer | string]>> = {
  'a page': ['page.html', html],
  'a page called a picture': ['page.png', html],
  'a page after a thousand blanks': ['page.txt', ' \r\n'.repeat(400) + html],
  'a page behind a mark of order': ['page.txt', `\ufeff${html}`],
  'a page in UTF-16': ['page.txt', Buffer.from(`\ufeff${html}`, 'utf16le')],
  'a page in capitals with gaps': ['page.csv', '< SCRIPT >alert(1)</ SCRIPT >'],
  'a page inside a list': ['list.csv', 'a,b\n1,<iframe src=javascript:alert(1)>\n'],
  'a drawing with a script': ['logo.svg', svg],
  'a drawing called a picture': ['logo.png', svg],
  'a drawing behind a declaration': ['logo.svg', `<?xml version="1.0"?>\n<!-- x -->${svg}`],
  'XML with a foreign entity': ['x.xml', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'],
  'a mail that holds a page': ['x.mhtml', 'MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\nhello'],
  'a program of Windows': ['setup.exe', program],
  'a program called a picture': ['cat.jpg', program],
  'a program of Linux': ['run', Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(300)])],
  'a program of a Mac': ['run', Buffer.concat([Buffer.from([0xcf, 0xfa, 0xed, 0xfe]), Buffer.alloc(300)])],
  'a script for a shell': ['notes.txt', '#!/bin/sh\nrm -rf ~\n'],
  'a page for a printer': ['x.ps', '%!PS-Adobe-3.0\n(x) run\n'],
  'a Java program': ['x.zip', zip({ 'META-INF/MANIFEST.MF': 'Main-Class: X', 'X.class': 'x' })],
  'a phone program': ['x.zip', zip({ 'AndroidManifest.xml': 'x', 'classes.dex': 'x' })],
  'a workbook with macros': [
    'x.xlsx',
    zip({ '[Content_Types].xml': '', 'xl/workbook.xml': '', 'xl/vbaProject.bin': 'x' }),
  ],
  'an old workbook that may hold macros': [
    'x.xls',
    Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(600)]),
  ],
  'half an archive': ['x.zip', zip({ a: 'b' }).subarray(0, 20)],
  'an archive without an end': ['x.zip', Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(500)])],
  'the head of a picture alone': ['x.png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  'a picture made of a script': ['x.gif', 'GIF89a/*\x00*/=1;alert(1)'],
  'a picture of text only': ['x.gif', 'GIF89a=1;alert(document.domain)//aaaaaaaaaaaaaaaa'],
  'a document that starts later': ['x.pdf', `junk\n${pdf().toString()}\u0000`],
  'a document without an end': ['x.pdf', '%PDF-1.7\n1 0 obj'],
  'a sound that is none': [
    'x.webp',
    Buffer.concat([Buffer.from('RIFF\x10\0\0\0WAVEfmt ', 'latin1'), Buffer.alloc(40)]),
  ],
  nothing: ['empty.png', ''],
  zeros: ['zero.txt', Buffer.alloc(5000)],
  noise: ['noise.txt', Buffer.from(Array.from({ length: 3000 }, (_x, i) => (i * 7919 + (i >> 3)) % 256))],
  'an escape sequence for a terminal': ['x.txt', 'hello \u001b]0;owned\u0007'],
};

/** Contents that are stored: what else they might be does not matter, because of how they are handed out. */
const stored: Readonly<Record<string, readonly [content: Buffer | string, type: keyof typeof fileTypes]>> = {
  'a picture with a page behind it': [Buffer.concat([png(), Buffer.from(html)]), 'png'],
  'a photo with a page in it': [jpeg(html), 'jpeg'],
  'a photo with a program behind it': [jpeg('<?php system($_GET[0]); ?>'), 'jpeg'],
  'an animation with an archive behind it': [Buffer.concat([gif(), zip({ 'x.class': 'x' })]), 'gif'],
  'a document with a script': [pdf('/OpenAction <</S /JavaScript /JS (app.alert(1))>>'), 'pdf'],
  'an archive that unfolds to fifty times its size': [bomb(), 'zip'],
  'an archive whose entries climb': [zip({ '../../../../etc/cron.d/x': 'x', 'C:\\x.bat': 'x' }), 'zip'],
  'a workbook with a page inside': [zip({ '[Content_Types].xml': html, 'xl/workbook.xml': html }), 'xlsx'],
  'a list with formulas': ["=cmd|'/c calc'!A1,@SUM(1)\n", 'text'],
  'a shortcut': ['[InternetShortcut]\r\nURL=javascript:alert(1)\r\n', 'text'],
  'commands for Windows': ['@echo off\r\nformat c:\r\n', 'text'],
};

/** Names that mean something somewhere. */
const names: readonly string[] = [
  '../../../../escaped.png',
  '..\\..\\escaped.png',
  '/etc/passwd',
  'C:\\Windows\\win.ini',
  '....//....//escaped.png',
  '%2e%2e%2fescaped.png',
  '..%c0%af..%c0%afescaped.png',
  'x.png\u0000.exe',
  'x.html',
  'x.png.html',
  'x.exe.png',
  'x.php;.png',
  'x.asp:.png',
  'x.png::$DATA',
  'CON',
  'nul.png',
  'COM1.png',
  '.htaccess',
  '.',
  '..',
  ' ',
  '-rf',
  'photo\u202Egnp.exe',
  '\u2066photo\u2069.png',
  'a\u0301\u0301\u0301.png',
  '\ud800.png',
  'x\r\nset-cookie: a=b.png',
  'x";filename="y.html',
  `'; drop table app.sys_file; --.png`,
  '<img src=x onerror=alert(1)>.png',
  '${jndi:ldap://x}.png',
  '{{7*7}}.png',
  '`id`.png',
  '$(id).png',
  '|id.png',
  '文'.repeat(400) + '.png',
  'a'.repeat(5000),
  'x.PNG',
  '__proto__',
  'constructor.png',
  '😀👨‍👩‍👧.png',
  'x.png ',
  'x.png...',
  '=HYPERLINK("x").png',
];

interface Found {
  readonly state: string;
  readonly name: string;
  readonly type: string | null;
}
const rowOf = async (id: string): Promise<Found | undefined> =>
  (await world.sql<Found>('select state, name, type from app.sys_file where id = $1', [id]))[0];
/** Everything below the ground that is no file of the store by its key. */
const strays = (): string[] =>
  readdirSync(ground, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !(/^[0-9a-f]{32}$/.test(entry.name) && entry.parentPath.startsWith(folder)))
    .map((entry) => join(entry.parentPath, entry.name));
const keptCount = async (): Promise<number> =>
  Number((await world.sql<{ count: string }>(`select count(*) from app.sys_file where state = 'kept'`))[0]?.count);
const storeCount = (): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
const invisible = /[\p{C}\p{Zl}\p{Zp}/\\<>:"|?*%;]/u;
let cases = 0;

/** How it is handed out is what makes it harmless. */
async function handedOut(id: string, isInline: boolean): Promise<readonly unknown[]> {
  const reply = await world.app.inject({
    method: 'GET',
    url: `/api/sys/oss/${isInline ? 'image' : 'download'}?id=${id}`,
    headers: { token: world.first.token },
  });
  const { headers } = reply;
  return [
    headers['content-type'],
    String(headers['content-disposition']).split(';')[0],
    headers['x-content-type-options'],
    headers['content-security-policy'],
    headers['set-cookie'],
  ];
}

describe('a hostile file', () => {
  test.each(Object.keys(refused))('that is %s is refused and leaves nothing', async (title) => {
    const [name, content] = refused[title] ?? ['', ''];
    const before = [await keptCount(), storeCount()];
    const { status, code, msg } = await upload(world, world.first, path, content, name);
    expect([status, code, msg.startsWith('只支持')]).toEqual([200, 10003, true]);
    expect([await keptCount(), storeCount()]).toEqual(before);
    cases += 1;
  });

  test.each(Object.keys(stored))('that is %s is bytes and nothing more', async (title) => {
    const [content, type] = stored[title] ?? ['', 'text'];
    const cpu = cpuWatch();
    const { code, data } = await upload(world, world.first, path, content, 'x.html');
    expect([code, data.fileType, data.fileName]).toEqual([0, type, `x.html.${fileTypes[type].extensions[0]}`]);
    expect(cpu()).toBeLessThan(2000);
    const isPicture = 'isPicture' in fileTypes[type];
    for (const isInline of isPicture ? [true, false] : [false]) {
      expect(await handedOut(data.id, isInline)).toEqual([
        fileTypes[type].mime,
        isInline ? 'inline' : 'attachment',
        'nosniff',
        `default-src 'none'; sandbox`,
        undefined,
      ]);
    }
    cases += 1;
  });

  test.each(names.map((name, at) => [at, JSON.stringify(name.slice(0, 40)), name] as const))(
    'called %d %s is stored under a key of ours, with a label that does nothing',
    async (_at, _shown, name) => {
      const { code, data } = await upload(world, world.first, path, png(), name);
      expect(code).toBe(0);
      expect(data.fileName).toMatch(/[^. ]\.png$/i);
      expect(data.fileName).not.toMatch(invisible);
      expect([...data.fileName].length).toBeLessThanOrEqual(130);
      expect(data.fileName).not.toMatch(/^(con|nul|com1)\./i);
      expect(await rowOf(data.id)).toEqual({ state: 'kept', name: data.fileName, type: 'png' });
      expect(await handedOut(data.id, false)).toEqual([
        'image/png',
        'attachment',
        'nosniff',
        `default-src 'none'; sandbox`,
        undefined,
      ]);
      expect(strays()).toEqual([]);
      cases += 1;
    },
  );

  test('in a body that is not what it says is answered politely', async () => {
    const form = formOf(png(), 'x.png');
    const send = (payload: Buffer | string, headers: Record<string, string>) =>
      world.app.inject({
        method: 'POST',
        url: `/api${path}`,
        headers: { token: world.first.token, ...headers },
        payload,
      });
    const bodies: readonly (readonly [Buffer | string, Record<string, string>])[] = [
      [form.payload, { 'content-type': 'multipart/form-data' }],
      [form.payload, { 'content-type': 'multipart/form-data; boundary=other' }],
      [form.payload.subarray(0, 60), form.headers],
      [form.payload.subarray(0, form.payload.length - 20), form.headers],
      ['', form.headers],
      ['x', { 'content-type': 'multipart/form-data; boundary=' }],
      [formOf(png(), 'x.png', { field: '__proto__' }).payload, form.headers],
      [formOf(png(), 'x.png', { field: 'other' }).payload, formOf(png(), 'x.png').headers],
      [Buffer.concat([form.payload.subarray(0, -2), Buffer.alloc(200_000, 65)]), form.headers],
      [form.payload, { 'content-type': 'application/x-www-form-urlencoded' }],
    ];
    const before = await keptCount();
    for (const [payload, headers] of bodies) {
      const reply = await send(payload, headers);
      const { code } = reply.json<{ code: number }>();
      expect([200, 413], reply.payload).toContain(reply.statusCode);
      expect([0, 10003], reply.payload).toContain(code);
      cases += 1;
    }
    expect(await keptCount()).toBeLessThanOrEqual(before + 1);
    expect(strays()).toEqual([]);
  });

  test('on a route that takes none is refused there too', async () => {
    const form = formOf(png(), 'x.png');
    for (const route of world.routes
      .filter(({ method, takesFile, permission }) => method === 'POST' && takesFile !== true && permission !== 'public')
      .slice(0, 30)) {
      const reply = await world.app.inject({
        method: 'POST',
        url: `/api${route.path}`,
        headers: { ...form.headers, token: world.first.token },
        payload: form.payload,
      });
      expect(reply.json<{ code: number }>().code, route.path).toBe(10003);
    }
  });

  test('left no trace outside the store, no fault in the log, and the office formats still pass', async () => {
    expect([existsSync('/tmp/escaped.png'), strays()]).toEqual([false, []]);
    expect(world.log.filter((line) => line.includes('"level":50'))).toEqual([]);
    for (const [content, type] of [
      [xlsx(), 'xlsx'],
      [docx(), 'docx'],
    ] as const)
      expect((await upload(world, world.first, path, content, `x.${type}`)).data.fileType).toBe(type);
    expect(cases).toBe(Object.keys(refused).length + Object.keys(stored).length + names.length + 10);
    console.log(`hostile files: ${cases} cases, 0 effects`);
  });
});
