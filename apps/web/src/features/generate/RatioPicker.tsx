import styles from './RatioPicker.module.css';

type Props<R extends string> = {
  ratios: readonly R[];
  value: R;
  /** Those that whoever makes it can do. */
  allowed: readonly R[];
  onChange: (ratio: R) => void;
};

/** Shapes of what is made, drawn. */
export function RatioPicker<R extends string>({ ratios, value, allowed, onChange }: Props<R>) {
  return (
    <div className={styles['ratios']} role="group" aria-label="画面比例">
      {ratios.map((ratio) => (
        <button
          key={ratio}
          type="button"
          aria-pressed={ratio === value}
          disabled={!allowed.includes(ratio)}
          onClick={() => onChange(ratio)}
        >
          <i style={{ aspectRatio: ratio.replace(':', ' / ') }} aria-hidden="true" />
          {ratio}
        </button>
      ))}
    </div>
  );
}
