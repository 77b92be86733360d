import { apiBase } from '#platform/web/api/client.ts';
import { kinds, things } from './specimens.ts';

/** The gallery asks no server: what its parts read is answered here, the same every time. */
export function answerHere(): void {
  const ask = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    if (!pathname.startsWith(`${apiBase}/`)) return ask(input, init);
    const data = answers.find(([pattern]) => pattern.test(pathname))?.[1] ?? null;
    return Promise.resolve(Response.json({ code: 0, msg: 'success', data }));
  };
}

const answers: readonly (readonly [RegExp, unknown])[] = [
  [/\/gallery\/thing\/page$/, { list: things, total: things.length }],
  [/\/gallery\/kind\/list$/, kinds],
  [/\/dict/, [{ dictType: 'gallery', dictValue: '1', dictLabel: '第一项 First entry' }]],
  [/\/list$/, []],
];
