import { CaretRightFilled, LoadingOutlined } from '@ant-design/icons';
import { player } from '#lib/player.ts';
import styles from './PlayButton.module.css';

type Props = {
  /** The name under which the player plays it. */
  name: string;
  label: string;
  /** Being fetched for another reason than to play it. */
  is_busy?: boolean;
  disabled?: boolean;
  is_large?: boolean;
  onToggle: () => void;
};

const LOADING = <LoadingOutlined aria-hidden="true" />;
const PLAY = <CaretRightFilled aria-hidden="true" />;

/** Plays, shows that it is being fetched, and stops. */
export function PlayButton({ name, label, is_busy = false, disabled = false, is_large = false, onToggle }: Props) {
  const phase = player.use((state) => (state.name === name ? state.phase : 'idle'));
  const isOn = phase !== 'idle';
  return (
    <button
      type="button"
      className={styles['play']}
      data-on={isOn}
      data-large={is_large}
      disabled={disabled}
      aria-label={isOn ? `停止${label}` : `播放${label}`}
      aria-busy={phase === 'loading' || is_busy}
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
    >
      {phase === 'loading' || (is_busy && !isOn) ? (
        LOADING
      ) : isOn ? (
        <span className={styles['stop']} aria-hidden="true" />
      ) : (
        PLAY
      )}
    </button>
  );
}
