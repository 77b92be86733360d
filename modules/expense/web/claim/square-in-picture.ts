/**
 * Sides in pixels that a picture is looked at in: a phone's photo is far larger than its square needs, a scan is not.
 */
const sides = [1200, 2200, 3600] as const;

/**
 * The text of the square in a picture, null where there is none. It is read here and sent nowhere, by plain JavaScript
 * that comes with the first picture; a file that is no picture throws.
 */
export async function squareIn(picture: Blob): Promise<string | null> {
  const [bitmap, { decodeQR }] = await Promise.all([createImageBitmap(picture), import('qr/decode.js')]);
  try {
    const longest = Math.max(bitmap.width, bitmap.height);
    for (const side of sides.filter((each, at) => at === 0 || longest > (sides[at - 1] ?? each))) {
      const text = readAt(bitmap, Math.min(1, side / longest), decodeQR);
      if (text !== null) return text;
    }
    return null;
  } finally {
    bitmap.close();
  }
}

type Read = (image: { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> }) => string;
function readAt(bitmap: ImageBitmap, scale: number, read: Read): string | null {
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
  const pen = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (pen === null) return null;
  // What is transparent in a picture is paper.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.drawImage(bitmap, 0, 0, width, height);
  try {
    return read({ width, height, data: pen.getImageData(0, 0, width, height).data });
  } catch {
    return null;
  }
}
