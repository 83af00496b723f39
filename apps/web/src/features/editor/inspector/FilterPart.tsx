import { type CSSProperties } from 'react';
import { allClips } from '#features/mix/slots.ts';
import type { OutputOf } from '#lib/call.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { shootingOf } from '../document/acts.ts';
import { useMixState } from '../document/use-mix.ts';
import { useEditorState } from '../editor-state.ts';
import { useScope } from './config-scope.ts';
import { ConfigField } from './ConfigField.tsx';
import { NumberField } from './fields.tsx';
import tiles from '#ui/Tiles.module.css';
import styles from './Inspector.module.css';

const SLIDERS = [
  ['brightness', '亮度'],
  ['contrast', '对比度'],
  ['saturation', '饱和度'],
  ['temperature', '色温'],
  ['sharpness', '锐度'],
] as const;

/** A look, how much of it, and finer corrections. */
export function FilterPart() {
  const scope = useScope('filter');
  const mproject_id = useMixState(({ mix }) => mix.mproject_id);
  const selected = useEditorState((state) => state.video_clip_id);
  // Without a clip of one's own choice the looks are shown on the first there is.
  const first = useMixState(({ mix }) => {
    const clips = shootingOf(mix, scope.shooting_id ?? null)?.clips ?? allClips(mix);
    return clips.find(({ problem }) => problem === null)?.video_clip_id ?? null;
  });
  const video_clip_id = selected ?? first;
  const looks = useCall(
    'caption.filters',
    { mproject_id, ...(video_clip_id && { video_clip_id }) },
    { keep_previous: true, stale_ms: 60_000 },
  );
  return (
    <>
      <ConfigField group="filter" field="filter_key" label="滤镜">
        <ListStates
          query={looks}
          loading={<LoadingRows count={3} label="正在加载滤镜" />}
          isEmpty={({ filters }) => filters.length === 0}
          empty={<EmptyState title="没有滤镜" />}
        >
          {(answer) => <Looks {...answer} />}
        </ListStates>
      </ConfigField>
      {scope.config.filter.filter_key !== '' && (
        <NumberField group="filter" field="strength" label="强度" unit="%" min={0} max={100} />
      )}
      <section aria-label="调整">
        {SLIDERS.map(([field, label]) => (
          <NumberField key={field} group="filter" field={field} label={label} unit="" min={-100} max={100} />
        ))}
      </section>
    </>
  );
}

/** Thumbnails out of one picture; each is a window onto its part of it. */
function Looks({ filters, sprite }: OutputOf<'caption.filters'>) {
  const scope = useScope('filter');
  const { filter_key: chosen } = scope.config.filter;
  const windowOf = (index: number): CSSProperties => ({
    aspectRatio: `${sprite.width} / ${sprite.height}`,
    backgroundImage: `url(${JSON.stringify(sprite.url)})`,
    backgroundSize: `${sprite.columns * 100}% ${sprite.rows * 100}%`,
    backgroundPosition: `${place(index % sprite.columns, sprite.columns)} ${place(Math.floor(index / sprite.columns), sprite.rows)}`,
  });
  return (
    <ul className={tiles['tiles']} aria-label="滤镜">
      {filters.map(({ filter_key, filter_name, default_strength, sprite_index }) => (
        <li key={filter_key}>
          <button
            type="button"
            aria-pressed={filter_key === chosen}
            disabled={!scope.can_edit}
            onClick={() => scope.set('filter', { filter_key, strength: default_strength })}
          >
            <span className={styles['thumb']} style={windowOf(sprite_index)} />
            <span className={tiles['name']}>{filter_name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function place(index: number, count: number): string {
  return count > 1 ? `${(index / (count - 1)) * 100}%` : '0%';
}
