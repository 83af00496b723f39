import { useEffect, useEffectEvent } from 'react';
import { isOverPage } from '#lib/keys.ts';
import type { KeyGroup } from '#lib/page-keys.ts';
import { useEditorState } from '../editor-state.ts';
import { stageControls, useStage } from './stage-state.ts';

/** For the help of the page that the stage stands on. */
export const STAGE_KEYS: KeyGroup = {
  title: '画面',
  keys: [
    ['空格 K', '播放或暂停'],
    ['J L', '倒放、快放'],
    ['← →', '前后一帧'],
    ['Shift ←→', '前后 1 秒'],
    ['Home End', '到开头、结尾'],
    ['I O', '循环的起点、终点'],
    ['U', '取消循环'],
    ['N P', '下一个、上一个组合'],
    ['Shift N', '上一个组合'],
  ],
};

const SECOND_MS = 1000;

/**
 * Keys of the stage. They hold for the whole page, behind everything else on it: whoever has a use for a key of their
 * own keeps it, and space and arrows stay with the control that has the focus.
 */
export function useStageKeys(): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
    if (isOverPage(target) || target.closest('[role="listbox"]')) return;
    const run = actionOf(event, target);
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event);
    // Behind the listeners of the document, so that the page's other parts come first.
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

function actionOf(event: KeyboardEvent, target: HTMLElement): (() => void) | undefined {
  const controls = stageControls();
  const { clip_ids, position_ms } = useEditorState.getState();
  const { key, shiftKey } = event;
  const run = {
    k: controls.toggle,
    j: () => controls.shift(-1),
    l: () => controls.shift(1),
    i: controls.loopFrom,
    o: controls.loopTo,
    u: controls.clearLoop,
    n: () => controls.step(1),
    // With clips selected the same key pins them.
    p: clip_ids.length === 0 ? () => controls.step(-1) : undefined,
  }[key.toLowerCase()];
  if (key.toLowerCase() === 'n' && shiftKey) return () => controls.step(-1);
  if (run) return shiftKey ? undefined : run;
  // A button is pressed by space, a slider and a grid are moved by arrows.
  const isControl = target.closest('button, a, [role="button"], [role="tab"], [role="radio"], [role="checkbox"]');
  if (key === ' ') return isControl ? undefined : controls.toggle;
  if (target.closest('[role="slider"], [role="grid"], [role="tablist"], [role="radiogroup"]')) return undefined;
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (by && shiftKey) return () => controls.seek(position_ms + by * SECOND_MS);
  if (by) return () => controls.stepFrames(by);
  if (key === 'Home') return () => controls.seek(0);
  if (key === 'End') return () => controls.seek((useStage.getState().preview?.duration ?? 0) * 1000);
  return undefined;
}
