import { begin } from '#platform/web/page/settled.ts';

/** A part of the product that could not be fetched: its script, or a style sheet it needs (000 §8). */
export class ChunkLoadError extends Error {
  readonly code: 'CHUNK_LOAD_FAILED' | 'CSS_CHUNK_LOAD_FAILED';
  /** What could not be fetched, where the browser tells. */
  readonly url: string | undefined;

  constructor(
    message: string,
    { isStyle = false, url }: { readonly isStyle?: boolean; readonly url?: string | undefined } = {},
  ) {
    super(message);
    this.name = isStyle ? 'CSS_CHUNK_LOAD_FAILED' : 'ChunkLoadError';
    this.code = isStyle ? 'CSS_CHUNK_LOAD_FAILED' : 'CHUNK_LOAD_FAILED';
    this.url = url;
  }
}

/** A chunk that is retried as specified; `pick` takes what the page needs out of it. */
export function chunk<Module, Part>(load: () => Promise<Module>, pick: (module: Module) => Part): () => Promise<Part> {
  // A second copy of a module may be loaded this way, so it is the last resort: a browser may keep a failed address for
  // ever.
  const anew = (url: string): Promise<Part> =>
    import(/* @vite-ignore */ `${url}?again=${Date.now()}`).then((module) => pick(module as Module));
  const get = retried(() => load().then(pick), anew);
  return () => get().finally(begin());
}

export const chunkTimeout = 120_000;
const pause = 300;

/** Twice more, the second time past the caches. What fails for another reason than the network fails at once. */
export function retried<Part>(load: () => Promise<Part>, anew?: (url: string) => Promise<Part>): () => Promise<Part> {
  return async () => {
    let failure = new ChunkLoadError('not loaded');
    for (const attempt of [0, 1, 2]) {
      if (attempt > 0)
        await new Promise((resolve) => {
          setTimeout(resolve, pause);
        });
      try {
        const { url, code } = failure;
        if (code === 'CSS_CHUNK_LOAD_FAILED' && url !== undefined)
          await within(styleAgain(attempt === 2 ? `${url}?again=${Date.now()}` : url));
        const script =
          attempt === 2 && code === 'CHUNK_LOAD_FAILED' && url !== undefined && anew !== undefined ? anew(url) : load();
        return await within(script);
      } catch (error) {
        failure = chunkErrorOf(error);
      }
    }
    throw failure;
  };
}

/** Names the failure as the specification does; anything else is thrown on. */
export function chunkErrorOf(error: unknown): ChunkLoadError {
  if (error instanceof ChunkLoadError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const url = /(?:https?:\/\/[^\s"')]+|\/[^\s"')]+\.(?:m?js|css|tsx?))/.exec(message)?.[0];
  if (/preload CSS/i.test(message)) return new ChunkLoadError(message, { isStyle: true, url });
  if (/dynamically imported module|module script failed/i.test(message)) return new ChunkLoadError(message, { url });
  throw error;
}

function within<Value>(work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new ChunkLoadError(`no answer within ${chunkTimeout} ms`));
    }, chunkTimeout);
  });
  return Promise.race([work, late]).finally(() => {
    clearTimeout(timer);
  });
}

/** The loader of the build asks for a style sheet once and then takes it as there. */
function styleAgain(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.addEventListener('load', () => {
      resolve();
    });
    link.addEventListener('error', () => {
      link.remove();
      reject(new ChunkLoadError(`no style sheet ${href}`, { isStyle: true, url: href.replace(/\?again=.*$/, '') }));
    });
    document.head.append(link);
  });
}
