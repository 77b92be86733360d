import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';

/** In a browser that cannot, a message and nothing else (000 §8). */
export async function toggleFullScreen(): Promise<void> {
  try {
    if (document.fullscreenEnabled !== true) throw new TypeError('no full screen');
    await (document.fullscreenElement === null
      ? document.documentElement.requestFullscreen()
      : document.exitFullscreen());
  } catch {
    feedback.warn(say(texts.noFullScreen));
  }
}
