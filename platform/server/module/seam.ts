/**
 * A place where modules above add to one below: kinds of movement to stock, documents to what is downloaded. The module
 * below owns the seam and asks the house what was added; those above say it in `adds` of their `server/module.ts`.
 */
export interface Seam<Piece> {
  readonly name: string;
  readonly with: (...pieces: readonly Piece[]) => Addition;
  readonly in: (modules: readonly { readonly adds?: readonly Addition[] }[]) => readonly Piece[];
}

export interface Addition {
  readonly seam: string;
  readonly pieces: readonly unknown[];
}

export function seam<Piece>(name: string): Seam<Piece> {
  return {
    name,
    with: (...pieces) => ({ seam: name, pieces }),
    in: (modules) =>
      modules
        .flatMap(({ adds = [] }) => adds)
        .filter((addition) => addition.seam === name)
        // Only `with` of the same seam makes them.
        .flatMap(({ pieces }) => pieces as readonly Piece[]),
  };
}
