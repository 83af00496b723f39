import { HolderOutlined } from '@ant-design/icons';
import type { AudioLine } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, memo, useState } from 'react';
import { PlayButton } from '#features/voice/PlayButton.tsx';
import { player } from '#lib/player.ts';
import { LineFacts } from './LineFacts.tsx';
import { LineText } from './LineText.tsx';
import { lineName, PIECE, toggleLine, useLineSpeech } from './speaking.ts';
import { select, useStudio, useStudioState } from './studio.ts';
import styles from './Lines.module.css';

type Props = {
  line: AudioLine;
  number: number;
  voice_name: string;
  isSelected: boolean;
  isActive: boolean;
  /** Where what is dragged would go. */
  mark: 'above' | 'below' | null;
  onAim: (to: number) => void;
  onVoice: (line_id: string) => void;
  onPronounce: ((word: string) => void) | null;
};

/** One line. Drawn again only when something about it has changed: a piece may have five hundred. */
export const LineRow = memo(function LineRow(props: Props) {
  const { line, number, voice_name, isSelected, isActive, mark, onAim, onVoice, onPronounce } = props;
  const { line_id } = line;
  const studio = useStudio();
  const cache = useQueryClient();
  const canEdit = useStudioState((state) => state.can_edit);
  const speech = useLineSpeech(line);
  const isSounding = player.use(({ name, clip }) => name === PIECE && clip?.part_of === line_id);
  const [word, setWord] = useState('');

  const aim = (event: DragEvent<HTMLLIElement>) => {
    if (!event.dataTransfer.types.includes('text/x-line')) return;
    event.preventDefault();
    const { top, height } = event.currentTarget.getBoundingClientRect();
    onAim(event.clientY < top + height / 2 ? number - 1 : number);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a place to drop; keys move lines too
    <li
      className={styles['line']}
      data-selected={isSelected}
      data-active={isActive}
      data-sounding={isSounding}
      data-mark={mark}
      onDragOver={aim}
      onDragEnter={aim}
    >
      <button
        type="button"
        className={styles['handle']}
        data-line-handle={line_id}
        draggable={canEdit}
        aria-pressed={isSelected}
        aria-label={`第 ${number} 行`}
        title={canEdit ? '点选，拖动换位置；Shift 或 Ctrl 点选多行' : undefined}
        onClick={(event) =>
          select(studio, line_id, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'add' : 'only')
        }
        onDragStart={(event) => {
          if (!studio.getState().selected.includes(line_id)) select(studio, line_id);
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/x-line', line_id);
        }}
      >
        <span aria-hidden="true">{number}</span>
        {canEdit && <HolderOutlined aria-hidden="true" />}
      </button>
      <PlayButton
        name={lineName(line_id)}
        label={`第 ${number} 行`}
        is_busy={speech.state === 'speaking'}
        disabled={speech.state === 'silent'}
        onToggle={() => {
          select(studio, line_id);
          toggleLine(cache, line);
        }}
      />
      <div className={styles['content']}>
        <LineText line={line} number={number} isOnly={isActive} onWord={setWord} />
        <LineFacts
          line={line}
          number={number}
          voice_name={voice_name}
          speech={speech}
          onVoice={canEdit ? () => onVoice(line_id) : null}
          word={isActive && onPronounce ? word : ''}
          onPronounce={() => onPronounce?.(word)}
        />
      </div>
    </li>
  );
});
