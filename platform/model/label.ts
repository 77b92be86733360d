/** One text in the three interface languages, side by side so that none is forgotten. */
export type Label = readonly [zhCN: string, zhTW: string, en: string];

export const languages = ['zh-CN', 'zh-TW', 'en-US'] as const;
export type Language = (typeof languages)[number];

export function textOf(label: Label, language: Language): string {
  return label[languages.indexOf(language)] ?? label[0];
}

/** Fills `{name}` places; a place without a value stays visible, so a forgotten parameter is seen at once. */
export function fill(text: string, params: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : place,
  );
}

/** What a browser or a script asks for in Accept-Language; anything unknown is Simplified Chinese. */
export function languageOf(header: string | undefined): Language {
  const first = (header ?? '').split(',')[0]?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (first === 'zh-tw' || first === 'zh-hk' || first.startsWith('zh-hant')) return 'zh-TW';
  return first.startsWith('en') ? 'en-US' : 'zh-CN';
}
