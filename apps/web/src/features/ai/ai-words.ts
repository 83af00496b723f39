import type { Pack } from '@mixreel/contract';

export const PACK_STATE_NAMES: Record<Pack['state'], string> = {
  missing: '未下载',
  fetching: '下载中',
  ready: '可用',
  failed: '下载失败',
};

export const PACK_STATE_TONES = {
  missing: 'neutral',
  fetching: 'accent',
  ready: 'good',
  failed: 'bad',
} as const satisfies Record<Pack['state'], string>;
