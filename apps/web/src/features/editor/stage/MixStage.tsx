import { type MixConfig, RATIOS } from '@mixreel/contract';
import { type CSSProperties, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { CaptionPicture } from '#features/caption/CaptionPicture.tsx';
import { CallError } from '#lib/call.ts';
import { useCall } from '#lib/use-call.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { useDesk, useMixState, useSettings } from '../document/use-mix.ts';
import { useEditorState } from '../editor-state.ts';
import { WORDS } from './candidate-words.ts';
import { emptyPlaces, findClip, isUsable, withClip } from './combination.ts';
import { useStageLook } from './stage-look.ts';
import { enterMix, stageControls, useStage } from './stage-state.ts';
import { cutAt } from './stage-time.ts';
import { StageEmpty } from './StageEmpty.tsx';
import { StageTransport } from './StageTransport.tsx';
import { useCandidateFeed } from './use-candidate-feed.ts';
import { useCombinations } from './use-combinations.ts';
import { useStageKeys } from './use-stage-keys.ts';
import { useStagePlayer } from './use-stage-player.ts';
import { useStagePreview } from './use-stage-preview.ts';
import styles from './Stage.module.css';

const NOT_FOUND = 404;

/** The centre of the editor: the current combination as it will be exported, played without being rendered first. */
export function MixStage({ mproject_id }: { mproject_id: string }) {
  const isEntered = useStage((state) => state.mproject_id === mproject_id);
  useLayoutEffect(() => enterMix(mproject_id), [mproject_id]);
  if (isEntered) return <Stage key={mproject_id} mproject_id={mproject_id} />;
  return (
    <section className={styles['stage']} aria-label={WORDS.stage}>
      <div className={styles['room']}>
        <div className={`skeleton ${styles['ghost']}`} role="status" aria-label={WORDS.loading} />
      </div>
    </section>
  );
}

function Stage({ mproject_id }: { mproject_id: string }) {
  const picture = useSettings('picture');
  const isEmpty = useMixState(({ mix }) => mix.shootings.length === 0);
  const canShow = useMixState(({ mix }) => mix.shootings.length > 0 && emptyPlaces(mix).length === 0);
  const stage = useStagePreview(mproject_id, { enabled: canShow });
  const combinations = useCombinations(mproject_id);
  const [broken, setBroken] = useState<string | null>(null);
  const preview = canShow ? stage.preview : undefined;
  const { box, is_waiting } = useStagePlayer({
    preview,
    fps: picture.fps,
    onStep: combinations.step,
    onFail: () => setBroken(preview?.url ?? null),
  });
  // Nothing can be shown, perhaps of a past without clips: the time below is not that of what was seen before.
  useEffect(() => {
    if (canShow) return;
    stageControls().pause();
    useStage.setState({ preview: null });
  }, [canShow]);
  useCandidateFeed(mproject_id);
  useStageKeys();
  useFollowSelection();
  useGoneCandidate(stage.error);

  // What is seen, which may be a moment behind what is there.
  const shown = useStage((state) => state.preview?.quality);
  const isBroken = preview !== undefined && broken === preview.url;
  const error = stage.error ?? (isBroken ? new Error(WORDS.video_failed) : null);
  const retry = () => {
    setBroken(null);
    if (isBroken) useStage.setState(({ version }) => ({ version: version + 1 }));
    else stage.retry();
  };
  const canvas = RATIOS[picture.ratio];
  const shape = { '--shape': canvas.width / canvas.height } as CSSProperties;
  const isStarting = canShow && !preview && !error;
  return (
    <section className={styles['stage']} aria-label={WORDS.stage}>
      <div className={styles['room']} style={shape}>
        <div className={styles['picture']} data-shown={preview !== undefined} aria-busy={stage.is_updating}>
          <div ref={box} className={styles['videos']} role="presentation" onClick={() => stageControls().toggle()} />
          {preview && <SafeZone ratio={picture.ratio} platform={picture.platform} />}
        </div>
        {isStarting && (
          <div className={`skeleton ${styles['ghost']}`} role="status" aria-label={WORDS.loading}>
            {stage.progress !== null && <span>{withPercent(WORDS.loading, stage.progress)}</span>}
          </div>
        )}
        {error && (
          <div className={styles['over']} data-solid={!preview}>
            <ErrorState title={WORDS.failed_title} error={error} onRetry={retry} isRetrying={stage.is_updating} />
          </div>
        )}
        {!canShow && (
          <div className={styles['over']} data-solid="true">
            <StageEmpty has_shootings={!isEmpty} />
          </div>
        )}
      </div>
      <StageTransport
        is_busy={combinations.is_busy}
        state={
          preview
            ? {
                quality: shown ?? preview.quality,
                readiness: stage.readiness,
                is_rendering: stage.is_rendering || (shown === 'draft' && preview.quality === 'full'),
                full_error: stage.full_error,
                onRetry: stage.retryFull,
                note: stage.is_updating
                  ? withPercent(WORDS.updating, stage.progress)
                  : is_waiting
                    ? WORDS.waiting
                    : null,
              }
            : null
        }
      />
    </section>
  );
}

function withPercent(text: string, share: number | null): string {
  return share === null ? text : `${text} ${Math.floor(share * 100)}%`;
}

function SafeZone({ ratio, platform }: Pick<MixConfig['picture'], 'ratio' | 'platform'>) {
  const isOn = useStageLook((state) => state.has_safe_zone);
  const zone = useCall('caption.layout', { ratio, platform, captions: [] }, { enabled: isOn, stale_ms: Infinity });
  if (!isOn || !zone.data) return null;
  return <CaptionPicture label={WORDS.safe_zone} canvas={RATIOS[ratio]} layouts={[]} safe={zone.data.safe} />;
}

/** A clip that is selected takes its place in the combination; a shooting that is selected is gone to. */
function useFollowSelection(): void {
  const desk = useDesk();
  const shooting_id = useEditorState((state) => state.shooting_id);
  const video_clip_id = useEditorState((state) => state.video_clip_id);
  // What was selected before there was a picture is gone to when there is one.
  const hasPreview = useStage((state) => state.preview !== null);
  const follow = useEffectEvent(() => {
    const { preview, is_playing } = useStage.getState();
    if (!preview) return;
    const clip = video_clip_id === null ? undefined : findClip(desk.mix, video_clip_id);
    const slot_id = clip ? (clip.shooting_id ?? clip.pool) : shooting_id;
    const picks = clip && isUsable(clip) ? withClip(preview.picks, clip) : null;
    if (picks && slot_id) {
      useStage.setState({ entry: { slot_id, plays: null } });
      useEditorState.getState().showPicks(picks);
      return;
    }
    const cut = preview.cuts.find((one) => one.slot_id === slot_id);
    const here = cutAt(preview.cuts, useEditorState.getState().position_ms);
    if (cut && cut !== here && !is_playing) stageControls().seek(cut.start_ms + 1);
  });
  useEffect(() => follow(), [shooting_id, video_clip_id, hasPreview]);
}

/** Candidates go when they are chosen anew; the stage then shows the first one that there is. */
function useGoneCandidate(error: Error | null): void {
  const isGone = error instanceof CallError && error.code === NOT_FOUND;
  useEffect(() => {
    const { candidate_id, picks, showCandidate } = useEditorState.getState();
    if (isGone && (candidate_id || picks)) showCandidate(null);
  }, [isGone]);
}
