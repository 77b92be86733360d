import { contentIn, mostTemplateBytes, type TemplateContent } from '#sales/model/template-content.ts';

/** A template that somebody keeps for himself. */
export interface OwnTemplate {
  readonly name: string;
  readonly content: TemplateContent;
}

export const mostOwn = 20;
export const ownKey = 'templates:order:order';
export const noTemplates: readonly OwnTemplate[] = [];

export const areTemplates = (value: unknown): value is readonly OwnTemplate[] =>
  Array.isArray(value) &&
  value.every((each: unknown) => {
    const { name, content } = (each ?? {}) as { name?: unknown; content?: unknown };
    return typeof name === 'string' && contentIn(content) !== null;
  });

/** One of the same name is replaced where it stands. Null when there is no room. */
export function withTemplate(kept: readonly OwnTemplate[], template: OwnTemplate): readonly OwnTemplate[] | null {
  const isKnown = kept.some(({ name }) => name === template.name);
  const next = isKnown ? kept.map((each) => (each.name === template.name ? template : each)) : [...kept, template];
  return next.length > mostOwn || new TextEncoder().encode(JSON.stringify(next)).length > mostTemplateBytes
    ? null
    : next;
}

/** A name that another one has is not taken from it. */
export const renamedTemplate = (kept: readonly OwnTemplate[], from: string, to: string): readonly OwnTemplate[] =>
  to === '' || kept.some(({ name }) => name === to)
    ? kept
    : kept.map((each) => (each.name === from ? { ...each, name: to } : each));

export const withoutTemplate = (kept: readonly OwnTemplate[], gone: string): readonly OwnTemplate[] =>
  kept.filter(({ name }) => name !== gone);
