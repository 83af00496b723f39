import { type AudioLine, audioKind, audioPieceOf } from '@mixreel/contract';
import { compare } from '@mixreel/document';
import { useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useStore } from 'zustand';
import { PlayButton } from '#features/voice/PlayButton.tsx';
import { lineName, toggleLine } from './speaking.ts';
import { type Past, useStudio } from './studio.ts';
import styles from '#features/document/History.module.css';

/** What has changed since, in words, and both side by side to be heard. */
export function PastDifference({ past, onClose }: { past: Past; onClose: () => void }) {
  const now = useStore(useStudio().live.view, (view) => view.state);
  const differences = compare(audioKind, past.state, now);
  const changed = new Set(differences.map(({ id }) => id));
  return (
    <Modal open centered width={860} title="从那时到现在" footer={null} onCancel={onClose}>
      {differences.length === 0 && <p>和现在一样。</p>}
      <ul className={styles['differences']} aria-label="有什么不同">
        {differences.map(({ table, id, words }) => (
          <li key={`${table} ${id}`}>{words}</li>
        ))}
      </ul>
      <div className={styles['sides']}>
        <Side title="那时" lines={audioPieceOf(past.state).lines} changed={changed} />
        <Side title="现在" lines={audioPieceOf(now).lines} changed={changed} />
      </div>
    </Modal>
  );
}

function Side({ title, lines, changed }: { title: string; lines: AudioLine[]; changed: Set<string> }) {
  const cache = useQueryClient();
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ol>
        {lines.map((line, n) => {
          const heard = { ...line, line_id: `${title} ${line.line_id}` };
          return (
            <li key={line.line_id} data-differs={changed.has(line.line_id)}>
              <PlayButton
                name={lineName(heard.line_id)}
                label={`${title}第 ${n + 1} 行`}
                disabled={line.text.trim() === ''}
                onToggle={() => toggleLine(cache, heard)}
              />
              <span>{line.text}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
