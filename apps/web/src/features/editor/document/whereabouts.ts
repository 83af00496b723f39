import { type DocumentPlace, type MixProject, slotOfClip } from '@mixreel/contract';
import { useEffect } from 'react';
import { slotName } from '#features/mix/slot-name.ts';
import { findClip } from '#features/mix/slots.ts';
import { INSPECTOR_TABS, type InspectorTab, useEditorState } from '../editor-state.ts';
import { shootingOf } from './acts.ts';
import type { MixDesk } from './desk.ts';

/** Others see which shot or clip is worked on, and in which part of the properties. */
export function usePlace({ presence }: MixDesk): void {
  const shooting_id = useEditorState((state) => state.shooting_id);
  const video_clip_id = useEditorState((state) => state.video_clip_id);
  const tab = useEditorState((state) => state.tab);
  useEffect(() => {
    // Whoever writes in a line says so there, letter by letter.
    const isWriting = shooting_id && document.activeElement?.getAttribute('data-line') === shooting_id;
    if (isWriting && !video_clip_id) return;
    const where = video_clip_id
      ? { table: 'clip', id: video_clip_id }
      : shooting_id
        ? { table: 'shooting', id: shooting_id }
        : { table: 'mix', id: 'mix' };
    presence.move({ ...where, field: tab, caret: null });
  }, [presence, shooting_id, video_clip_id, tab]);
}

type Place = DocumentPlace | null;

/** Where somebody is, in words; empty: nowhere that is there any more. */
export function wordsOfPlace(mix: MixProject, place: Place): string {
  if (!place) return '';
  const { table, id, field } = place;
  if (table === 'mix') return `在「${INSPECTOR_TABS[field as InspectorTab] ?? '全局'}」设置`;
  const clip = table === 'clip' ? findClip(mix, id) : undefined;
  if (clip) return `在${slotName(mix, slotOfClip(clip))}的片段「${clip.material_name}」`;
  const shooting = whereIs(mix, place);
  if (!shooting) return '';
  return `在${slotName(mix, shooting.shooting_id)}${table === 'script' ? '写台词' : ''}`;
}

/** Goes there: selects what they are at, and brings it into sight. */
export function goTo(mix: MixProject, place: Place): void {
  if (!place) return;
  const { select, openTab } = useEditorState.getState();
  if (place.field in INSPECTOR_TABS) openTab(place.field as InspectorTab);
  const clip = place.table === 'clip' ? findClip(mix, place.id) : undefined;
  const shooting = whereIs(mix, place);
  if (clip) select(clip.shooting_id, clip.video_clip_id);
  else select(shooting?.shooting_id ?? null);
  const target = clip ? `[data-clip="${clip.video_clip_id}"]` : `[data-shooting="${shooting?.shooting_id}"]`;
  document.querySelector(target)?.scrollIntoView({ block: 'center' });
}

function whereIs(mix: MixProject, { table, id }: DocumentPlace) {
  if (table === 'script') return mix.shootings.find(({ scripts }) => scripts.some((one) => one.script_id === id));
  return table === 'shooting' ? shootingOf(mix, id) : undefined;
}
