import { useQuery } from '@tanstack/react-query';
import { get } from '#platform/web/api/client.ts';
import { note } from '#platform/web/api/log.ts';
import { queries } from '#platform/web/api/queries.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';

/** Province, city, district. Children are null on a leaf, and undefined until the node was opened. */
export interface AreaNode {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly levelType: string;
  readonly children?: readonly AreaNode[] | null;
}

/** The provinces, loaded when there are none yet. */
export function useProvinces(): readonly AreaNode[] {
  return useQuery(areaQuery('')).data ?? [];
}

/** The areas below a node, asked for the first time it is opened; a leaf has none. */
export async function openArea(node: AreaNode): Promise<readonly AreaNode[]> {
  if (node.children === null) return [];
  return node.children ?? queries.fetchQuery(areaQuery(node.id));
}

/**
 * The tree of 000 §4 ends at the city; an address goes on to the district, which the plain list has (`decisions.md`).
 */
export async function openCity(city: AreaNode): Promise<readonly AreaNode[]> {
  return queries.fetchQuery(districtQuery(city.id));
}

/** 000 §4, literally: level 3 is the leaf level, and codes that end in 00 but not in 0000 have null children. */
export const isLeafArea = (code: string, levelType: string): boolean =>
  levelType === '3' || (code.endsWith('00') && !code.endsWith('0000'));

const areaQuery = (pid: string) => belowQuery('pcaTree', '/sys/area/pca', pid);
const districtQuery = (pid: string) => belowQuery('areaBelow', '/sys/area/list', pid);

const belowQuery = (list: string, path: string, pid: string) =>
  ({
    queryKey: ['ref', list, pid],
    queryFn: async (): Promise<readonly AreaNode[]> => {
      try {
        return (await get<readonly Row[]>(path, { pid }, { isSilent: true })).map(nodeOf);
      } catch (error) {
        note(`areas below ${pid}`, error);
        return queries.getQueryData<readonly AreaNode[]>(['ref', list, pid]) ?? [];
      }
    },
    staleTime: ({ state }: { readonly state: { readonly data: readonly AreaNode[] | undefined } }) =>
      (state.data?.length ?? 0) > 0 ? Infinity : 0,
    gcTime: Infinity,
    structuralSharing: false,
  }) as const;

function nodeOf(row: Row): AreaNode {
  const [code, levelType] = [textAt(row, 'code'), textAt(row, 'levelType')];
  return {
    id: textAt(row, 'id'),
    code,
    name: textAt(row, 'name'),
    levelType,
    ...(isLeafArea(code, levelType) ? { children: null } : {}),
  };
}
