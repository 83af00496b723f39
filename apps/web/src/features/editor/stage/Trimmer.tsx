import { findClip } from '#features/mix/slots.ts';
import { useMixState } from '../document/use-mix.ts';
import { useEditorState } from '../editor-state.ts';
import { TrimmerBody } from './TrimmerBody.tsx';

/** The selected clip, to be cut to what is used of it. */
export function Trimmer() {
  const video_clip_id = useEditorState((state) => state.video_clip_id);
  const clip = useMixState(({ mix }) => findClip(mix, video_clip_id));
  return clip ? <TrimmerBody key={clip.video_clip_id} clip={clip} /> : null;
}
