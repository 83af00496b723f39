import type { SheetTextPart } from '@mixreel/contract/sheet';
import type { CSSProperties } from 'react';

type Look = Partial<SheetTextPart>;
type Preset = { name: string; look: (size: number) => Look; ground: CSSProperties };

const solid = (colour: `#${string}`) => ({ kind: 'solid', colour }) as const;

/** Looks of letters that the captions of films have, too. */
export const TEXT_PRESETS: Preset[] = [
  {
    name: '白字黑边',
    look: (size) => ({ fill: solid('#FFFFFF'), outlines: [{ colour: '#000000', width: Math.round(size * 0.06) }] }),
    ground: { background: '#8a919c', color: '#fff' },
  },
  {
    name: '黄字黑边',
    look: (size) => ({ fill: solid('#FFE14D'), outlines: [{ colour: '#1A1A1A', width: Math.round(size * 0.07) }] }),
    ground: { background: '#3b414d', color: '#ffe14d' },
  },
  {
    name: '红字白边',
    look: (size) => ({ fill: solid('#E5232E'), outlines: [{ colour: '#FFFFFF', width: Math.round(size * 0.07) }] }),
    ground: { background: '#f3c7c9', color: '#b3131c' },
  },
  {
    name: '金色渐变',
    look: (size) => ({
      fill: {
        kind: 'linear',
        angle: 90,
        stops: [
          { at: 0, colour: '#FFF3B0' },
          { at: 1, colour: '#E09A1A' },
        ],
      },
      outlines: [{ colour: '#5A3300', width: Math.round(size * 0.05) }],
    }),
    ground: { background: '#5a3300', color: '#ffe08a' },
  },
  {
    name: '素黑',
    look: () => ({ fill: solid('#171B22'), outlines: [] }),
    ground: { background: '#fff', color: '#171b22' },
  },
  {
    name: '素白',
    look: () => ({ fill: solid('#FFFFFF'), outlines: [] }),
    ground: { background: '#2b2f38', color: '#fff' },
  },
];
