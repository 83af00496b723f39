import type { CaptionStyle } from '#captions/style.ts';

/** A ready-made look for captions. */
export type CaptionPreset = {
  key: string;
  name: string;
  group: '基础' | '电商' | '综艺' | '文艺' | '字幕条' | '逐词';
  style: CaptionStyle;
};

const WHITE = '#FFFFFF';
const BLACK = '#000000';
const BASE = {
  fontId: 'hei-bold',
  size: 64,
  colour: WHITE,
  isBold: false,
  lineHeight: 1.32,
  outlines: [],
  animation: 'none',
  highlight: { colour: '#FFD400', stays: false },
} satisfies CaptionStyle;

/** Every ready-made look; the first is the default. */
export const CAPTION_PRESETS: CaptionPreset[] = [
  preset('classic', '经典白字', '基础', { outlines: [{ colour: BLACK, width: 5 }] }),
  preset('clean', '干净白字', '基础', { fontId: 'hei', shadow: { colour: '#000000B3', x: 0, y: 3, blur: 5 } }),
  preset('yellow', '醒目黄字', '基础', { colour: '#FFE14A', outlines: [{ colour: BLACK, width: 5 }] }),
  preset('heavy', '特粗大字', '基础', { fontId: 'hei-black', size: 80, outlines: [{ colour: BLACK, width: 7 }] }),
  preset('soft', '柔和淡入', '基础', {
    fontId: 'hei',
    animation: 'fade',
    shadow: { colour: '#00000099', x: 0, y: 2, blur: 8 },
  }),

  preset('sale-red', '促销红', '电商', {
    fontId: 'hei-black',
    size: 76,
    colour: '#FF2D2D',
    outlines: [
      { colour: WHITE, width: 6 },
      { colour: '#7A0010', width: 5 },
    ],
    animation: 'pop',
  }),
  preset('price', '价格金', '电商', {
    fontId: 'hei-black',
    size: 80,
    colour: '#FFE27A',
    outlines: [{ colour: '#8A2B00', width: 6 }],
    shadow: { colour: '#5A1200', x: 0, y: 6, blur: 0 },
    animation: 'pop',
  }),
  preset('butter', '黄油大字', '电商', {
    fontId: 'huangyou',
    size: 96,
    colour: '#FFEB3B',
    outlines: [{ colour: '#1A1A1A', width: 7 }],
  }),
  preset('fresh-green', '清爽绿', '电商', { colour: WHITE, outlines: [{ colour: '#0E8F4F', width: 6 }] }),
  preset('blue-white', '科技蓝白', '电商', {
    colour: WHITE,
    outlines: [{ colour: '#0B5CFF', width: 6 }],
    shadow: { colour: '#0030A080', x: 0, y: 4, blur: 6 },
  }),

  preset('happy', '快乐综艺', '综艺', {
    fontId: 'kuaile',
    size: 84,
    colour: '#FFF04D',
    outlines: [
      { colour: '#2B1055', width: 6 },
      { colour: WHITE, width: 4 },
    ],
    animation: 'pop',
  }),
  preset('pink-pop', '粉色弹跳', '综艺', {
    fontId: 'kuaile',
    size: 84,
    colour: WHITE,
    outlines: [{ colour: '#FF4D9D', width: 8 }],
    animation: 'pop',
  }),
  preset('comic', '漫画描边', '综艺', {
    fontId: 'hei-black',
    size: 76,
    colour: '#1A1A1A',
    outlines: [
      { colour: WHITE, width: 7 },
      { colour: '#1A1A1A', width: 4 },
    ],
  }),
  preset('neon', '霓虹', '综艺', {
    fontId: 'hei-bold',
    colour: '#F4FBFF',
    outlines: [{ colour: '#19C8FF', width: 2 }],
    shadow: { colour: '#19C8FF', x: 0, y: 0, blur: 14 },
  }),

  preset('brush', '行书', '文艺', {
    fontId: 'zhimang',
    size: 92,
    shadow: { colour: '#000000CC', x: 0, y: 3, blur: 6 },
    animation: 'fade',
  }),
  preset('kaishu', '楷书', '文艺', {
    fontId: 'mashan',
    size: 84,
    colour: '#FFF8E7',
    outlines: [{ colour: '#3B2A1A', width: 4 }],
  }),
  preset('xiaowei', '小薇', '文艺', {
    fontId: 'xiaowei',
    size: 70,
    shadow: { colour: '#000000A6', x: 0, y: 2, blur: 6 },
    animation: 'fade',
  }),

  preset('bar-black', '黑底字幕条', '字幕条', {
    fontId: 'hei',
    size: 56,
    box: { colour: '#000000A6', paddingX: 28, paddingY: 12, radius: 14, shape: 'block' },
  }),
  preset('bar-white', '白底黑字', '字幕条', {
    fontId: 'hei-bold',
    size: 56,
    colour: '#141414',
    box: { colour: '#FFFFFFF2', paddingX: 30, paddingY: 14, radius: 16, shape: 'block' },
  }),
  preset('bar-yellow', '黄底黑字', '字幕条', {
    fontId: 'hei-black',
    size: 60,
    colour: '#141414',
    lineHeight: 1.5,
    box: { colour: '#FFD83D', paddingX: 22, paddingY: 2, radius: 8, shape: 'lines' },
  }),
  preset('bar-red', '红底白字', '字幕条', {
    fontId: 'hei-bold',
    size: 58,
    lineHeight: 1.5,
    box: { colour: '#E6212A', paddingX: 22, paddingY: 2, radius: 8, shape: 'lines' },
  }),
  preset('news', '资讯条', '字幕条', {
    fontId: 'hei-bold',
    size: 52,
    box: { colour: '#0A3D91E6', paddingX: 36, paddingY: 16, radius: 0, shape: 'block' },
    animation: 'fade',
  }),

  preset('karaoke-yellow', '逐词黄', '逐词', {
    outlines: [{ colour: BLACK, width: 5 }],
    animation: 'karaoke',
    highlight: { colour: '#FFD400', stays: false },
  }),
  preset('karaoke-green', '逐词绿', '逐词', {
    fontId: 'hei-black',
    size: 72,
    outlines: [{ colour: BLACK, width: 6 }],
    animation: 'karaoke',
    highlight: { colour: '#3CFF6B', stays: false },
  }),
  preset('karaoke-fill', '卡拉OK', '逐词', {
    outlines: [{ colour: '#10203A', width: 5 }],
    animation: 'karaoke',
    highlight: { colour: '#3AB7FF', stays: true },
  }),
  preset('karaoke-bar', '逐词黑底', '逐词', {
    size: 58,
    box: { colour: '#000000B8', paddingX: 28, paddingY: 12, radius: 16, shape: 'block' },
    animation: 'karaoke',
    highlight: { colour: '#FF5C7A', stays: false },
  }),
];

/** The preset with this key; undefined when there is none. */
export function findPreset(key: string): CaptionPreset | undefined {
  return CAPTION_PRESETS.find((entry) => entry.key === key);
}

function preset(key: string, name: string, group: CaptionPreset['group'], style: Partial<CaptionStyle>): CaptionPreset {
  return { key, name, group, style: { ...BASE, ...style } };
}
