/** What stands between two names. */
const gap = 8;
/** Of a Chinese letter; others are narrower. */
const letter = 12;
const mostLines = 2;

interface NameLabels {
  readonly interval: number | 'auto';
  readonly width: number;
  readonly overflow: 'break';
  readonly hideOverlap: boolean;
  readonly formatter: (name: string) => string;
}

/**
 * Names below bars: every bar has its own, on two lines at most, for a bar without a name says nothing. Where there are
 * too many for a word of three letters each, some are left out.
 */
export function nameLabels(count: number, room: number): NameLabels {
  const width = Math.floor(room / Math.max(1, count)) - gap;
  const isNarrow = width < 3 * letter;
  const most = Math.floor(Math.max(width, 8 * letter) / letter) * mostLines;
  return {
    interval: isNarrow ? 'auto' : 0,
    width: isNarrow ? 8 * letter : width,
    overflow: 'break',
    hideOverlap: isNarrow,
    formatter: (name) => cut(name, isNarrow ? most : Math.floor(width / letter) * mostLines),
  };
}

/** The end stays: goods differ by their size, which stands there. */
function cut(name: string, most: number): string {
  const letters = [...name];
  const wide = letters.reduce((sum, each) => sum + ((each.codePointAt(0) ?? 0) > 0x2e80 ? 1 : 0.6), 0);
  if (wide <= most) return name;
  const end = Math.ceil(most / 3);
  return `${letters.slice(0, most - end - 1).join('')}…${letters.slice(-end).join('')}`;
}
