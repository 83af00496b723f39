import { PlusSquareOutlined, VideoCameraAddOutlined } from '@ant-design/icons';
import { useEditorState } from '#features/editor/editor-state.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { WORDS } from './candidate-words.ts';
import type { EmptyPlace } from './combination.ts';
import styles from './Stage.module.css';

/** Why there is no picture yet, and where to go about it. */
export function StageEmpty({ has_shootings, places }: { has_shootings: boolean; places: EmptyPlace[] }) {
  const select = useEditorState((state) => state.select);
  if (!has_shootings) {
    return <EmptyState icon={<PlusSquareOutlined />} title={WORDS.no_shooting_title} text={WORDS.no_shooting_text} />;
  }
  return (
    <EmptyState icon={<VideoCameraAddOutlined />} title={WORDS.no_clip_title} text={WORDS.no_clip_text}>
      <ul className={styles['places']} aria-label={WORDS.no_clip_title}>
        {places.map(({ shooting_id, number, name, reason }) => (
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
