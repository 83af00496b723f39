import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { DeskPast } from '#features/document/DeskPast.tsx';
import type { Side } from '#features/document/DocumentDifference.tsx';
import { keyOf } from '#lib/answers.ts';
import { addressOf } from '#lib/app-config.ts';
import { call } from '#lib/call.ts';
import { useDesk, useMixState } from './use-mix.ts';
import styles from '#features/document/History.module.css';

const VIDEOS = 'mix-difference';

/** Says that this is how the mix was, and what can be done with that; compared, both are played side by side. */
export function MixPast() {
  const desk = useDesk();
  const navigate = useNavigate();
  const project_id = useMixState(({ mix }) => mix.project_id);
  const name = useMixState(({ mix }) => mix.mproject_name);
  return (
    <DeskPast
      desk={desk}
      name={name}
      onCopied={(mproject_id) =>
        void navigate(`/studio/videoProduction?${new URLSearchParams({ mproject_id, projectId: project_id })}`)
      }
      renderSide={(side) => <FirstVideo {...side} mproject_id={desk.live.document_id} />}
    >
      <Button onClick={playBoth}>两边一起播放</Button>
    </DeskPast>
  );
}

function playBoth(): void {
  for (const video of document.querySelectorAll<HTMLVideoElement>(`[data-videos="${VIDEOS}"]`)) {
    video.currentTime = 0;
    void video.play().catch(() => {});
  }
}

/** The first combination of the mix. That of the present is as it was when it was chosen: what others do stops no playing. */
function FirstVideo({ title, mproject_id, sequence }: Pick<Side, 'title' | 'sequence'> & { mproject_id: string }) {
  const { live } = useDesk();
  const shown = useMemo(() => sequence ?? live.view.getState().sequence, [live, sequence]);
  const input = { mproject_id, quality: 'draft' as const, ...(sequence !== null && { sequence }) };
  const { data, error, isPending } = useQuery({
    queryKey: keyOf('candidate.preview', input, `step ${shown}`),
    queryFn: ({ signal }) => call('candidate.preview', input, { is_quiet: true, signal }),
    staleTime: Infinity,
  });
  const name = `${title}的第一条`;
  return (
    <>
      {data && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are in the picture
        <video className={styles['video']} controls src={addressOf(data.url)} aria-label={name} data-videos={VIDEOS} />
      )}
      {isPending && <div className={`skeleton ${styles['video']}`} role="status" aria-label="正在准备画面" />}
      {error && !data && <p>{error.message}</p>}
    </>
  );
}
