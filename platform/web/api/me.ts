import { useQuery } from '@tanstack/react-query';
import type { belongsTo, shownAs } from '#platform/model/preset.ts';
import { holds } from '#platform/model/permission.ts';
import { get } from './client.ts';
import { queries } from './queries.ts';

export interface SessionUser {
  readonly id: string;
  readonly realName: string;
  readonly tenantCode: string;
  readonly tenantName: string;
  /** Where the tenant keeps its books. */
  readonly zone?: string;
  /** '1' where the tenant leads a group and hands records down. */
  readonly superTenant?: string;
  /** '1' of a customer, '2' of a supplier: whoever is from outside. */
  readonly accountType?: string;
  readonly [belongsTo.organization]?: string | null;
  readonly [shownAs.organization]?: string | null;
}
export interface MenuNode {
  readonly id: string;
  readonly name: string;
  readonly url?: string | null;
  readonly icon?: string | null;
  /** How its name is typed: initials, and after a form feed the whole of it. */
  readonly pinyin?: string | null;
  /** The heading it stands under in its folder. */
  readonly group?: string | null;
  readonly children?: readonly MenuNode[] | null;
}
export interface Me {
  readonly user: SessionUser;
  readonly nav: readonly MenuNode[];
  readonly permissions: readonly string[];
}

export const meQuery = {
  queryKey: ['me'],
  queryFn: async (): Promise<Me> => {
    const [user, nav, permissions] = await Promise.all([
      get<SessionUser>('/sys/user/info'),
      get<readonly MenuNode[]>('/sys/menu/nav'),
      get<readonly string[]>('/sys/menu/permissions'),
    ]);
    return { user, nav, permissions };
  },
  gcTime: Infinity,
} as const;

export const useMe = (): Me | undefined => useQuery(meQuery).data;

/** Whether a button is shown; the server asks the same question again. */
export function useCan(): (permission: string) => boolean {
  const permissions = useMe()?.permissions ?? [];
  return (permission) => holds(permissions, permission);
}

/** Outside React, once the shell is open. */
export const currentUser = (): SessionUser | undefined => queries.getQueryData<Me>(meQuery.queryKey)?.user;

/** The same as useCan, outside React. */
export const mayNow = (permission: string): boolean =>
  holds(queries.getQueryData<Me>(meQuery.queryKey)?.permissions ?? [], permission);
