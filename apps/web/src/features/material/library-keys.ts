import { COMMAND_KEY } from '#lib/keys.ts';
import type { KeyGroup } from '#lib/page-keys.ts';

export const DELETE_KEYS = new Set(['Delete', 'Backspace']);

export const LIBRARY_KEYS: KeyGroup[] = [
  {
    title: '素材库',
    keys: [
      ['← ↑ ↓ →', '移动'],
      ['空格', '快速预览'],
      ['Enter', '打开详情'],
      ['Shift ←→', '连续选择'],
      ['X', '选中或取消'],
      ['L', '收藏'],
      [`${COMMAND_KEY} A`, '全选或全不选'],
      ['Delete', '删除'],
      [`${COMMAND_KEY} Z`, '撤销删除或移动'],
      ['/', '到搜索框'],
    ],
  },
  {
    title: '素材详情里',
    keys: [
      ['空格', '播放或暂停'],
      ['← →', '后退、前进 1 秒'],
      [', .', '上一个、下一个镜头'],
      ['S', '在这里切开镜头'],
      ['Esc', '关闭'],
    ],
  },
];
