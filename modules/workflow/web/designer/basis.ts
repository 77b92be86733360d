import { useQuery } from '@tanstack/react-query';
import type { Names, Type } from '#workflow/model/engine/feel.ts';
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
export interface Drawable {
  readonly docType: string;
  readonly name: string;
  /** Fields that hold a person. */
  readonly people: readonly string[];
  /** What a condition may ask. */
  readonly fields: readonly AskedField[];
  readonly head: readonly {
    readonly key: string;
    readonly name: string;
    /** At a step that allows it. */ readonly isChangeable: boolean;
  }[];
}
export interface AskedField {
  readonly key: string;
  readonly name: string;
  readonly type: Type;
  readonly choices?: readonly { readonly value: string; readonly name: string }[];
}

export const useBasis = (): Basis | undefined =>
  useQuery({ queryKey: ['workflow', 'basis'], queryFn: () => get<Basis>(`${wfModel.path}/basis`) }).data;

export const namesOf = (drawable: Drawable | undefined): Names =>
  Object.fromEntries((drawable?.fields ?? []).map(({ key, type }) => [key, type]));
