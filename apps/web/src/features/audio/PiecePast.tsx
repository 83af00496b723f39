import { useState } from 'react';
import { useNavigate } from 'react-router';
import { PastBar } from '#features/document/PastBar.tsx';
import { PastDifference } from './PastDifference.tsx';
import { restorePast, showPast, useStudio, useStudioState } from './studio.ts';

/** Says that this is how the piece was, and what can be done with that. */
export function PiecePast() {
  const studio = useStudio();
  const navigate = useNavigate();
  const past = useStudioState((state) => state.past);
  const mayEdit = useStudioState((state) => state.may_edit);
  const name = useStudioState(({ content }) => content.audio_name);
  const project_id = useStudioState((state) => state.piece.project_id);
  const [isComparing, setIsComparing] = useState(false);
  if (!past) return null;
  return (
    <>
      <PastBar
        live={studio.live}
        entry={past.entry}
        noun="配音"
        name={name}
        may_edit={mayEdit}
        onRestore={() => restorePast(studio)}
        onNamed={(version_name) => showPast(studio, { ...past, entry: { ...past.entry, version_name } })}
        onCopied={(ai_audio_id) => void navigate(`/audioStudio?${new URLSearchParams({ project_id, ai_audio_id })}`)}
        onCompare={() => setIsComparing(true)}
      />
      {isComparing && <PastDifference past={past} onClose={() => setIsComparing(false)} />}
    </>
  );
}
