import type { SkuHit } from '@mixreel/contract';
import { useState } from 'react';
import { Film } from '#ui/Film.tsx';
import styles from './Sku.module.css';

/** A shot over and over: only its piece of the video. */
export function HitPlayer({
  hit: { preview_url, cover_url, start_ms, end_ms, material_name, material_type },
}: {
  hit: SkuHit;
}) {
  const [isBroken, setIsBroken] = useState(false);
  const [from, to] = [start_ms / 1000, end_ms / 1000];
  if (material_type !== 'video' || !preview_url || isBroken) {
    return <div className={styles['player']}>{cover_url && <img src={cover_url} alt={material_name} />}</div>;
  }
  return (
    <div className={styles['player']}>
      <Film
        src={`${preview_url}#t=${from},${to}`}
        poster={cover_url ?? undefined}
        muted
        autoPlay
        playsInline
        aria-label={material_name}
        onTimeUpdate={({ currentTarget: video }) => {
          if (video.currentTime >= to - 0.05) {
            video.currentTime = from;
            void video.play().catch(() => {});
          }
        }}
        onError={() => setIsBroken(true)}
      />
    </div>
  );
}
