export const white = '#ffffff';
const black = '#000000';
const ink = '#14181f';

/** What small text needs. */
const readable = 4.5;

/** White or near-black, whichever can be read on the fill. */
export const inkOn = (fill: string): string => (contrast(fill, white) >= readable ? white : ink);

/**
 * The brand as a filled area: a light brand keeps its colour and carries dark ink, one in between is darkened until
 * white can be read on it.
 */
export const fillOf = (brand: string): string => (contrast(brand, white) >= 3 ? readableOn(white, brand) : brand);

/** Away from the ground in small steps until small text can be read on it. */
export function readableOn(ground: string, colour: string, wanted = readable): string {
  const away = contrast(ground, white) < contrast(ground, black) ? black : white;
  let shade = colour;
  for (let step = 0; step < 40 && contrast(shade, ground) < wanted; step += 1) shade = mix(shade, away, 0.06);
  return shade;
}

export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const channels = (colour: string): [number, number, number] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number, number];

function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((value) =>
    value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function mix(from: string, to: string, share: number): string {
  const target = channels(to);
  return `#${channels(from)
    .map((value, i) =>
      Math.round(value + ((target[i] ?? 0) - value) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
