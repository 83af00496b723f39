import { type MixConfig, TRANSITIONS } from '@mixreel/contract';
import type { CSSProperties } from 'react';
import { allClips } from '#features/mix/slots.ts';
import { useMixState } from '../document/use-mix.ts';
import { useScope } from './config-scope.ts';
import { ConfigField } from './ConfigField.tsx';
import { NumberField } from './fields.tsx';
import tiles from '#ui/Tiles.module.css';
import styles from './Transition.module.css';

type Kind = MixConfig['transition']['kind'];

const KINDS = Object.keys(TRANSITIONS) as Kind[];

/** How a shot goes over into the next one. */
export function TransitionPart() {
  const { config, shooting_id, can_edit, set } = useScope('transition');
  const covers = useMixState(({ mix }) =>
    JSON.stringify([...new Set(allClips(mix).flatMap(({ cover_url }) => cover_url ?? []))].slice(0, 2)),
  );
  const { kind } = config.transition;
  return (
    <section aria-label="转场">
      <ConfigField
        group="transition"
        field="kind"
        label={shooting_id ? '到下一个镜头' : '镜头之间'}
        hint="转场会让前后两段各露出一点多余的画面，片段太短时自动不用。"
      >
        <div
          className={`${tiles['tiles']} ${styles['kinds']}`}
          role="group"
          aria-label="转场"
          style={pictures(JSON.parse(covers) as string[])}
        >
          {KINDS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === kind}
              disabled={!can_edit}
              onClick={() => set('transition', { kind: one })}
            >
              <span className={styles['screen']} data-kind={one} aria-hidden="true">
                <i />
                <i />
              </span>
              {TRANSITIONS[one]}
            </button>
          ))}
        </div>
      </ConfigField>
      {kind !== 'none' && (
        <NumberField
          group="transition"
          field="ms"
          label="转场时长"
          unit="秒"
          min={0.2}
          max={1}
          step={0.05}
          scale={1000}
        />
      )}
    </section>
  );
}

/** Two pictures of the mix itself, where it has them. */
function pictures([before, after]: string[]): CSSProperties {
  return {
    '--columns': 4,
    ...(before && { '--before': `url(${JSON.stringify(before)})` }),
    ...(after && { '--after': `url(${JSON.stringify(after)})` }),
  } as CSSProperties;
}
