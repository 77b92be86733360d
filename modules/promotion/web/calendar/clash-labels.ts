/** Days on which an activity meets others that it cannot stand beside, and the numbers of those meetings. */
export interface Frame {
  /** Where its last day ends, in hundredths of what is shown. */
  readonly right: number;
  readonly numbers: readonly number[];
}

/** A number takes so much of the width that is shown at 1280, in hundredths. */
const numberWidth = 2.2;

/**
 * The numbers of a row where they stand: at the end of their days. Those of short days that end close to each other
 * would lie one over the other, so the later place takes them all.
 */
export function labelsOf(frames: readonly Frame[]): readonly Frame[] {
  const labels: Frame[] = [];
  for (const frame of frames.toSorted((a, b) => a.right - b.right)) {
    const before = labels.at(-1);
    const start = frame.right - frame.numbers.length * numberWidth;
    if (before === undefined || start >= before.right) labels.push(frame);
    else labels.splice(-1, 1, { right: frame.right, numbers: sorted([...before.numbers, ...frame.numbers]) });
  }
  return labels;
}

const sorted = (numbers: readonly number[]): readonly number[] => [...new Set(numbers)].toSorted((a, b) => a - b);
