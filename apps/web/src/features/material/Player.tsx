import { PauseOutlined, PlayCircleFilled } from '@ant-design/icons';
import type { Material } from '@mixreel/contract';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { letGo } from '#lib/let-go.ts';
import { Film } from '#ui/Film.tsx';
import styles from './Detail.module.css';

type Props = {
  material: Pick<
    Material,
    'material_name' | 'material_type' | 'preview_url' | 'cdn_url' | 'cover_url' | 'analysis_status'
  >;
  attach: (element: HTMLMediaElement | null) => void;
};

/** The picture, the video or the sound itself. What a sound looks like is drawn below it, by the timeline. */
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
  if (material_type === 'audio') return <Sound src={src} name={material_name} attach={attach} />;
  return (
    <div className={styles['stage']}>
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

/** A button; the waves under it are what is seen of a sound. */
function Sound({ src, name, attach }: { src: string; name: string; attach: Props['attach'] }) {
  const own = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  return (
    <div className={styles['sound']}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what is said stands beside it, under 台词 */}
      <audio
        ref={(element) => {
          own.current = element;
          attach(element);
          return () => {
            attach(null);
            if (element) letGo(element);
          };
        }}
        src={src}
        preload="metadata"
        aria-label={name}
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
      />
      <Button
        type="primary"
        size="large"
        icon={isPlaying ? <PauseOutlined aria-hidden="true" /> : <PlayCircleFilled aria-hidden="true" />}
        onClick={() => {
          if (own.current?.paused) void own.current.play().catch(() => {});
          else own.current?.pause();
        }}
      >
        {isPlaying ? '暂停' : '播放'}
      </Button>
    </div>
  );
}
