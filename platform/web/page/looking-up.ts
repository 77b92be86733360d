const underway = new Set<Promise<unknown>>();

/** What was typed is being looked up: whoever saves waits for what it stands for. */
export async function lookingUp(work: Promise<unknown>): Promise<void> {
  underway.add(work);
  try {
    await work;
  } finally {
    underway.delete(work);
  }
}

export const lookedUp = (): Promise<unknown> => Promise.allSettled(underway);
