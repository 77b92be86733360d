import { afterAll } from 'vitest';

/** Files of one worker share its process: what a file sets in the environment is gone before the next file begins. */
const before = { ...process.env };

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
