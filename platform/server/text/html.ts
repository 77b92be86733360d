import sanitizeHtml from 'sanitize-html';
import { fileIdIn } from '#platform/model/file.ts';
import { isRichLink, mutedTags, richAlignments, richAttributes, richTags } from '#platform/model/rich-text.ts';

const options: sanitizeHtml.IOptions = {
  allowedTags: [...richTags],
  allowedAttributes: {
    ...Object.fromEntries(
      Object.entries(richAttributes).map(([tag, names]) => [
        tag,
        [...names, ...(tag === 'a' ? ['rel', 'target'] : [])],
      ]),
    ),
    '*': ['style'],
  },
  allowedStyles: { '*': { 'text-align': [new RegExp(`^(${richAlignments.join('|')})$`)] } },
  // The two filters below decide; these only say that nothing else is left.
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nonTextTags: [...mutedTags],
  nestingLimit: 40,
  transformTags: {
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: isRichLink(href.trim())
        ? { href: href.trim(), rel: 'noopener noreferrer nofollow', target: '_blank' }
        : {},
    }),
  },
  // A picture of another house would tell it who reads; only files of our own are shown.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && fileIdIn(attribs['src'] ?? '') === undefined,
};

/**
 * Formatted text as it may be stored and shown: an allow list of elements, links that lead to the web, pictures of our
 * own files.
 */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, options);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter);
