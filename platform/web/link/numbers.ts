import { useQuery } from '@tanstack/react-query';
import { mostNumbers, type FoundNumber } from '#platform/model/search.ts';
import { get } from '#platform/web/api/client.ts';

/** The document that has the number, among those the reader may open; null when there is none. */
export function useNumber(code: string): FoundNumber | null | undefined {
  return useQuery({
    queryKey: ['number', code],
    queryFn: () => ask(code),
    enabled: code !== '',
    staleTime: minutes,
    gcTime: minutes,
    retry: false,
  }).data;
}
const minutes = 5 * 60_000;

interface Asked {
  readonly code: string;
  readonly answer: (found: FoundNumber | null) => void;
}
let waiting: Asked[] = [];

/** All numbers of a page in one call. What cannot be asked leads nowhere: the number itself is still there to read. */
function ask(code: string): Promise<FoundNumber | null> {
  return new Promise((answer) => {
    if (waiting.length === 0) setTimeout(send, 0);
    waiting.push({ code, answer });
  });
}

function send(): void {
  const all = waiting;
  waiting = [];
  for (let at = 0; at < all.length; at += mostNumbers) void sendSome(all.slice(at, at + mostNumbers));
}

async function sendSome(asked: readonly Asked[]): Promise<void> {
  const codes = [...new Set(asked.map(({ code }) => code))].join(',');
  const found = await get<readonly FoundNumber[]>('/sys/number', { codes }, { isSilent: true }).catch(() => []);
  const byCode = new Map(found.map((each) => [each.code, each]));
  for (const { code, answer } of asked) answer(byCode.get(code) ?? null);
}
