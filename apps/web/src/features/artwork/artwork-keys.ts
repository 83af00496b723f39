import { COMMAND_KEY } from '#lib/keys.ts';
import type { KeyGroup } from '#lib/page-keys.ts';

export const ARTWORK_KEYS: KeyGroup[] = [
  {
    title: '成片',
    keys: [
      ['← ↑ ↓ →', '移动'],
      ['Enter 空格', '打开'],
      ['Shift ←→', '连续选择'],
      ['X', '选中或取消'],
      [`${COMMAND_KEY} A`, '全选或全不选'],
      ['P R W', '通过、退回、待审'],
      ['M', '移动到目录'],
      ['F2', '改名'],
      ['Delete', '删除'],
      [`${COMMAND_KEY} Z`, '撤销'],
    ],
  },
  {
    title: '目录上',
    keys: [
      ['→ ←', '展开、收起'],
      ['N', '新建子目录'],
      ['F2', '重命名'],
      ['M', '移动到别的目录'],
      ['Delete', '删除'],
    ],
  },
  {
    title: '成片打开时',
    keys: [
      ['空格', '播放或暂停'],
      ['← →', '后退、前进 1 秒'],
      [', .', '上一帧、下一帧'],
      ['↑ ↓', '上一条、下一条成片'],
      ['C', '在这一刻写批注'],
      ['P R W', '通过、退回、待审'],
    ],
  },
];
