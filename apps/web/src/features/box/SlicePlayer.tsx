import type { MaterialDetail } from '@mixreel/contract';
import { useEffect, useRef } from 'react';
import { Film } from '#ui/Film.tsx';
import styles from './Slice.module.css';

type Props = { material: MaterialDetail | undefined; shown: { start_ms: number; end_ms: number; n: number } | null };

/** The recording; what was asked for plays from its beginning and stops at its end. */
export function SlicePlayer({ material, shown }: Props) {
  const film = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = film.current;
    if (!element || !shown) return;
    element.currentTime = shown.start_ms / 1000;
    element.play().catch(() => {});
    const stop = () => {
      if (element.currentTime < shown.end_ms / 1000) return;
      element.pause();
      element.removeEventListener('timeupdate', stop);
    };
    element.addEventListener('timeupdate', stop);
    return () => element.removeEventListener('timeupdate', stop);
  }, [shown]);
  if (!material) return <div className={`skeleton ${styles['player']}`} role="status" aria-label="正在加载" />;
  return (
    <div className={styles['player']}>
      <Film
        ref={film}
        src={material.preview_url ?? material.cdn_url ?? ''}
        {...(material.cover_url && { poster: material.cover_url })}
        controls
        preload="metadata"
        aria-label={material.material_name}
      />
    </div>
  );
}
