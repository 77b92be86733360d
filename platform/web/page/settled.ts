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
    if (underWay > 0) return;
    // What waited for this moment begins before anybody is told that nothing is under way.
    for (const act of afterwards.splice(0)) act();
    if (underWay === 0) dataset['settled'] = '';
  };
  return () => requestAnimationFrame(() => requestAnimationFrame(end));
}

/** Once, when the page has next come to rest. */
export function afterSettling(act: () => void): void {
  afterwards.push(act);
}
const afterwards: (() => void)[] = [];

/** Something happens by itself after a pause that was set just now, or a button takes no click for so long. */
export function beginPause(ms: number): void {
  setTimeout(begin(), ms);
}
