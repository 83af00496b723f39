import { COMMAND_KEY } from '#lib/keys.ts';
import type { KeyGroup } from '#lib/page-keys.ts';

/** The keys of a board, as the help lists them. */
export const BOARD_KEYS: KeyGroup[] = [
  {
    title: '分镜表',
    keys: [
      ['← ↑ ↓ →', '移动，按住 Shift 选中一块'],
      ['Enter / F2', '修改这一格'],
      ['直接打字', '替换这一格'],
      ['Tab', '下一格'],
      ['Shift Enter', '格子里换行'],
      ['Delete', '清空选中的格子'],
      [`${COMMAND_KEY} C / X / V`, '复制、剪切、粘贴一块，和 Excel、飞书、WPS 通用'],
      [`${COMMAND_KEY} D`, '向下填充'],
      [`${COMMAND_KEY} Enter`, '从光标处拆成两行'],
      [`${COMMAND_KEY} J`, '合并成一行'],
      ['Alt ↑ ↓', '移动选中的行'],
      [`${COMMAND_KEY} F`, '查找和替换'],
      [`${COMMAND_KEY} Z`, '撤销自己的上一步'],
      ['Esc', '放弃修改；再按一次离开表格'],
    ],
  },
];
