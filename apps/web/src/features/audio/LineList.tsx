import { PlusOutlined } from '@ant-design/icons';
import { AUDIO_LINES_MAX } from '@mixreel/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { VoicePicker } from '#features/voice/VoicePicker.tsx';
import { useVoices } from '#features/voice/voices.ts';
import { LineRow } from './LineRow.tsx';
import { changeLines, moveLines, newLine } from './lines.ts';
import { editLines, putCursor, useStudio, useStudioState } from './studio.ts';
import styles from './Lines.module.css';

/** The lines, to write, hear and put in order. `onPronounce` opens the dictionary with a word; null for viewers. */
export function LineList({ onPronounce }: { onPronounce: ((word: string) => void) | null }) {
  const studio = useStudio();
  const lines = useStudioState(({ content }) => content.lines);
  const selected = useStudioState((state) => state.selected);
  const active = useStudioState((state) => state.active);
  const canEdit = useStudioState((state) => state.can_edit);
  const voices = useVoices();
  const [target, setTarget] = useState<number | null>(null);
  const [picking, setPicking] = useState<string | null>(null);
  const nameOf = new Map(voices.data?.map(({ voice_id, voice_name }) => [voice_id, voice_name]));

  const add = () => {
    const line = newLine(lines.at(-1));
    editLines(studio, (before) => [...before, line]);
    putCursor(studio, { line_id: line.line_id, at: 'end' });
  };
  const drop = () => {
    if (target !== null) editLines(studio, (before) => moveLines(before, studio.getState().selected, target));
    setTarget(null);
  };
  const voiceIds = picking && selected.includes(picking) ? selected : [picking ?? ''];
  return (
    <section className={styles['lines']} aria-label="台词">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Alt ↑ ↓ moves lines by keyboard */}
      <ol
        onDragOver={(event) => {
          if (target !== null) event.preventDefault();
        }}
        onDrop={drop}
        onDragEnd={() => setTarget(null)}
      >
        {lines.map((line, n) => (
          <LineRow
            key={line.line_id}
            line={line}
            number={n + 1}
            voice_name={nameOf.get(line.voice_id) ?? line.voice_id.split(':')[1] ?? ''}
            isSelected={selected.includes(line.line_id)}
            isActive={line.line_id === active}
            mark={target === n ? 'above' : target === lines.length && n === lines.length - 1 ? 'below' : null}
            onAim={setTarget}
            onVoice={setPicking}
            onPronounce={onPronounce}
          />
        ))}
      </ol>
      {canEdit && (
        <div className={styles['more']}>
          <Button
            type="text"
            icon={<PlusOutlined aria-hidden="true" />}
            disabled={lines.length >= AUDIO_LINES_MAX}
            onClick={add}
          >
            {lines.length >= AUDIO_LINES_MAX ? `一篇最多 ${AUDIO_LINES_MAX} 行` : '加一行'}
          </Button>
        </div>
      )}
      {picking && (
        <VoicePicker
          title={voiceIds.length > 1 ? `给 ${voiceIds.length} 行选音色` : '选音色'}
          chosen={lines.find(({ line_id }) => line_id === picking)?.voice_id ?? null}
          onClose={() => setPicking(null)}
          onChoose={({ voice_id }) => {
            editLines(studio, (before) => changeLines(before, voiceIds, { voice_id, emotion: null }));
            setPicking(null);
          }}
        />
      )}
    </section>
  );
}
