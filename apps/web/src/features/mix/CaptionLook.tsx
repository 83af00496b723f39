import { type CaptionPosition, type CaptionStyle, type MixConfig, RATIOS } from '@mixreel/contract';
import { type CSSProperties, useDeferredValue } from 'react';
import { CaptionPicture } from '#features/caption/CaptionPicture.tsx';
import { useCall } from '#lib/use-call.ts';
import styles from './Inspector.module.css';

/** The part of the picture that is shown, as a share of its width. */
const WINDOW = 0.46;

type Props = {
  label: string;
  text: string;
  picture: MixConfig['picture'];
  style: CaptionStyle;
  position: CaptionPosition;
  line_chars?: number;
  max_lines?: number;
  /** The text is a whole line, which is cut into captions: the first one is seen. */
  is_line?: boolean;
  /** A picture of the shot, to judge it on. */
  cover_url: string | null;
};

/** The words as the finished video will show them: placed by the renderer, seen through a window around them. */
export function CaptionLook(props: Props) {
  const { label, text, picture, style, position, line_chars = 0, max_lines = 2, is_line = false, cover_url } = props;
  const { ratio, platform } = picture;
  const caption = useDeferredValue(JSON.stringify({ text, style, position, line_chars, max_lines, is_line }));
  const layout = useCall(
    'caption.layout',
    {
      ratio,
      platform,
      captions: [JSON.parse(caption) as { text: string; style: CaptionStyle; position: CaptionPosition }],
    },
    { keep_previous: true, stale_ms: 300_000 },
  );
  const canvas = RATIOS[ratio];
  const [first] = layout.data?.layouts ?? [];
  const tall = canvas.height / canvas.width;
  const middle = first ? (first.bounds.y + first.bounds.height / 2) / canvas.height : 0.7;
  // As far up as the words are, but never beyond the edge of the picture.
  const top = Math.min(0, Math.max(WINDOW - tall, WINDOW / 2 - middle * tall));
  const inner: CSSProperties = {
    position: 'absolute',
    top: `${(top / WINDOW) * 100}%`,
    width: '100%',
    aspectRatio: canvas.width / canvas.height,
    ...(cover_url && { background: `center / cover no-repeat url(${JSON.stringify(cover_url)})` }),
  };
  const problems = first && [first.overflows && '放不下，会超出画面', first.shrink < 1 && '字太多，已自动缩小'];
  return (
    <div>
      <div className={styles['picture']} style={{ aspectRatio: 1 / WINDOW }} aria-busy={layout.isFetching}>
        <div style={inner}>
          {layout.data && <CaptionPicture label={label} canvas={canvas} layouts={layout.data.layouts} />}
        </div>
      </div>
      {layout.error && (
        <p className={styles['hint']} data-tone="bad">
          没有画出来：{layout.error.message}
        </p>
      )}
      {problems?.filter(Boolean).map((problem) => (
        <p key={String(problem)} className={styles['hint']} data-tone="warning">
          {problem}
        </p>
      ))}
    </div>
  );
}
