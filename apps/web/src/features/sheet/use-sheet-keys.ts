import { type RefObject, useEffect, useEffectEvent } from 'react';
import { COMMAND_KEY, isOverPage } from '#lib/keys.ts';
import { type KeyGroup, useKeysInHelp } from '#lib/page-keys.ts';
import {
  doubleChosen,
  groupChosen,
  nudgeChosen,
  orderChosen,
  removeChosen,
  selectAll,
  ungroupChosen,
} from './deeds.ts';
import { cancelPick, finishPick, pickMiddle, undoPick } from './picking.ts';
import { addInMiddle } from './stage-tools.ts';
import type { Stage } from './stage.ts';
import type { Studio, Tool } from './studio.ts';

const KEYS: KeyGroup[] = [
  {
    title: '图片编辑',
    keys: [
      ['V H T R O', '选择、移动画面、文字、矩形、椭圆；回车放在正中'],
      ['C P', '裁剪、透视，回车或点空处结束'],
      ['B L', '蒙版画笔、蒙版套索'],
      ['E K', '消除笔、点选抠图（Shift 点加上，Alt 点去掉，回车抠出来）'],
      ['← ↑ ↓ →', '移动 1 像素，按 Shift 移动 10 像素'],
      ['Delete', '删除图层'],
      ['F2', '图层改名（在图层列表里）'],
      [`${COMMAND_KEY} C、X、V、D`, '复制、剪切、粘贴（截图也行）、就地复制'],
      [`${COMMAND_KEY} G`, '编组，按 Shift 取消编组'],
      [`${COMMAND_KEY} [ ]`, '下移、上移一层，按 Shift 到底、到顶'],
      [`${COMMAND_KEY} 0 1 + -`, '适合窗口、100%、放大、缩小'],
      ['空格', '按住拖动画面'],
    ],
  },
];
const TOOL_KEYS: Record<string, Tool> = {
  v: 'select',
  h: 'hand',
  c: 'crop',
  p: 'pull',
  t: 'text',
  r: 'rect',
  o: 'ellipse',
  b: 'brush',
  l: 'lasso',
  e: 'erase',
  k: 'pick',
};
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const STEP = 1.25;
/** With the command key these mean nothing to a field. */
const ANYWHERE = new Set(['0', '1', '=', '+', '-', 'd', 'g', 'G', '[', ']', '{', '}']);

/** The keys of the field. Those that write a letter work only outside of text. */
export function useSheetKeys(studio: Studio, stage: RefObject<Stage | null>): void {
  useKeysInHelp(KEYS);

  const zoom = (by: number) => stage.current?.zoomTo(studio.getState().zoom * by);
  const commandOf = (event: KeyboardEvent): (() => void) | undefined => {
    const { shiftKey: isMore } = event;
    return {
      z: () => (studio.getState().picking && !isMore ? undoPick(studio) : studio.step(isMore ? 'redo' : 'undo')),
      y: () => studio.step('redo'),
      a: () => selectAll(studio),
      d: () => doubleChosen(studio),
      g: () => (isMore ? ungroupChosen : groupChosen)(studio),
      '[': () => orderChosen(studio, isMore ? 'bottom' : 'down'),
      '{': () => orderChosen(studio, 'bottom'),
      ']': () => orderChosen(studio, isMore ? 'top' : 'up'),
      '}': () => orderChosen(studio, 'top'),
      '0': () => stage.current?.fit(),
      '1': () => stage.current?.zoomTo(1),
      '=': () => zoom(STEP),
      '+': () => zoom(STEP),
      '-': () => zoom(1 / STEP),
    }[event.key.toLowerCase()];
  };
  const actionOf = (event: KeyboardEvent, target: HTMLElement): (() => void) | undefined => {
    const isWriting = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
    const isLetters = isWriting && !['color', 'radio'].includes((target as HTMLInputElement).type);
    if (isLetters) {
      // A name that is being typed is dropped by it, and not kept as it is when its field is left.
      if (event.key === 'Escape' && !('drops' in target.dataset)) return () => target.blur();
      const isCommand = (event.ctrlKey || event.metaKey) && ANYWHERE.has(event.key);
      return isCommand ? commandOf(event) : undefined;
    }
    if (event.ctrlKey || event.metaKey) return commandOf(event);
    if (event.altKey) return undefined;
    const arrow = ARROWS[event.key];
    // These go by arrows themselves; letters are for tools wherever nobody writes.
    if (arrow && target.closest('[role="slider"], [role="tab"], [role="radio"], [type="radio"]')) return undefined;
    if (arrow && studio.getState().selected.length > 0) {
      const by = event.shiftKey ? 10 : 1;
      return () => nudgeChosen(studio, arrow[0] * by, arrow[1] * by);
    }
    const { tool: now, picking } = studio.getState();
    const isBack = event.key === 'Delete' || event.key === 'Backspace';
    if (isBack) return () => (picking ? undoPick(studio) : removeChosen(studio));
    if (picking && event.key === 'Escape') return () => cancelPick(studio);
    if (now === 'pick' && event.key === 'Enter' && !target.closest('button')) {
      return () => void (picking ? finishPick(studio) : pickMiddle(studio));
    }
    if ((now === 'crop' || now === 'pull') && (event.key === 'Enter' || event.key === 'Escape')) {
      return () => studio.setState({ tool: 'select' });
    }
    if (event.key === 'Escape') return () => studio.setState({ selected: [], tool: 'select' });
    // By keyboard alone, what is drawn by a pointer comes into the middle.
    const isDrawn = now === 'text' || now === 'rect' || now === 'ellipse';
    if (isDrawn && event.key === 'Enter') return () => addInMiddle(studio, now);
    const tool = TOOL_KEYS[event.key.toLowerCase()];
    const isAllowed = studio.getState().can_edit || tool === 'select' || tool === 'hand';
    return tool && isAllowed ? () => studio.setState({ tool }) : undefined;
  };

  const handle = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (event.isComposing || isOverPage(target)) return;
    const run = actionOf(event, target);
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  });
  useEffect(() => {
    // Before the page's own keys: T would open the task centre.
    const listen = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);
}
