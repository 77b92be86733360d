import { useQuery } from '@tanstack/react-query';
import type { Names } from '#workflow/model/engine/feel.ts';
import type { Drawable } from '#workflow/model/rule/board.ts';
import { wfModel } from '#workflow/model/definition.ts';
import { get } from '#platform/web/api/client.ts';

/** What can be drawn about: the documents that are approved, and the processes that come with the product. */
export interface Basis {
  readonly documents: readonly Drawable[];
  readonly templates: readonly {
    readonly key: string;
    readonly name: string;
    readonly docType: string;
    readonly xml: string;
  }[];
}
export const useBasis = (): Basis | undefined =>
  useQuery({ queryKey: ['workflow', 'basis'], queryFn: () => get<Basis>(`${wfModel.path}/basis`) }).data;

export const namesOf = (drawable: Drawable | undefined): Names =>
  Object.fromEntries((drawable?.fields ?? []).map(({ key, type }) => [key, type]));
