import { PlusSquareOutlined, VideoCameraAddOutlined } from '@ant-design/icons';
import { EmptyState } from '#ui/EmptyState.tsx';
import { useMixState } from '../document/use-mix.ts';
import { useEditorState } from '../editor-state.ts';
import { WORDS } from './candidate-words.ts';
import { type EmptyPlace, emptyPlaces } from './combination.ts';
import styles from './Stage.module.css';

/** Somebody fills the first ones first. */
const SHOWN_MAX = 8;

/** Why there is no picture yet, and where to go about it. */
export function StageEmpty({ has_shootings }: { has_shootings: boolean }) {
  // As text, which stays the same while they do.
  const places = useMixState(({ mix }) => JSON.stringify(emptyPlaces(mix).slice(0, SHOWN_MAX)));
  const more = useMixState(({ mix }) => Math.max(0, emptyPlaces(mix).length - SHOWN_MAX));
  const select = useEditorState((state) => state.select);
  if (!has_shootings) {
    return <EmptyState icon={<PlusSquareOutlined />} title={WORDS.no_shooting_title} text={WORDS.no_shooting_text} />;
  }
  return (
    <EmptyState icon={<VideoCameraAddOutlined />} title={WORDS.no_clip_title} text={WORDS.no_clip_text}>
      <ul className={styles['places']} aria-label={WORDS.no_clip_title}>
        {(JSON.parse(places) as EmptyPlace[]).map(({ shooting_id, number, name, reason }) => (
          <li key={shooting_id}>
            <button type="button" onClick={() => select(shooting_id)}>
              <b>镜头 {number}</b>
              <span>{name || WORDS.unnamed}</span>
              <em>{reason === 'none' ? WORDS.no_clip : WORDS.no_usable_clip}</em>
            </button>
          </li>
        ))}
        {more > 0 && <li>还有 {more} 个镜头</li>}
      </ul>
    </EmptyState>
  );
}
