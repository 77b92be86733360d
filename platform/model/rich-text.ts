/**
 * What formatted text may consist of. The server cleans by this list when a record is saved, the browser when it shows
 * or pastes one.
 */
export const richTags = [
  'p',
  'br',
  'hr',
  'div',
  'span',
  'h2',
  'h3',
  'h4',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'sub',
  'sup',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'code',
  'a',
  'img',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const;

/** Content and all: what stands inside these is no text. */
export const mutedTags = [
  'script',
  'style',
  'textarea',
  'option',
  'noscript',
  'title',
  'xmp',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'template',
  'noembed',
  'noframes',
  'plaintext',
] as const;

export const richAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  img: ['src', 'alt'],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
};

/** To the web, to a mailbox, or a placeholder that a template fills; what it is filled with is looked at again. */
export const isRichLink = (href: string): boolean =>
  /^(https?:\/\/|mailto:)[^\s\u0000-\u001f]+$/i.test(href) || /^\{\{ *[A-Za-z]\w{0,49} *\}\}$/.test(href);

export const richAlignments = ['left', 'center', 'right', 'justify'] as const;
