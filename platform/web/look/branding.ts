import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { get } from '#platform/web/api/client.ts';
import { configQuery, queries, type Config } from '#platform/web/api/queries.ts';

/** How the user's tenant wants to be seen; known once somebody is inside. */
const ownQuery = {
  queryKey: ['branding'],
  queryFn: (): Promise<Config> =>
    get<Config | null>('/sys/tenant/config/current', undefined, { isSilent: true }).then(
      (config) => config ?? {},
      () => ({}),
    ),
  gcTime: Infinity,
} as const;

/** The installation's looks, covered by the tenant's own. Undefined until the installation's are read. */
export function useConfig(): Config | undefined {
  const { data: config } = useQuery(configQuery);
  const { data: own } = useQuery({ ...ownQuery, enabled: false });
  return useMemo(() => (config === undefined ? undefined : { ...config, ...own }), [config, own]);
}

/** Asked for by the frame around the pages. */
export function useOwnBranding(): void {
  useQuery(ownQuery);
}

/** The next one to sign in may be of another tenant. */
export function forgetBranding(): void {
  queries.setQueryData(ownQuery.queryKey, {});
  void queries.invalidateQueries({ queryKey: ownQuery.queryKey, refetchType: 'none' });
}
