import { randomInt } from 'node:crypto';
import { pngOf } from '#platform/server/file/png.ts';

/**
 * Every letter as strokes on a grid of 4 by 6: points are two digits, a space lifts the pen. Letters that are mistaken
 * for each other (I, O, 0, 1) are missing.
 */
const strokes: Readonly<Record<string, string>> = {
  A: '062046 1434',
  B: '0600304132230343453606 0333',
  C: '411000054636 4546',
  D: '0600304245360600',
  E: '40000646 0333',
  F: '400006 0333',
  G: '41300105163645434323',
  H: '0006 4046 0343',
  J: '1040 3035260605',
  K: '0006 400346',
  L: '000646',
  M: '0600244046',
  N: '06004640',
  P: '0600304132230303',
  Q: '10304145361605011000 3446',
  R: '06003041322303 2346',
  S: '4130100112344536160506',
  T: '0040 2026',
  U: '000516364540',
  V: '002640',
  W: '0016233640',
  X: '0046 4006',
  Y: '002340 2326',
  Z: '00400646',
  2: '011030410646',
  3: '00402334453606',
  4: '3630044446',
  5: '400002334536160505',
  6: '4010010516364534230304',
  7: '004016',
  8: '1030413303041636454333 1001031333',
  9: '4313020110304145361606',
};
const letters = Object.keys(strokes);
const [width, height] = [120, 40];

/**
 * Four letters as a small picture of points: a text in a drawing could be read out of its source. It slows a script
 * down; that failures rest the account for a network is what stops it.
 */
export function makeCaptcha(): { answer: string; png: Buffer } {
  const answer = Array.from({ length: 4 }, () => letters[randomInt(letters.length)] ?? 'A').join('');
  const points = new Uint8Array(width * height).fill(235);
  const wave = { high: 1 + randomInt(3), long: 18 + randomInt(14), shift: randomInt(40) };
  const ink = (x: number, y: number, grey: number): void => {
    const column = Math.round(x + wave.high * Math.sin((y + wave.shift) / (wave.long / 4)));
    const row = Math.round(y + wave.high * Math.sin((x + wave.shift) / wave.long));
    if (column >= 0 && column < width && row >= 0 && row < height) points[row * width + column] = grey;
  };
  [...answer].forEach((letter, i) => {
    drawLetter(letter, { left: 8 + i * 27 + randomInt(5), top: 6 + randomInt(6), grey: 40 + randomInt(80), ink });
  });
  for (let i = 0; i < 5; i += 1)
    drawLine({ x: randomInt(width), y: randomInt(height) }, { x: randomInt(width), y: randomInt(height) }, (x, y) => {
      ink(x, y, 60 + randomInt(100));
    });
  for (let i = 0; i < 350; i += 1) points[randomInt(points.length)] = randomInt(256);
  return { answer, png: pngOf({ width, height, colours: 'grey', bytes: points }) };
}

interface Pen {
  readonly left: number;
  readonly top: number;
  readonly grey: number;
  readonly ink: (x: number, y: number, grey: number) => void;
}

function drawLetter(letter: string, { left, top, grey, ink }: Pen): void {
  const turn = (randomInt(50) - 25) / 100;
  const [wide, tall] = [3.6 + randomInt(12) / 10, 3.8 + randomInt(8) / 10];
  const place = (pair: string): Point => {
    const [x, y] = [Number.parseInt(pair.charAt(0), 10) - 2, Number.parseInt(pair.charAt(1), 10) - 3];
    return { x: left + 10 + x * wide - y * turn * tall, y: top + 13 + y * tall + x * turn * wide };
  };
  for (const stroke of (strokes[letter] ?? '').split(' ')) {
    const path = (stroke.match(/../g) ?? []).map(place);
    path.slice(1).forEach((to, i) => {
      drawLine(path[i] ?? to, to, (x, y) => {
        for (const [dx, dy] of [
          [0, 0],
          [1, 0],
          [0, 1],
        ] as const)
          ink(x + dx, y + dy, grey);
      });
    });
  }
}

interface Point {
  readonly x: number;
  readonly y: number;
}
function drawLine(from: Point, to: Point, dot: (x: number, y: number) => void): void {
  const steps = Math.max(1, Math.ceil(2 * Math.hypot(to.x - from.x, to.y - from.y)));
  for (let i = 0; i <= steps; i += 1)
    dot(from.x + ((to.x - from.x) * i) / steps, from.y + ((to.y - from.y) * i) / steps);
}
