import { TRANSITIONS } from '@mixreel/contract';
import { useScope } from './config-scope.ts';
import { NumberField, SelectField } from './fields.tsx';

/** How a shot goes over into the next one. */
export function TransitionPart() {
  const { config, shooting_id } = useScope();
  return (
    <section aria-label="转场">
      <SelectField
        group="transition"
        field="kind"
        label={shooting_id ? '到下一个镜头' : '镜头之间'}
        options={TRANSITIONS}
        hint="转场会让前后两段各露出一点多余的画面，片段太短时自动不用。"
      />
      {config.transition.kind !== 'none' && (
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
