/** An empty text where there is no such cookie. */
export function readCookie(name: string): string {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found === undefined ? '' : decodeURIComponent(found.slice(name.length + 1));
}

export function writeCookie(name: string, value: string): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${365 * 86_400}${attributes()}`;
}

export function dropCookie(name: string): void {
  document.cookie = `${name}=; path=/; max-age=0${attributes()}`;
}

const attributes = (): string => `; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;
