import styles from './Grid.module.css';

type Props = { id: string; options: readonly string[]; at: number; label: string; onPick: (option: string) => void };

/** What may be chosen in a cell; the keys are the cell's. */
export function GridOptions({ id, options, at, label, onPick }: Props) {
  return (
    <div className={styles['options']} role="listbox" id={id} aria-label={label}>
      {options.length === 0 && <p>没有这一项，Enter 试着按字面理解</p>}
      {options.map((option, n) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keyboard
        <div
          key={option}
          id={`${id} ${n}`}
          role="option"
          aria-selected={n === at}
          tabIndex={-1}
          // The field keeps the keyboard.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
        >
          {option}
        </div>
      ))}
    </div>
  );
}
