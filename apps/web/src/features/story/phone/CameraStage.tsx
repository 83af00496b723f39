import { useEffect, useRef, useState } from 'react';
import { addressOf } from '#lib/app-config.ts';
import { useCameraSettings } from './camera-settings.ts';
import { Prompter } from './Prompter.tsx';
import type { NumberedRow } from './sort-rows.ts';
import { LEVEL_DEG } from './tilt.ts';
import type { useCamera } from './use-camera.ts';
import { useTilt } from './use-tilt.ts';
import styles from './Camera.module.css';

type Props = { row: NumberedRow; camera: ReturnType<typeof useCamera>; isRecording: boolean };

/** The picture as it will be, with what helps to take it laid over: none of that is recorded. */
export function CameraStage({ row, camera, isRecording }: Props) {
  const { stream, facing } = camera;
  const { hasGhost, ghost, hasGrid, hasPrompter } = useCameraSettings();
  const video = useRef<HTMLVideoElement>(null);
  const [ratio, setRatio] = useState(9 / 16);
  const tilt = useTilt();
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return (
    <div className={styles['stage']}>
      <div className={styles['frame']} style={{ aspectRatio: ratio, width: `min(100cqw, ${ratio * 100}cqh)` }}>
        <video
          ref={video}
          autoPlay
          playsInline
          muted
          aria-label="相机画面"
          data-mirrored={facing === 'user'}
          onResize={({ currentTarget: { videoWidth, videoHeight } }) =>
            videoHeight > 0 && setRatio(videoWidth / videoHeight)
          }
        />
        {hasGhost && row.cover_url && (
          <img className={styles['ghost']} src={addressOf(row.cover_url)} alt="参考画面" style={{ opacity: ghost }} />
        )}
        {hasGrid && <div className={styles['grid']} aria-hidden="true" />}
        {hasGrid && tilt !== null && (
          <div
            className={styles['level']}
            role="img"
            aria-label={Math.abs(tilt) <= LEVEL_DEG ? '水平' : `歪了 ${Math.abs(tilt)} 度`}
            data-level={Math.abs(tilt) <= LEVEL_DEG}
            style={{ transform: `rotate(${tilt}deg)` }}
          />
        )}
      </div>
      {!stream && <p className={styles['waiting']}>正在打开相机，请允许使用相机和麦克风</p>}
      {stream && !camera.hasSound && <p className={styles['silent']}>没有麦克风，拍出来没有声音</p>}
      {hasPrompter && row.line.trim() !== '' && <Prompter line={row.line} isRunning={isRecording} />}
    </div>
  );
}
