import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import styles from './Picture.module.css';

const MOST = 4;
const FIRST = '#2A6FDB';

type Props = { value: string[]; onChange: (colours: string[]) => void };

/** Colours of the brand, picked by eye. */
export function BrandColours({ value, onChange }: Props) {
  return (
    <div className={styles['colours']} role="group" aria-label="品牌色">
      {value.map((colour, n) => (
        // oxlint-disable-next-line react/no-array-index-key -- two may be the same colour while one is being chosen
        <span key={n}>
          <input
            type="color"
            aria-label={`品牌色 ${n + 1}`}
            value={colour}
            onChange={({ target }) => onChange(value.map((one, at) => (at === n ? target.value.toUpperCase() : one)))}
          />
          <button
            type="button"
            aria-label={`去掉品牌色 ${n + 1}`}
            onClick={() => onChange(value.filter((_, at) => at !== n))}
          >
            <CloseOutlined aria-hidden="true" />
          </button>
        </span>
      ))}
      {value.length < MOST && (
        <button type="button" className={styles['add']} onClick={() => onChange([...value, FIRST])}>
          <PlusOutlined aria-hidden="true" />
          {value.length === 0 ? '加品牌色（不加就按图片和场合配色）' : '再加一种'}
        </button>
      )}
    </div>
  );
}
