import type { FastifyInstance } from 'fastify';

/**
 * Deeper than anything the product writes or reads; what walks a body by itself runs out of stack at some thousands.
 */
const mostLevels = 64;

/** Bodies as Fastify reads them, but for those that lie too deep: refused before anything is made of them. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isTooDeep(body.toString())) done(Object.assign(new Error('too deep'), { statusCode: 400 }));
    else void parse(request, body.toString(), done);
  });
}

/** Levels of lists and objects, counted without reading them; what stands in quotes is no level. */
export function isTooDeep(text: string): boolean {
  if (text.length <= mostLevels * 2) return false;
  let level = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === quote) at = endOfText(text, at);
    else if (sign === openList || sign === openObject) {
      level += 1;
      if (level > mostLevels) return true;
    } else if (sign === closeList || sign === closeObject) level -= 1;
  }
  return false;
}

const [quote, openList, closeList, openObject, closeObject] = [...'"[]{}'].map((sign) => sign.charCodeAt(0));

/** Where the text that begins here ends; a quote behind an odd number of backslashes belongs to it. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
