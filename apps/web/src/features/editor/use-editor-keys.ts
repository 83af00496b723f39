import { planOrder, slotOfClip } from '@mixreel/contract';
import { useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import { clipsIn, findClip } from '#features/mix/slots.ts';
import { isOverPage } from '#lib/keys.ts';
import type { MixDesk } from './document/desk.ts';
import { useEditorState } from './editor-state.ts';
import { deleteClips, selectClip, selectedClips, shiftClips, toggleChoice } from './plan/clip-actions.ts';
import { deleteShooting } from './plan/shooting-menu.ts';
import { focusLine } from './plan/ShootingLine.tsx';

/**
 * The keys of the plan. Those that write a character work only outside of text. Keys that belong to the stage (transport,
 * N) are not here; arrows are ours only on a clip or the number of a shot, else they are the stage's too.
 */
export function useEditorKeys(desk: MixDesk): void {
  const step = (by: -1 | 1) => {
    const { shootings } = desk.mix;
    const state = useEditorState.getState();
    const at = shootings.findIndex(({ shooting_id }) => shooting_id === state.shooting_id);
    const next = at === -1 ? shootings[by === 1 ? 0 : shootings.length - 1] : shootings[at + by];
    if (!next) return;
    state.select(next.shooting_id);
    focusHandle(next.shooting_id);
  };
  const walk = (video_clip_id: string, by: -1 | 1, isRange: boolean) => {
    const clip = findClip(desk.mix, video_clip_id);
    if (!clip) return;
    const row = clipsIn(desk.mix, slotOfClip(clip));
    const next = row[row.indexOf(clip) + by];
    if (!next) return;
    selectClip(desk.mix, next, isRange ? 'range' : 'only');
    focusClip(next.video_clip_id);
  };
  const trim = (video_clip_id: string) => {
    const clip = findClip(desk.mix, video_clip_id);
    if (!clip) return;
    // At once: the next key may be typed before the next frame, and belongs to the trimmer.
    flushSync(() => selectClip(desk.mix, clip));
    document.querySelector<HTMLElement>('[data-trimmer]')?.focus();
  };
  const shift = (shooting_id: string, by: -1 | 1) => {
    const ids = desk.mix.shootings.map((one) => one.shooting_id);
    const at = ids.indexOf(shooting_id);
    const to = at + by;
    if (to < 0 || to >= ids.length) return;
    const shooting_ids = ids.toSpliced(at, 1).toSpliced(to, 0, shooting_id);
    desk.act(planOrder(desk.state, shooting_ids));
    requestAnimationFrame(() => focusHandle(shooting_id));
  };
  const remove = () => {
    const clips = selectedClips(desk.mix);
    const state = useEditorState.getState();
    if (clips.length > 0) {
      deleteClips(desk, clips);
      requestAnimationFrame(() => {
        const { video_clip_id, shooting_id } = useEditorState.getState();
        if (video_clip_id) focusClip(video_clip_id);
        else if (shooting_id) focusHandle(shooting_id);
      });
    } else if (state.shooting_id) {
      deleteShooting(desk, state.shooting_id);
      const next = useEditorState.getState().shooting_id;
      if (next) requestAnimationFrame(() => focusHandle(next));
    }
  };

  const actionOf = (event: KeyboardEvent, target: HTMLElement): (() => void) | undefined => {
    const isCommand = event.ctrlKey || event.metaKey;
    const isWriting =
      /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !target.matches('[type="radio"], [type="checkbox"]');
    const isOurText = target.hasAttribute('data-line');
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (isCommand) {
      // A number or a name being typed has the browser's own undo.
      if (isWriting && !isOurText) return undefined;
      if (key === 'z') return () => desk.step(event.shiftKey ? 'redo' : 'undo');
      if (key === 'y') return () => desk.step('redo');
      return undefined;
    }
    if (isWriting) return undefined;
    const { clip: onClip, shooting: onShooting } = target.dataset;
    const clips = selectedClips(desk.mix);
    const vertical = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
    const horizontal = ({ ArrowLeft: -1, ArrowRight: 1 } as const)[event.key];
    if (event.altKey) {
      if (horizontal && clips.length > 0) return () => moveAlong(() => shiftClips(desk, clips, horizontal, 'row'));
      if (vertical && onShooting) return () => shift(onShooting, vertical);
      if (vertical && clips.length > 0) return () => moveAlong(() => shiftClips(desk, clips, vertical, 'slot'));
      return undefined;
    }
    if (horizontal && onClip) return () => walk(onClip, horizontal, event.shiftKey);
    if (vertical && (onClip || onShooting || target === document.body)) return () => step(vertical);
    if (event.key === 'Enter' && onShooting) return () => focusLine(onShooting);
    if (event.key === 'Enter' && onClip) return () => trim(onClip);
    const isElsewhere = !onClip && !onShooting && target !== document.body;
    if (key === 'Delete' || key === 'Backspace') return isElsewhere ? undefined : remove;
    if (key === 'a') return () => useEditorState.getState().openLibrary(!useEditorState.getState().is_library_open);
    if (clips.length > 0 && !isElsewhere && key === 'p') return () => toggleChoice(desk, clips, 'is_pinned');
    if (clips.length > 0 && !isElsewhere && key === 'x') return () => toggleChoice(desk, clips, 'is_excluded');
    if (key === 'Escape') return leave;
    return undefined;
  };

  const handle = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (event.defaultPrevented || event.isComposing) return;
    const run = actionOf(event, target);
    // Asked last: it looks through the whole page, and most keys are letters of a line.
    if (!run || isOverPage(target)) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  });
  useEffect(() => {
    // Before the page's own keys: an arrow on a clip walks through the clips and does not move the stage.
    const listen = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);
}

/** From trimming to the clip, from a clip to its shot, from a shot to the whole mix. */
function leave(): void {
  const { video_clip_id, shooting_id, is_library_open, select, openLibrary } = useEditorState.getState();
  if (video_clip_id && document.activeElement?.closest('[data-trimmer]')) focusClip(video_clip_id);
  else if (video_clip_id) select(shooting_id);
  else if (is_library_open) openLibrary(false);
  else select(null);
}

function moveAlong(move: () => void): void {
  const { video_clip_id } = useEditorState.getState();
  move();
  if (video_clip_id) requestAnimationFrame(() => focusClip(video_clip_id));
}

function focusClip(video_clip_id: string): void {
  document.querySelector<HTMLElement>(`[data-clip="${video_clip_id}"]`)?.focus();
}

function focusHandle(shooting_id: string): void {
  const handle = document.querySelector<HTMLElement>(`[data-shooting="${shooting_id}"]`);
  handle?.focus({ preventScroll: true });
  handle?.closest('li')?.scrollIntoView({ block: 'nearest' });
}
