import { useSetting } from '#platform/web/api/setting.ts';
import { say } from '#platform/web/text/language.ts';
import { usualPhrases } from './inbox-texts.ts';

/** Own phrases of an approver, kept for him on the server; those of everybody stand behind them. */
export interface Phrases {
  readonly own: readonly string[];
  readonly all: readonly string[];
  readonly add: (phrase: string) => void;
  readonly drop: (phrase: string) => void;
}

const most = 8;
const longest = 100;
const isPhrases = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
const none: readonly string[] = [];

export function usePhrases(): Phrases {
  const [own, keep] = useSetting<readonly string[]>('inbox.phrases', none, isPhrases);
  const all = [...new Set([...own, ...usualPhrases.map((phrase) => say(phrase))])].slice(0, most);
  return {
    own,
    all,
    add: (phrase) => {
      keep([...new Set([phrase.trim().slice(0, longest), ...own])].slice(0, most));
    },
    drop: (phrase) => {
      keep(own.filter((each) => each !== phrase));
    },
  };
}
