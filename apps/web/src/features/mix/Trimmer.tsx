import { useEditorState } from '#features/editor/editor-state.ts';
import { findClip } from './slots.ts';
import { TrimmerBody } from './TrimmerBody.tsx';
import { useMixState } from './use-mix.ts';

/** The selected clip, to be cut to what is used of it. */
export function Trimmer() {
  const video_clip_id = useEditorState((state) => state.video_clip_id);
  const clip = useMixState(({ mix }) => findClip(mix, video_clip_id));
  return clip ? <TrimmerBody key={clip.video_clip_id} clip={clip} /> : null;
}
