import { COMMAND_KEY } from '#lib/keys.ts';
import type { KeyGroup } from '#lib/page-keys.ts';
import { STAGE_KEYS } from './stage/use-stage-keys.ts';

export const EDITOR_KEYS: KeyGroup[] = [
  STAGE_KEYS,
  {
    title: '镜头与片段',
    keys: [
      ['↑ ↓', '上一个、下一个镜头'],
      ['Enter', '写台词；在片段上：修剪'],
      ['Alt ↑ ↓', '移动镜头；片段换镜头'],
      ['Alt ← →', '移动片段'],
      ['Shift / Ctrl 点', '多选片段'],
      ['P', '固定或取消（选中片段时）'],
      ['X', '排除或取消'],
      ['Delete', '删除'],
      ['A', '打开素材'],
      [`${COMMAND_KEY} Z`, '撤销'],
      [`${COMMAND_KEY} Shift Z`, '重做'],
      ['Esc', '取消选中'],
    ],
  },
  {
    title: '修剪里',
    keys: [
      ['← →', '移动 1 帧'],
      ['Shift ← →', '移动 10 帧'],
      ['I O', '这里设为入点、出点'],
      ['S', '从这里切开'],
    ],
  },
];
