import { fill, languages, textOf, type Label, type Language } from '#platform/model/label.ts';
import { readCookie, writeCookie } from '#platform/web/page/cookie.ts';

const known = (text: string): Language => languages.find((each) => each === text) ?? 'zh-CN';
let current: Language | null = null;

export const language = (): Language => (current ??= known(readCookie('language')));

/** A text in the language of the page. The language is fixed while a page lives: a change reloads it (000 §1). */
export function say(label: Label, params?: Readonly<Record<string, unknown>>): string {
  const text = textOf(label, language());
  return params === undefined ? text : fill(text, params);
}

/** The login page draws itself anew; every other page must reload after this. */
export function chooseLanguage(next: Language): void {
  current = next;
  writeCookie('language', next);
  document.documentElement.lang = next;
}

export const languageNames: Readonly<Record<Language, string>> = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  'en-US': 'English',
};
