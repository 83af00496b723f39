/** A way from one shot to the next, as a person chooses it. */
export type TransitionChoice = { key: string; name: string; xfade: string; defaultMs: number };

/** The shortest a transition may be. */
export const SHORTEST_TRANSITION_MS = 200;

/** The longest a transition may be. */
export const LONGEST_TRANSITION_MS = 1000;

/**
 * Every transition with its Chinese name and the name that ffmpeg's xfade has for it; all exist since ffmpeg 5.1.
 * No transition at all is the absence of an entry. What xfade calls `fade` is what editors call 叠化; its `dissolve`
 * scatters grains. 推近 is a fade between two camera moves: what xfade calls `zoomin` ends in a card of one colour.
 */
export const TRANSITION_CHOICES = [
  { key: 'fade', name: '叠化', xfade: 'fade', defaultMs: 400 },
  { key: 'dissolve', name: '颗粒溶解', xfade: 'dissolve', defaultMs: 500 },
  { key: 'slide-left', name: '向左滑动', xfade: 'slideleft', defaultMs: 400 },
  { key: 'slide-right', name: '向右滑动', xfade: 'slideright', defaultMs: 400 },
  { key: 'slide-up', name: '向上滑动', xfade: 'slideup', defaultMs: 400 },
  { key: 'slide-down', name: '向下滑动', xfade: 'slidedown', defaultMs: 400 },
  { key: 'wipe-left', name: '向左擦除', xfade: 'wipeleft', defaultMs: 400 },
  { key: 'wipe-right', name: '向右擦除', xfade: 'wiperight', defaultMs: 400 },
  { key: 'wipe-up', name: '向上擦除', xfade: 'wipeup', defaultMs: 400 },
  { key: 'wipe-down', name: '向下擦除', xfade: 'wipedown', defaultMs: 400 },
  { key: 'zoom', name: '推近', xfade: 'fade', defaultMs: 300 },
  { key: 'circle', name: '圆形展开', xfade: 'circleopen', defaultMs: 500 },
] as const satisfies TransitionChoice[];
