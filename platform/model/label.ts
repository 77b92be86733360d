/** One text in the three interface languages, side by side so that none is forgotten. */
export type Label = readonly [zhCN: string, zhTW: string, en: string];

export const languages = ['zh-CN', 'zh-TW', 'en-US'] as const;
export type Language = (typeof languages)[number];

export function textOf(label: Label, language: Language): string {
  return label[languages.indexOf(language)] ?? label[0];
}

/**
 * Fills `{name}` places, and `{count:row|rows}` places with the word for one or for several; a place without a value
 * stays visible, so a forgotten parameter is seen at once.
 */
export function fill(text: string, params: Readonly<Record<string, unknown>>): string {
  return text.replace(
    /\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g,
    (place, name: string, one: string | undefined, several: string | undefined) => {
      if (!Object.hasOwn(params, name)) return place;
      const value = String(params[name]);
      return (value === '1' ? one : several) ?? value;
    },
  );
}

const irregular: Readonly<Record<string, string>> = {
  New: 'Created',
  Submit: 'Submitted',
  Cancel: 'Cancelled',
  Send: 'Sent',
  Hold: 'Held',
  Withdraw: 'Withdrawn',
  Run: 'Run',
  Take: 'Taken',
  Stop: 'Stopped',
  Ship: 'Shipped',
};
/** A button says what to do, a history what was done: Chinese has one form for both, English has two. */
export function pastOf([zhCN, zhTW, en]: Label): Label {
  const past = (verb: string): string =>
    irregular[verb] ?? (verb.endsWith('ed') ? verb : verb.endsWith('e') ? `${verb}d` : `${verb}ed`);
  return [zhCN, zhTW, en.replace(/^\w+/, past)];
}

/** What a browser or a script asks for in Accept-Language; anything unknown is Simplified Chinese. */
export function languageOf(header: string | undefined): Language {
  const first = (header ?? '').split(',')[0]?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (first === 'zh-tw' || first === 'zh-hk' || first.startsWith('zh-hant')) return 'zh-TW';
  return first.startsWith('en') ? 'en-US' : 'zh-CN';
}
