import type { Material, Stroke } from '@mixreel/contract';
import { type PointerEvent, type ReactNode, useState } from 'react';
import { downloadAddress } from '#lib/start-download.ts';
import styles from './PaintSurface.module.css';

type Size = { width: number; height: number };
type Props = {
  picture: Material;
  size: Size;
  /** A line from where a finger went down to where it went up, in fractions of the picture: x and y in turn. */
  onLine: (line: number[]) => void;
  /** What is shown over the picture; the line that is being drawn is given as far as it goes. */
  children: (line: number[] | null) => ReactNode;
};

/** A picture that is drawn upon. */
export function PaintSurface({ picture, size, onLine, children }: Props) {
  const [line, setLine] = useState<number[] | null>(null);
  return (
    <svg
      className={styles['surface']}
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={`在「${picture.material_name}」上涂抹`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setLine(placeOf(event));
      }}
      onPointerMove={(event) => line && setLine([...line, ...placeOf(event)])}
      onPointerUp={() => {
        if (line) onLine(line);
        setLine(null);
      }}
      onPointerCancel={() => setLine(null)}
    >
      <image
        href={picture.cdn_url ? downloadAddress(picture.cdn_url) : ''}
        width={size.width}
        height={size.height}
        preserveAspectRatio="none"
      />
      {children(line)}
    </svg>
  );
}

/** Lines that were painted, as wide as they are. */
export function PaintedStrokes({ strokes, size }: { strokes: Stroke[]; size: Size }) {
  const short = Math.min(size.width, size.height);
  return strokes.map(({ points, width }, n) => (
    // oxlint-disable-next-line react/no-array-index-key -- lines are only added behind
    <polyline key={n} points={pointsOf(points, size)} strokeWidth={width * short} data-area="true" />
  ));
}

/** As a drawing wants them. A line of one point is a dot: drawn to itself. */
export function pointsOf(points: number[], { width, height }: Size): string {
  const places = points.map((one, n) => one * (n % 2 === 0 ? width : height));
  return (places.length === 2 ? [...places, ...places] : places).join(' ');
}

function placeOf(event: PointerEvent<SVGSVGElement>): number[] {
  const box = event.currentTarget.getBoundingClientRect();
  const share = (value: number) => Math.min(1, Math.max(0, Math.round(value * 10_000) / 10_000));
  return [share((event.clientX - box.left) / box.width), share((event.clientY - box.top) / box.height)];
}
