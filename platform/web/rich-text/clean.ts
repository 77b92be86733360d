import { fileIdIn } from '#platform/model/file.ts';
import { isRichLink, mutedTags, richAlignments, richAttributes, richTags } from '#platform/model/rich-text.ts';

const allowed: ReadonlySet<string> = new Set(richTags);
const muted: ReadonlySet<string> = new Set(mutedTags);
const aligned: ReadonlySet<string> = new Set(richAlignments);

/**
 * The same rules as the server's, for what is pasted, typed or about to be shown. What a template holds is inert:
 * nothing in it is fetched or run. `imageUrl` says under which address a file of ours is shown; the file itself is
 * remembered beside it.
 */
export function cleanMarkup(
  html: string,
  imageUrl: (id: string) => string | null = (id) => `/sys/oss/image?id=${id}`,
): string {
  const source = document.createElement('template');
  source.innerHTML = html;
  const target = document.implementation.createHTMLDocument('');
  copyInto(target.body, source.content, target, imageUrl);
  return target.body.innerHTML;
}

/** Text without a letter or a picture is none. */
export const isBlank = (html: string): boolean =>
  !/<img|<hr/i.test(html) && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === '';

function copyInto(to: Element, from: Node, made: Document, imageUrl: (id: string) => string | null): void {
  for (const node of from.childNodes) {
    if (node instanceof Text || node.nodeType === Node.TEXT_NODE)
      to.append(made.createTextNode(node.textContent ?? ''));
    if (node.nodeType !== Node.ELEMENT_NODE) continue;
    const element = node as Element;
    const tag = element.localName;
    if (muted.has(tag) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') continue;
    if (!allowed.has(tag)) {
      copyInto(to, element, made, imageUrl);
      continue;
    }
    const copy = tag === 'img' ? pictureOf(element, made, imageUrl) : made.createElement(tag);
    if (copy === null) continue;
    if (tag !== 'img') for (const name of richAttributes[tag] ?? []) keepAttribute(copy, element, name);
    const alignment = (element as HTMLElement).style.textAlign;
    if (aligned.has(alignment)) copy.setAttribute('style', `text-align:${alignment}`);
    if (tag === 'a' && copy.hasAttribute('href')) {
      copy.setAttribute('rel', 'noopener noreferrer nofollow');
      copy.setAttribute('target', '_blank');
    }
    copyInto(copy, element, made, imageUrl);
    to.append(copy);
  }
}

function keepAttribute(copy: Element, element: Element, name: string): void {
  const value = element.getAttribute(name)?.trim();
  if (
    value === undefined ||
    (name === 'href' && !isRichLink(value)) ||
    (name.endsWith('span') && !/^\d{1,2}$/.test(value))
  )
    return;
  copy.setAttribute(name, value);
}

function pictureOf(element: Element, made: Document, imageUrl: (id: string) => string | null): Element | null {
  const id =
    fileIdIn(`/sys/oss/image?id=${element.getAttribute('data-file') ?? ''}`) ??
    fileIdIn(element.getAttribute('src') ?? '');
  if (id === undefined) return null;
  const picture = made.createElement('img');
  const url = imageUrl(id);
  if (url !== null) picture.setAttribute('src', url);
  if (url !== `/sys/oss/image?id=${id}`) picture.setAttribute('data-file', id);
  picture.setAttribute('alt', element.getAttribute('alt') ?? '');
  return picture;
}
