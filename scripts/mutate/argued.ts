/** Faults that no test can see, by the name that `npm run mutate` gives them, and why not. */
export const argued: Readonly<Record<string, string>> = {};
