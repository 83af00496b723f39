import { useState } from 'react';
import { useNavigate } from 'react-router';
import { PastBar } from '#features/document/PastBar.tsx';
import { MixDifference } from './MixDifference.tsx';
import { useDesk, useMixState } from './use-mix.ts';

/** Says that this is how the mix was, and what can be done with that. */
export function MixPast() {
  const desk = useDesk();
  const navigate = useNavigate();
  const past = useMixState((state) => state.past);
  const mayEdit = useMixState((state) => state.may_edit);
  const [isComparing, setIsComparing] = useState(false);
  if (!past) return null;
  const { project_id, mproject_name } = desk.mix;
  return (
    <>
      <PastBar
        live={desk.live}
        entry={past.entry}
        noun="混剪"
        name={mproject_name}
        may_edit={mayEdit}
        onRestore={() => desk.restorePast()}
        onNamed={(version_name) => desk.showPast({ ...past, entry: { ...past.entry, version_name } })}
        onCopied={(mproject_id) => {
          desk.showPast(null);
          void navigate(`/studio/videoProduction?${new URLSearchParams({ mproject_id, projectId: project_id })}`);
        }}
        onCompare={() => setIsComparing(true)}
      />
      {isComparing && <MixDifference past={past} onClose={() => setIsComparing(false)} />}
    </>
  );
}
