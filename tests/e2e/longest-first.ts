import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Browser files that take more than a minute, the longest first. Without them a clean clone begins with the largest
 * file, and the screens of all nouns, which are long to run and short to read, would be left for the end, where one
 * worker has nothing to do.
 */
const longest = [
  'every-screen-1.test.ts',
  'every-screen-2.test.ts',
  'every-screen-3.test.ts',
  'claims-pickers.test.ts',
  'axe.test.ts',
  'list.test.ts',
  'draft.test.ts',
  'tabs.test.ts',
  'zoom.test.ts',
  'errors.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turn = ({ moduleId }: TestSpecification): number => {
      const at = longest.indexOf(basename(moduleId));
      return at === -1 ? longest.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => turn(one) - turn(other));
  }
}
