import { theme as antd, type ThemeConfig } from 'antd';
import { fillOf, inkOn, mix, readableOn, white } from './colour.ts';
import type { Appearance } from './density.ts';

export const defaultBrand = '#1f5eff';

/** A colour of the configuration, or the default when it is none. */
export const brandOf = (text: string | undefined): string =>
  text !== undefined && /^#[0-9a-f]{6}$/i.test(text) ? text : defaultBrand;

export interface Looks extends Appearance {
  readonly brand: string;
}

/** Neutral and status colours never follow the brand. */
const light = {
  ink: '#1f2533',
  ink2: '#5a6373',
  ink3: '#667080',
  faint: '#757f90',
  canvas: '#f4f5f7',
  surface: white,
  raised: white,
  head: '#f7f8fa',
  line: '#e8eaee',
  border: '#d5d9e0',
  hover: '#f5f8ff',
  good: '#12805c',
  warning: '#b25e09',
  bad: '#d1293d',
  info: '#1f5eff',
  grey: '#5d6779',
};
const dark: typeof light = {
  ink: '#e4e8ee',
  ink2: '#a7b0be',
  ink3: '#919bab',
  faint: '#7f8a9b',
  canvas: '#0c0f14',
  surface: '#13171e',
  raised: '#1b2029',
  head: '#191e27',
  line: '#252c37',
  border: '#353e4b',
  hover: '#1a2130',
  good: '#45b98d',
  warning: '#d99545',
  bad: '#f0717f',
  info: '#7aa2ff',
  grey: '#a3adbb',
};

/**
 * Fill, ink on the fill, and text of the brand with the tint it must also be read on: colours that are readable for any
 * brand.
 */
export function brandColours({ brand, isDark }: Pick<Looks, 'brand' | 'isDark'>): {
  fill: string;
  onFill: string;
  link: string;
  tint: string;
} {
  // A fill must also stand out from a dark surface; links take a step of their own.
  const fill = isDark ? fillOf(readableOn(dark.surface, brand, 3)) : fillOf(brand);
  const text = readableOn(isDark ? dark.raised : white, brand);
  const tint = mix(text, isDark ? dark.surface : white, 0.88);
  return { fill, onFill: inkOn(fill), link: readableOn(tint, text), tint };
}

export function themeOf(looks: Looks): ThemeConfig {
  const { link } = brandColours(looks);
  const tone = looks.isDark ? dark : light;
  const seed = looks.isDark ? undimmed : (colour: string): string => colour;
  return {
    algorithm: looks.isDark ? antd.darkAlgorithm : antd.defaultAlgorithm,
    hashed: false,
    cssVar: { key: 'qudao' },
    token: {
      // Of what is small, a switch or the frame of a field with the focus, a light fill could not be seen.
      colorPrimary: seed(link),
      colorInfo: seed(link),
      colorLink: seed(link),
      colorLinkHover: mix(link, tone.ink, 0.25),
      colorSuccess: seed(tone.good),
      colorWarning: seed(tone.warning),
      colorError: seed(tone.bad),
      colorText: tone.ink,
      colorTextSecondary: tone.ink2,
      colorTextTertiary: tone.ink3,
      colorTextPlaceholder: tone.faint,
      colorTextDisabled: tone.faint,
      colorBgLayout: tone.canvas,
      colorBgContainer: tone.surface,
      colorBgElevated: tone.raised,
      colorBorder: tone.border,
      colorBorderSecondary: tone.line,
      fontSize: 13,
      fontSizeSM: 12,
      fontSizeLG: 14,
      lineHeight: 20 / 13,
      controlHeight: 30,
      controlHeightSM: 24,
      controlHeightLG: 38,
      borderRadius: 6,
      borderRadiusLG: 10,
      borderRadiusSM: 4,
      motionDurationMid: '0.14s',
      motionDurationSlow: '0.2s',
      motion: !isStill(),
      fontFamily:
        '-apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei UI", "Microsoft YaHei", "Noto Sans CJK SC", ' +
        '"Noto Sans SC", sans-serif',
    },
    components: componentTokens(looks, tone),
  };
}

function componentTokens(looks: Looks, tone: typeof light): NonNullable<ThemeConfig['components']> {
  const { fill, onFill, link } = brandColours(looks);
  // Under the mouse a fill moves away from its ink, or the text on it fades.
  const away = onFill === white ? '#000000' : white;
  return {
    // What a filter says while it is left open is read like a value.
    Select: { colorTextPlaceholder: tone.ink3 },
    Table: {
      // A line of text is 20, the hairline 1 and the rest is air.
      cellPaddingBlockSM: Math.floor((looks.rowHeight - 21) / 2),
      cellPaddingInlineSM: 10,
      cellFontSizeSM: 13,
      headerBg: tone.head,
      headerColor: tone.ink2,
      headerSplitColor: 'transparent',
      rowHoverBg: tone.hover,
      rowSelectedBg: mix(link, tone.surface, 0.9),
      rowSelectedHoverBg: mix(link, tone.surface, 0.86),
      borderColor: tone.line,
    },
    Form: { itemMarginBottom: 0, labelColor: tone.ink2, verticalLabelPadding: '0 0 2px' },
    Button: {
      colorPrimary: fill,
      colorPrimaryHover: mix(fill, away, 0.1),
      colorPrimaryActive: mix(fill, away, 0.2),
      primaryColor: onFill,
      dangerColor: inkOn(tone.bad),
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
    },
    Menu: {
      darkItemBg: 'transparent',
      darkSubMenuItemBg: 'transparent',
      darkPopupBg: sideOf(looks.brand),
      itemHeight: 34,
      itemMarginInline: 8,
      itemBorderRadius: 6,
      iconSize: 15,
      darkItemColor: 'rgba(226,232,243,.78)',
      darkItemHoverBg: 'rgba(255,255,255,.07)',
      darkItemSelectedBg: 'rgba(255,255,255,.13)',
      darkItemSelectedColor: white,
    },
    Message: { contentBg: tone.raised },
  };
}

/** Colours and measures for the style sheets. */
export function frameColours(looks: Looks): Record<`--${string}`, string> {
  const { fill, onFill, link, tint } = brandColours(looks);
  const tone = looks.isDark ? dark : light;
  // In the dark the frame steps back.
  const bar = looks.isDark ? fillOf(mix(fill, '#000000', 0.28)) : fill;
  const onBar = looks.isDark ? inkOn(bar) : onFill;
  return {
    '--brand': bar,
    '--on-brand': onBar,
    '--on-brand-soft': onBar === white ? 'rgba(0,0,0,.18)' : 'rgba(255,255,255,.38)',
    '--fill': fill,
    '--on-fill': onFill,
    '--side': sideOf(looks.brand),
    '--link': link,
    '--tint': tint,
    '--tint-soft': mix(link, tone.surface, 0.94),
    '--ink': tone.ink,
    '--ink-2': tone.ink2,
    '--ink-3': tone.ink3,
    '--line': tone.line,
    '--border': tone.border,
    '--canvas': tone.canvas,
    '--surface': tone.surface,
    '--raised': tone.raised,
    '--head': tone.head,
    '--hover': tone.hover,
    '--good': tone.good,
    '--warning': tone.warning,
    '--bad': tone.bad,
    '--info': tone.info,
    '--grey': tone.grey,
    '--row-height': `${looks.rowHeight}px`,
  };
}

/** Without motion antd must not wait for one to end: an error would appear half a second late. */
const isStill = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;

/** antd dims the colours it is given for the dark by 15 % of #141414; ours are chosen for the dark already. */
const undimmed = (colour: string): string =>
  `#${[1, 3, 5]
    .map((at) =>
      Math.min(255, Math.max(0, Math.round((Number.parseInt(colour.slice(at, at + 2), 16) - 3) / 0.85)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const sideOf = (brand: string): string => mix(brand, '#0b0e14', 0.9);
