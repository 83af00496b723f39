import { theme } from 'antd';
import { expect, it } from 'vitest';
import { antTheme } from './palette.ts';

it.each([
  { look: 'light', is_dark: false },
  { look: 'dark', is_dark: true },
])('what stands on a coloured button can be read, also under the pointer and pressed: $look', ({ is_dark }) => {
  const config = antTheme({ is_dark, is_calm: false });
  const token = theme.getDesignToken(config);
  const white = token.colorTextLightSolid;
  const danger = config.components?.Button?.dangerColor ?? white;
  const buttons: [name: string, text: string, ground: string][] = [
    ['primary', white, token.colorPrimary],
    ['primary under the pointer', white, token.colorPrimaryHover],
    ['primary pressed', white, token.colorPrimaryActive],
    ['danger', danger, token.colorError],
    ['danger under the pointer', danger, token.colorErrorHover],
    ['danger pressed', danger, token.colorErrorActive],
  ];
  const faint = buttons.filter(([, text, ground]) => contrast(text, ground) < 4.5);
  expect(faint.map(([name, text, ground]) => `${name}: ${text} on ${ground}`)).toEqual([]);
});

/** As the guidelines for accessible pages count it. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const full = colour.length === 4 ? colour.replace(/[^#]/g, '$&$&') : colour;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
