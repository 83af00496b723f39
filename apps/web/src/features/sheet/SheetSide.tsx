import { sheetContentOf } from '@mixreel/contract/sheet';
import type { State } from '@mixreel/document';
import { drawSheet } from '@mixreel/sheet';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { Shelf } from './shelf.ts';
import styles from './Sheet.module.css';

const SIDE = 440;

/** A version of the picture, small. */
export function SheetSide({ state, shelf, label }: { state: State; shelf: Shelf; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const arrived = useStore(shelf.news, (news) => news.arrived);
  const content = sheetContentOf(state);
  const scale = Math.min(1, SIDE / Math.max(content.width, content.height));
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context) drawSheet(context as unknown as OffscreenCanvasRenderingContext2D, shelf.kit, content, scale);
  }, [content, scale, shelf, arrived]);
  return (
    <canvas
      ref={canvas}
      className={styles['version']}
      role="img"
      aria-label={`${label}的图片`}
      width={Math.round(content.width * scale)}
      height={Math.round(content.height * scale)}
    />
  );
}
