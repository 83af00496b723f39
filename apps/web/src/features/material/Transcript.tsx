import type { MaterialDetail, Shot } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import { call } from '#lib/call.ts';
import { formatDuration } from '#lib/format.ts';
import { refreshMaterials } from './material-cache.ts';
import { wordsOf } from './shot-times.ts';
import styles from './Detail.module.css';

type Props = {
  material: Pick<MaterialDetail, 'shots' | 'words'>;
  at: number;
  onSeek: (seconds: number) => void;
  /** A page for looking only. */
  is_fixed?: boolean;
};

/** What is said, by shot. A word that is clicked is heard. */
export function Transcript({ material: { shots, words }, at, onSeek, is_fixed = false }: Props) {
  const spoken = shots.filter((shot) => shot.speech_text !== '' || wordsOf(shot, words).length > 0);
  if (spoken.length === 0) return <p className={styles['quiet']}>没有听到台词。</p>;
  return (
    <ol className={styles['lines']}>
      {spoken.map((shot) => (
        <Line key={shot.shot_id} shot={shot} words={wordsOf(shot, words)} at={at} onSeek={onSeek} is_fixed={is_fixed} />
      ))}
    </ol>
  );
}

type LineProps = {
  shot: Shot;
  words: MaterialDetail['words'];
  at: number;
  onSeek: (seconds: number) => void;
  is_fixed: boolean;
};

function Line({ shot, words, at, onSeek, is_fixed }: LineProps) {
  const cache = useQueryClient();
  const canEdit = useCanEdit();
  const [draft, setDraft] = useState<string | null>(null);
  const isCorrected = shot.corrected.includes('speech_text');
  const start = shot.start_ms / 1000;
  const correct = async (change: { speech_text: string } | { reset: ['speech_text'] }) => {
    await call('analysis.correct', { shot_id: shot.shot_id, ...change });
    await refreshMaterials(cache);
    setDraft(null);
  };
  return (
    <li>
      <button
        type="button"
        className={styles['time']}
        onClick={() => onSeek(start)}
        aria-label={`跳到 ${formatDuration(start)}`}
      >
        {formatDuration(start)}
      </button>
      <div>
        {draft !== null ? (
          <>
            <Input.TextArea
              autoFocus
              rows={3}
              maxLength={5000}
              aria-label={`修改 ${formatDuration(start)} 的台词`}
              value={draft}
              onChange={(event) => setDraft(event.target.value)}
            />
            <div className={styles['fieldActs']}>
              <Button size="small" onClick={() => setDraft(null)}>
                取消
              </Button>
              <Button
                size="small"
                type="primary"
                onClick={() => void correct({ speech_text: draft.trim() }).catch(() => {})}
              >
                保存
              </Button>
            </div>
          </>
        ) : (
          <p>
            {isCorrected || words.length === 0
              ? shot.speech_text
              : words.map((word) => (
                  <button
                    key={`${word.start} ${word.from}`}
                    type="button"
                    className={styles['word']}
                    data-on={at >= word.start && at < word.end}
                    onClick={() => onSeek(word.start)}
                  >
                    {word.text}
                  </button>
                ))}
            {isCorrected && <span className={styles['byHand']}>手工修改</span>}
            {!is_fixed && canEdit && (
              <span className={styles['lineActs']}>
                <Button size="small" type="link" onClick={() => setDraft(shot.speech_text)}>
                  修改
                </Button>
                {isCorrected && (
                  <Button
                    size="small"
                    type="link"
                    onClick={() => void correct({ reset: ['speech_text'] }).catch(() => {})}
                  >
                    恢复识别结果
                  </Button>
                )}
              </span>
            )}
          </p>
        )}
      </div>
    </li>
  );
}
