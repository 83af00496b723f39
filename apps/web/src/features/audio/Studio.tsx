import type { AiAudio } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Tabs } from 'antd';
import { useEffect, useState } from 'react';
import { VOICE_PACK } from '#features/ai/packs.ts';
import { PreparingNotice } from '#features/ai/PreparingNotice.tsx';
import { useCanEdit } from '#features/team/space.ts';
import { DictionaryDialog } from '#features/voice/DictionaryDialog.tsx';
import { showToast } from '#lib/toast.ts';
import { createAutosave } from './autosave.ts';
import { bringLines } from './bring-lines.ts';
import { ConflictBar } from './ConflictBar.tsx';
import { FileDrop } from './FileDrop.tsx';
import { FinishedPiece } from './FinishedPiece.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { LineList } from './LineList.tsx';
import { LinePanel } from './LinePanel.tsx';
import { LineWave } from './LineWave.tsx';
import { PiecePanel } from './PiecePanel.tsx';
import { speakWaiting } from './speaking.ts';
import { createStudio, editLines, isUnsaved, StudioProvider, takePiece } from './studio.ts';
import { StudioHeader } from './StudioHeader.tsx';
import { StudioKeys } from './StudioKeys.tsx';
import { Transport } from './Transport.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useStudioKeys } from './use-studio-keys.ts';
import styles from './Studio.module.css';

/** One piece: its lines, how they sound, and what becomes of them. */
export function Studio({ piece }: { piece: AiAudio }) {
  const canEdit = useCanEdit();
  const cache = useQueryClient();
  const [studio] = useState(() => createStudio(piece, canEdit));
  const [saver] = useState(() => createAutosave(studio));
  const [file, setFile] = useState<File | null>(null);
  const [word, setWord] = useState<string | null>(null);
  const [areKeysOpen, setAreKeysOpen] = useState(false);

  useEffect(() => saver.start(), [saver]);
  useEffect(() => studio.setState({ can_edit: canEdit }), [studio, canEdit]);
  useEffect(() => {
    if (takePiece(studio, piece)) showToast('info', '已载入他人的修改');
  }, [studio, piece]);
  useLeaveGuard(() => isUnsaved(studio.getState()), saver);
  const submit = useStudioKeys(studio, saver, () => setAreKeysOpen(true));

  const { ai_audio_id, project_id } = piece;
  const voice_id = studio.getState().history.now.lines[0]?.voice_id ?? '';
  return (
    <StudioProvider value={studio}>
      <FileDrop enabled={canEdit} onFile={setFile}>
        <div className={styles['studio']}>
          <StudioHeader
            saver={saver}
            onFile={setFile}
            onDictionary={() => setWord('')}
            onKeys={() => setAreKeysOpen(true)}
          />
          <PreparingNotice
            pack={VOICE_PACK}
            name="语音模型"
            onReady={() => speakWaiting(cache, studio.getState().history.now.lines)}
          />
          <ConflictBar saver={saver} />
          <div className={styles['body']}>
            <div className={styles['main']}>
              <LineList onPronounce={canEdit ? setWord : null} />
              <LineWave />
            </div>
            <aside className={styles['side']} aria-label="属性">
              <Tabs
                centered
                tabBarStyle={{ margin: 0 }}
                items={[
                  { key: 'line', label: '台词', children: <LinePanel /> },
                  { key: 'piece', label: '整篇', children: <PiecePanel /> },
                ]}
              />
            </aside>
          </div>
          <FinishedPiece />
          <Transport onSubmit={submit} />
        </div>
      </FileDrop>
      {file && (
        <ImportDialog
          file={file}
          project_id={project_id}
          ai_audio_id={ai_audio_id}
          onClose={() => setFile(null)}
          onImport={(imported) => editLines(studio, (lines) => bringLines(lines, imported))}
        />
      )}
      {word !== null && (
        <DictionaryDialog word={word} voice_id={voice_id} can_edit={canEdit} onClose={() => setWord(null)} />
      )}
      {areKeysOpen && <StudioKeys onClose={() => setAreKeysOpen(false)} />}
    </StudioProvider>
  );
}
