import { PictureOutlined } from '@ant-design/icons';
import { ANGLES, CAMERA_MOVES, SECTIONS, SHOT_SIZES, type StoryRow } from '@mixreel/contract';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { planMove } from '#ui/grid/plan.ts';
import { moveInCards } from '#ui/move-in-cards.ts';
import { Pill } from '#ui/Pill.tsx';
import { edit, useBoard, useDesk, useStory } from './board.ts';
import { ReferenceCell } from './ReferenceCell.tsx';
import { type RowShoot, shootWord } from './shoot/use-shoot.ts';
import styles from './Cards.module.css';

const DRAGGED = 'text/x-story-row';

type Props = {
  notes: ReadonlyMap<string, string>;
  shoot: ReadonlyMap<string, RowShoot>;
  onOpen: (row_id: string) => void;
};

/** The rows as cards, to be looked through and put in order; one that is pressed is written in the table. */
export function BoardCards({ notes, shoot, onOpen }: Props) {
  const { desk } = useBoard();
  const rows = useStory((story) => story.rows);
  const canEdit = useDesk((state) => state.can_edit);
  const [target, setTarget] = useState<number | null>(null);
  const move = (from: number, to: number) =>
    edit(desk, { rows: planMove(rows, { top: from, bottom: from }, Math.max(0, Math.min(rows.length, to))) });
  const drop = (event: DragEvent) => {
    const from = rows.findIndex(({ row_id }) => row_id === event.dataTransfer.getData(DRAGGED));
    if (from >= 0 && target !== null) move(from, target);
    setTarget(null);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Alt ← → moves cards by keyboard
    <ul className={styles['cards']} aria-label="分镜卡片" onDrop={drop} onDragEnd={() => setTarget(null)}>
      {rows.map((row, n) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a place to drop
        <li
          key={row.row_id}
          data-mark={target === n ? 'before' : target === rows.length && n === rows.length - 1 ? 'behind' : null}
          onDragOver={(event) => {
            if (!event.dataTransfer.types.includes(DRAGGED)) return;
            event.preventDefault();
            const { left, width } = event.currentTarget.getBoundingClientRect();
            setTarget(event.clientX < left + width / 2 ? n : n + 1);
          }}
        >
          <Card
            row={row}
            number={n + 1}
            note={notes.get(row.row_id)}
            shot={shootWord(shoot.get(row.row_id))}
            canDrag={canEdit}
            onOpen={() => onOpen(row.row_id)}
            onMove={(by) => canEdit && move(n, by > 0 ? n + 2 : n - 1)}
          />
        </li>
      ))}
    </ul>
  );
}

type CardProps = {
  row: StoryRow;
  number: number;
  note: string | undefined;
  shot: ReturnType<typeof shootWord>;
  canDrag: boolean;
  onOpen: () => void;
  onMove: (by: -1 | 1) => void;
};

function Card({ row, number, note, shot, canDrag, onOpen, onMove }: CardProps) {
  const { section, shot_size, angle, camera_move, duration_ms, picture, line, scene, people } = row;
  const facts = [
    shot_size && SHOT_SIZES[shot_size],
    angle && ANGLES[angle],
    camera_move && CAMERA_MOVES[camera_move],
    scene,
    people,
  ].filter(Boolean);
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const by = ({ ArrowLeft: -1, ArrowRight: 1 } as const)[event.key];
    if (event.altKey && by) {
      event.preventDefault();
      onMove(by);
    } else moveInCards(event);
  };
  return (
    <button
      type="button"
      data-card=""
      draggable={canDrag}
      title={canDrag ? '点开修改，拖动换位置' : undefined}
      aria-label={`第 ${number} 行：${picture || line || '还没有写'}`}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, row.row_id)}
      onClick={onOpen}
      onKeyDown={handleKey}
    >
      <span className={styles['picture']}>
        {row.reference ? <ReferenceCell row={row} /> : <PictureOutlined aria-hidden="true" />}
        <b>{number}</b>
        {duration_ms !== null && <i>{duration_ms / 1000} 秒</i>}
      </span>
      <span className={styles['marks']}>
        {section && <Pill>{SECTIONS[section]}</Pill>}
        {shot && <Pill tone={shot.tone}>{shot.text}</Pill>}
        {note && <Pill tone="warning">{note}</Pill>}
      </span>
      <span className={styles['seen']}>{picture || '画面还没有写'}</span>
      {line && <span className={styles['said']}>{line}</span>}
      {facts.length > 0 && <small>{facts.join(' · ')}</small>}
    </button>
  );
}
