import { PlusSquareOutlined, VideoCameraAddOutlined } from '@ant-design/icons';
import { EmptyState } from '#ui/EmptyState.tsx';
import { useMixState } from '../document/use-mix.ts';
import { useEditorState } from '../editor-state.ts';
import { WORDS } from './candidate-words.ts';
import { type EmptyPlace, emptyPlaces } from './combination.ts';
import styles from './Stage.module.css';

/** Why there is no picture yet, and where to go about it. */
export function StageEmpty({ has_shootings }: { has_shootings: boolean }) {
  // As text, which stays the same while they do.
  const places = useMixState(({ mix }) => JSON.stringify(emptyPlaces(mix)));
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
      </ul>
    </EmptyState>
  );
}
