import { type CaptionPosition, type CaptionStyle, type MixConfig, RATIOS } from '@mixreel/contract';
import { type CSSProperties, useDeferredValue } from 'react';
import { CaptionPicture } from '#features/caption/CaptionPicture.tsx';
import type { InputOf } from '#lib/call.ts';
import { useCall } from '#lib/use-call.ts';
import styles from './Inspector.module.css';

/** The part of the picture that is shown, as a share of its width. */
const WINDOW = 0.46;

type Props = {
  label: string;
  /** The words to look at; null: the title. */
  caption: {
    text: string;
    style: CaptionStyle;
    position: CaptionPosition;
    line_chars: number;
    max_lines: number;
    /** The text is a whole line, which is cut into captions: the first one is seen. */
    is_line: boolean;
  } | null;
  config: Pick<MixConfig, 'picture' | 'title' | 'logo'>;
  /** A picture of the shot, to judge it on. */
  cover_url: string | null;
};

/** The words as the finished video will show them, with all that stands beside them: placed by the renderer, seen through a window around them. */
export function CaptionLook({ label, caption, config, cover_url }: Props) {
  const { ratio, platform } = config.picture;
  const { text, style, position } = config.title;
  const title = text.trim() === '' ? null : { text, style, position };
  const asked = useDeferredValue(
    JSON.stringify({ captions: caption ? [caption] : [], beside: { title, logo: useLogo(config) } }),
  );
  const layout = useCall(
    'caption.layout',
    { ratio, platform, ...(JSON.parse(asked) as Pick<InputOf<'caption.layout'>, 'captions' | 'beside'>) },
    { keep_previous: true, stale_ms: 300_000 },
  );
  const canvas = RATIOS[ratio];
  const words = [...(layout.data?.layouts ?? []), ...(layout.data?.title ? [layout.data.title] : [])];
  const [first] = words;
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
          {layout.data && <CaptionPicture label={label} canvas={canvas} layouts={words} />}
          {layout.data?.pictures.map((picture, n) => (
            <i key={n} className={styles['logo']} style={shareOf(picture, canvas)} aria-hidden="true">
              角标
            </i>
          ))}
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

/** The logo, as far as it takes room; its shape is that of its picture. */
function useLogo({ logo }: Pick<MixConfig, 'logo'>) {
  const { material_id, x, y, width } = logo;
  const picture = useCall('material.detail', { material_id }, { enabled: material_id !== '', stale_ms: 60_000 });
  const size = picture.data?.source_info;
  if (material_id === '' || !size?.width || !size.height) return null;
  return { x, y, width, shape: size.height / size.width };
}

type Size = { width: number; height: number };

function shareOf({ x, y, width, height }: Size & { x: number; y: number }, canvas: Size): CSSProperties {
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return {
    left: percent(x, canvas.width),
    top: percent(y, canvas.height),
    width: percent(width, canvas.width),
    height: percent(height, canvas.height),
  };
}
