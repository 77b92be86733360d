let underWay = 0;

/**
 * The page is at work until what is answered is called: `data-settled` goes from its root, and comes back two frames
 * after the last piece of work. Who drives the page (a test, a robot) waits for it and not for a time.
 */
export function begin(): () => void {
  const { dataset } = document.documentElement;
  underWay += 1;
  delete dataset['settled'];
  const end = (): void => {
    underWay -= 1;
    if (underWay === 0) dataset['settled'] = '';
  };
  return () => requestAnimationFrame(() => requestAnimationFrame(end));
}

/** Something happens by itself after a pause that was set just now, or a button takes no click for so long. */
export function beginPause(ms: number): void {
  setTimeout(begin(), ms);
}
