import { type CleanCover, type CleanDetail, type CleanMark, coverSize, hidingOf } from '@mixreel/contract';
import { type CSSProperties, useDeferredValue } from 'react';
import { CaptionPicture } from '#features/caption/CaptionPicture.tsx';
import { useCall } from '#lib/use-call.ts';
import styles from './Clean.module.css';

const CENTRE = { kind: 'preset', preset: 'centre' } as const;

type Props = { detail: CleanDetail; mark: CleanMark; style: CSSProperties };

/** How a covered box will look: the blur, the colour, the picture or the words over it. */
export function CoverShown({ detail, mark, style }: Props) {
  const hiding = hidingOf(mark);
  const sticker = detail.stickers.find(({ material_id }) => material_id === mark.cover?.material_id);
  const isWords = mark.way === 'caption' && mark.cover !== null && mark.cover.text.trim() !== '';
  return (
    <div
      className={styles['cover']}
      data-cover={hiding}
      style={hiding === 'colour' ? { ...style, background: mark.colour } : style}
    >
      {mark.way === 'sticker' && sticker?.url && <img src={sticker.url} alt="" draggable={false} />}
      {isWords && mark.cover && <Words cover={mark.cover} size={coverSize(mark, detail)} />}
    </div>
  );
}

/** Laid out as they will be drawn, while they are typed. */
function Words({ cover, size }: { cover: CleanCover; size: { width: number; height: number } }) {
  const text = useDeferredValue(cover.text);
  const captions = [{ text, style: cover.style, position: CENTRE, room: size }];
  const layout = useCall(
    'caption.layout',
    { ratio: '9:16', platform: 'none', captions },
    { stale_ms: Infinity, keep_previous: true },
  );
  const [drawn] = layout.data?.layouts ?? [];
  return drawn ? <CaptionPicture label={text} canvas={drawn.canvas} layouts={[drawn]} /> : null;
}
