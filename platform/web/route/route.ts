import { useSyncExternalStore } from 'react';

/** `#/data-brand?tenantFlag=1` is the page named `data-brand?tenantFlag=1`; an empty hash is home. */
export function currentRoute(): string {
  const text = location.hash.replace(/^#\/?/, '');
  try {
    return decodeURIComponent(text) || 'home';
  } catch {
    return '404';
  }
}

export type PanelAction = 'add' | 'edit' | 'read';
/** A record of a page in its form: `data-brand__edit__<id>`. */
export const panelName = (page: { readonly name: string }, action: PanelAction, id = '0'): string =>
  `${page.name}__${action}__${id}`;

/**
 * Pages outside the frame. The address changes a moment before anybody hears of it: drawn in that moment, the frame
 * must not take them for its own.
 */
export const standsAlone = (route: string): boolean => /^(login|print|dashboard)($|[/?])/.test(route);

export const useRoute = (): string => useSyncExternalStore(subscribe, currentRoute);

export function go(name: string): void {
  location.hash = `#/${name}`;
}

/** Without an entry in the history: "back" must not return to a page that only redirects. */
export function goInstead(name: string): void {
  location.replace(`#/${name}`);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => {
    window.removeEventListener('hashchange', listener);
  };
}
