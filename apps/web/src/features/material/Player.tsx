import type { Material } from '@mixreel/contract';
import { Film } from '#ui/Film.tsx';
import styles from './Detail.module.css';

type Props = {
  material: Pick<
    Material,
    'material_name' | 'material_type' | 'preview_url' | 'cdn_url' | 'cover_url' | 'analysis_status'
  >;
  attach: (element: HTMLMediaElement | null) => void;
};

/** The picture, the video or the sound itself. */
export function Player({ material, attach }: Props) {
  const { material_name, material_type, preview_url, cdn_url, cover_url, analysis_status } = material;
  if (material_type === 'image' || material_type === 'ai_image') {
    const src = preview_url ?? cdn_url ?? cover_url;
    return <div className={styles['stage']}>{src && <img src={src} alt={material_name} />}</div>;
  }
  // The original plays too where the browser knows its format; better than nothing until the small copy is made.
  const src = preview_url ?? cdn_url;
  if (!src) {
    const text = analysis_status === 'failed' ? '这个文件播放不了' : '预览还在准备，马上就好';
    return <div className={styles['stage']}>{text}</div>;
  }
  return (
    <div className={styles['stage']} data-sound={material_type === 'audio'}>
      <Film
        ref={attach}
        src={src}
        {...(cover_url && { poster: cover_url })}
        controls
        playsInline
        preload="metadata"
        aria-label={material_name}
      >
        <track kind="captions" />
      </Film>
    </div>
  );
}
