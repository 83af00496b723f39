import { type CaptionLayout, type CaptionPreset, type CaptionStyle, RATIOS } from '@mixreel/contract';
import { type CSSProperties, memo } from 'react';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { CaptionPicture } from './CaptionPicture.tsx';
import styles from '#ui/Tiles.module.css';

/** As many captions as one call lays out. */
const AT_ONCE = 20;
const CENTRE = { kind: 'preset', preset: 'centre' } as const;
/** A tile is so many times as high as wide, and keeps so much of itself free around the words. */
const TILE = 0.48;
const FILLED = 0.84;
/** Widths of a tile per pixel of the canvas: small words stay small beside large ones. */
const USUAL = 1 / 330;

type Props = {
  /** Null where what is looked at is no caption. */
  chosen: CaptionStyle | null;
  disabled: boolean;
  onChoose: (style: CaptionStyle) => void;
};

/** Ready styles, each drawn as it would be burned; not again with every letter of a line. */
export const PresetGallery = memo(function PresetGallery({ chosen, disabled, onChoose }: Props) {
  const list = useCall('caption.fonts', {}, { stale_ms: 300_000 });
  return (
    <ListStates
      query={list}
      loading={<LoadingRows count={2} label="正在加载字幕样式" />}
      isEmpty={({ presets }) => presets.length === 0}
      empty={<EmptyState title="没有现成的样式" />}
    >
      {({ presets }) => (
        <ul className={styles['tiles']} aria-label="现成的样式">
          {chunks(presets).map((some) => (
            <Presets key={some[0]?.preset_key} presets={some} chosen={chosen} disabled={disabled} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </ListStates>
  );
});

function Presets({ presets, chosen, disabled, onChoose }: Props & { presets: CaptionPreset[] }) {
  const captions = presets.map(({ style }) => ({ text: '字幕样式', style, position: CENTRE }));
  const layout = useCall('caption.layout', { ratio: '16:9', platform: 'none', captions }, { stale_ms: Infinity });
  return presets.map(({ preset_key, preset_name, style }, n) => {
    const drawn = layout.data?.layouts[n];
    return (
      <li key={preset_key}>
        <button
          type="button"
          aria-pressed={chosen !== null && isSame(style, chosen)}
          disabled={disabled}
          onClick={() => onChoose(style)}
        >
          <span className={styles['picture']}>
            {drawn && (
              <span style={roomFor(drawn)}>
                <CaptionPicture label={preset_name} canvas={RATIOS['16:9']} layouts={[drawn]} />
              </span>
            )}
          </span>
          <span className={styles['name']}>{preset_name}</span>
        </button>
      </li>
    );
  });
}

/** The canvas behind a tile, as large as the words in its middle allow. */
function roomFor({ bounds, canvas }: CaptionLayout): CSSProperties {
  const scale = Math.min(USUAL, FILLED / bounds.width, (FILLED * TILE) / bounds.height);
  const [x, y] = [bounds.x + bounds.width / 2, bounds.y + bounds.height / 2];
  return {
    position: 'absolute',
    width: `${canvas.width * scale * 100}%`,
    aspectRatio: canvas.width / canvas.height,
    left: `${50 - x * scale * 100}%`,
    top: `${50 - ((y * scale) / TILE) * 100}%`,
  };
}

function chunks(presets: CaptionPreset[]): CaptionPreset[][] {
  const count = Math.ceil(presets.length / AT_ONCE);
  return Array.from({ length: count }, (_, n) => presets.slice(n * AT_ONCE, (n + 1) * AT_ONCE));
}

function isSame(a: CaptionStyle, b: CaptionStyle): boolean {
  const fields = Object.keys(a) as (keyof CaptionStyle)[];
  return fields.every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]));
}
