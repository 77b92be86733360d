import { randomInt } from 'node:crypto';

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const point = (): string => `${randomInt(120)} ${randomInt(40)}`;

/** Four letters as a small picture. It slows a script down; the lock-out is what stops it. */
export function makeCaptcha(): { answer: string; svg: string } {
  const answer = Array.from({ length: 4 }, () => letters[randomInt(letters.length)] ?? 'A').join('');
  const noise = Array.from(
    { length: 6 },
    () => `<path d="M${point()} Q${point()} ${point()}" stroke="hsl(${randomInt(360)} 50% 70%)" fill="none"/>`,
  ).join('');
  const glyphs = [...answer]
    .map(
      (letter, i) =>
        `<text x="${14 + i * 26}" y="${26 + randomInt(8)}" transform="rotate(${randomInt(40) - 20} ` +
        `${20 + i * 26} 22)" font-size="${22 + randomInt(6)}" fill="hsl(${randomInt(360)} 60% ` +
        `35%)">${letter}</text>`,
    )
    .join('');
  return {
    answer,
    svg:
      '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40" font-family="monospace" font-weight="bold">' +
      `<rect width="120" height="40" fill="#f4f6fa"/>${noise}${glyphs}</svg>`,
  };
}
