import { BASE_Z_INDEX } from '@mixreel/contract';
import { theme, type ThemeConfig } from 'antd';

const FONT =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif';

/** Not none at all: what appears and goes waits for the end of its movement, and measures itself where that began. */
const AT_ONCE = '0.001s';

/** The colours of Ant Design's parts; the same values as in theme.css, which colours our own. */
export function antTheme({ is_dark: isDark, is_calm: isCalm }: { is_dark: boolean; is_calm: boolean }): ThemeConfig {
  const accent = isDark ? '#5b7ff2' : '#2b59e0';
  const accentText = isDark ? '#8ea8ff' : '#2450cc';
  return {
    // Its styles are written when the pages are built (antd-styles.ts); here are only the values of their variables.
    zeroRuntime: true,
    hashed: false,
    cssVar: { key: 'mixreel' },
    algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: accent,
      // White text stands on it; what it makes itself is too light for that.
      colorPrimaryHover: isDark ? '#4a6edd' : '#2149c2',
      colorInfo: accent,
      colorLink: accentText,
      colorError: isDark ? '#f06a64' : '#cf2e2e',
      ...(isDark ? { colorErrorActive: '#e0645e' } : { colorErrorHover: '#b82525' }),
      colorSuccess: isDark ? '#4fb277' : '#1c7c48',
      colorWarning: isDark ? '#d9a441' : '#8f5400',
      // What it makes itself of colours as dark as these looks like mud.
      ...(!isDark && {
        colorWarningBg: '#fdf3e1',
        colorWarningBorder: '#ecd2a4',
        colorSuccessBg: '#e7f5ec',
        colorSuccessBorder: '#b3dcc5',
      }),
      colorBgBase: isDark ? '#16181d' : '#ffffff',
      colorBgLayout: isDark ? '#0f1115' : '#f4f5f7',
      colorBgContainer: isDark ? '#16181d' : '#ffffff',
      colorBgElevated: isDark ? '#1f2229' : '#ffffff',
      colorTextBase: isDark ? '#e8eaee' : '#171b22',
      colorTextSecondary: isDark ? '#a4acb9' : '#535c6a',
      colorTextTertiary: isDark ? '#949dab' : '#646d7b',
      colorTextQuaternary: isDark ? '#7d8694' : '#717a88',
      colorTextPlaceholder: isDark ? '#8c95a3' : '#6b7482',
      colorTextDescription: isDark ? '#a4acb9' : '#5b6472',
      colorBorder: isDark ? '#353a44' : '#d5d9e0',
      colorBorderSecondary: isDark ? '#272b33' : '#e6e8ec',
      fontFamily: FONT,
      fontSize: 14,
      borderRadius: 8,
      controlHeight: 36,
      zIndexPopupBase: BASE_Z_INDEX,
      motionDurationFast: isCalm ? AT_ONCE : '0.1s',
      motionDurationMid: isCalm ? AT_ONCE : '0.14s',
      motionDurationSlow: isCalm ? AT_ONCE : '0.2s',
    },
    components: {
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        fontWeight: 500,
        // The red that can be read on dark ground is too light for white text on it.
        ...(isDark && { dangerColor: '#0f1115' }),
        // Its own are so light that they cannot be read.
        defaultHoverColor: accentText,
        defaultHoverBorderColor: accent,
        defaultActiveColor: accentText,
        defaultActiveBorderColor: accent,
      },
      // The accent is dark enough for white text on it; as text on dark ground it needs the lighter one.
      Tabs: { itemSelectedColor: accentText, itemHoverColor: accentText, itemActiveColor: accentText },
      Dropdown: { colorPrimary: accentText },
      Pagination: { colorPrimary: accentText, colorPrimaryHover: accentText },
      // Its own colours are so pale that a slider looks switched off.
      Slider: {
        trackBg: accent,
        trackHoverBg: accent,
        handleColor: accent,
        dotActiveBorderColor: accent,
        railBg: isDark ? '#353a44' : '#e0e4ea',
        railHoverBg: isDark ? '#3d434f' : '#d5d9e0',
      },
      Modal: { titleFontSize: 17 },
      Table: { headerBg: 'transparent', headerSplitColor: 'transparent' },
    },
  };
}
