import { QueryClient } from '@tanstack/react-query';
import { get, urlOf } from './client.ts';

/**
 * Nothing is read again by itself: a list reloads when it is asked to, or when a command of this page changed
 * something.
 */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
  },
});

/**
 * A command may change any list (an audit moves stock), so every list is stale after it; those on screen reload now.
 */
export function listsChanged(): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey: [head] }) => head === 'list' || head === 'tree' || head === 'badge',
  });
}

export interface Config {
  readonly globalAppName?: string;
  readonly globalRegisterCode?: string;
  readonly globalThemeColor?: string;
  readonly globalLogoUrl?: string;
  readonly loginBackgroundUrl?: string;
  readonly loginLogoUrl?: string;
  readonly homePageLogoUrl?: string;
}
export const configQuery = {
  queryKey: ['config'],
  // The login page must open even when the branding cannot be read.
  queryFn: (): Promise<Config> =>
    get<Config | null>('/sys/api/global/config', undefined, { isSilent: true }).then(
      (config) => withAddresses(config ?? {}),
      () => ({}),
    ),
  gcTime: Infinity,
} as const;

/** Pictures of the store come as paths of calls that need no login. */
function withAddresses(config: Config): Config {
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [
      key,
      typeof value === 'string' && value.startsWith('/sys/') ? urlOf(value) : value,
    ]),
  );
}
