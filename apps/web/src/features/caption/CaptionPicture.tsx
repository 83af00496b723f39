import type { CaptionLayout } from '@mixreel/contract';
import { useId } from 'react';
import { isShown, type Paint, paintsOf, runColour } from './caption-paint.ts';
import { familyOf, useCaptionFonts } from './use-caption-fonts.ts';
import styles from './CaptionPicture.module.css';

type Size = { width: number; height: number };
type Rect = Size & { x: number; y: number };

type Props = {
  /** What a screen reader says of it. */
  label: string;
  /** Of the picture below, in pixels of the finished video. */
  canvas: Size;
  layouts: CaptionLayout[];
  /** Which moment is shown, in the seconds that the layouts count; null: every caption, nothing spoken yet. */
  at?: number | null;
  /** What the platform's interface leaves free; drawn over everything when given. */
  safe?: Rect | null;
};

/**
 * Captions over a picture, drawn from the renderer's own layout and in its own fonts. It fills the box it stands in,
 * which must have the shape of the canvas.
 */
export function CaptionPicture({ label, canvas, layouts, at = null, safe = null }: Props) {
  const fonts = layouts.flatMap(({ lines }) => lines.flatMap(({ runs }) => runs.map(({ font_id }) => font_id)));
  const areFontsHere = useCaptionFonts([...new Set(fonts)].toSorted());
  const shown = layouts.filter((layout) => isShown(layout, at));
  return (
    <svg
      className={styles['picture']}
      viewBox={`0 0 ${canvas.width} ${canvas.height}`}
      role="img"
      aria-label={label}
      data-ready={areFontsHere}
    >
      {areFontsHere && shown.map((layout, n) => <Caption key={n} layout={layout} at={at} />)}
      {safe && <SafeZone canvas={canvas} safe={safe} />}
    </svg>
  );
}

function Caption({ layout, at }: { layout: CaptionLayout; at: number | null }) {
  return (
    <g>
      {layout.boxes.map(({ colour, radius, ...rect }, n) => (
        <rect key={n} {...rect} rx={Math.min(radius, rect.width / 2, rect.height / 2)} fill={colour} />
      ))}
      {paintsOf(layout).map((paint, n) => (
        <Coat key={n} layout={layout} paint={paint} at={at} />
      ))}
    </g>
  );
}

function Coat({ layout, paint, at }: { layout: CaptionLayout; paint: Paint; at: number | null }) {
  const blur_id = useId();
  const { colour, opacity, reach, dx, dy, blur, is_text } = paint;
  return (
    <g
      opacity={opacity}
      {...((dx !== 0 || dy !== 0) && { transform: `translate(${dx} ${dy})` })}
      {...(blur > 0 && { filter: `url(#${blur_id})` })}
    >
      {blur > 0 && (
        <filter id={blur_id} filterUnits="userSpaceOnUse" {...blurRoom(layout, reach + 3 * blur)}>
          <feGaussianBlur stdDeviation={blur} />
        </filter>
      )}
      {layout.lines.map(({ baseline, runs }, line) =>
        runs.map((run, n) => {
          const fill = is_text ? runColour(run, layout, at) : colour;
          return (
            <text
              key={`${line} ${n}`}
              className={styles['run']}
              x={run.x}
              y={baseline}
              fontFamily={familyOf(run.font_id)}
              fontSize={layout.font_size}
              fill={fill}
              {...(reach > 0 && { stroke: fill, strokeWidth: 2 * reach })}
            >
              {run.text}
            </text>
          );
        }),
      )}
    </g>
  );
}

/** Shadows are drawn before they are moved, so the room around the text is as wide as the blur. */
function blurRoom({ bounds }: CaptionLayout, margin: number): Rect {
  return {
    x: bounds.x - margin,
    y: bounds.y - margin,
    width: bounds.width + 2 * margin,
    height: bounds.height + 2 * margin,
  };
}

/** What the interface of a platform covers, shaded; a dashed line around what stays free. */
function SafeZone({ canvas: { width, height }, safe }: { canvas: Size; safe: Rect }) {
  const hole = `M${safe.x} ${safe.y}h${safe.width}v${safe.height}h${-safe.width}z`;
  return (
    <g className={styles['safe']}>
      <path d={`M0 0h${width}v${height}h${-width}z${hole}`} fillRule="evenodd" />
      <rect x={safe.x} y={safe.y} width={safe.width} height={safe.height} />
    </g>
  );
}
