import { type AiAudio, audioKind } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Tabs } from 'antd';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { VOICE_PACK } from '#features/ai/packs.ts';
import { PreparingNotice } from '#features/ai/PreparingNotice.tsx';
import { useLiveDocument } from '#features/document/use-live-document.ts';
import { useCanEdit } from '#features/team/space.ts';
import { DictionaryDialog } from '#features/voice/DictionaryDialog.tsx';
import type { OutputOf } from '#lib/call.ts';
import { readAgain } from '#lib/read-again.ts';
import { bringLines } from './bring-lines.ts';
import { FileDrop } from './FileDrop.tsx';
import { FinishedPiece } from './FinishedPiece.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { LineList } from './LineList.tsx';
import { LinePanel } from './LinePanel.tsx';
import { LineWave } from './LineWave.tsx';
import { PieceHistory } from './PieceHistory.tsx';
import { PiecePanel } from './PiecePanel.tsx';
import { PiecePast } from './PiecePast.tsx';
import { speakWaiting } from './speaking.ts';
import { createStudio, editLines, isAhead, type Studio as StudioStore, StudioProvider } from './studio.ts';
import { StudioHeader } from './StudioHeader.tsx';
import { StudioKeys } from './StudioKeys.tsx';
import { Transport } from './Transport.tsx';
import { useStudioKeys } from './use-studio-keys.ts';
import styles from './Studio.module.css';

/** One piece: its lines, how they sound, and what becomes of them. */
export function Studio({ piece, opened }: { piece: AiAudio; opened: OutputOf<'document.open'> }) {
  const canEdit = useCanEdit();
  const cache = useQueryClient();
  const open = useLiveDocument(opened, audioKind);
  const [studio] = useState(() => createStudio(piece, canEdit, open));
  const [file, setFile] = useState<File | null>(null);
  const [word, setWord] = useState<string | null>(null);
  const [areKeysOpen, setAreKeysOpen] = useState(false);

  useEffect(() => studio.start(), [studio]);
  useEffect(() => studio.allow(canEdit), [studio, canEdit]);
  useEffect(() => studio.setState({ piece }), [studio, piece]);
  useFacts(studio);
  usePlace(studio);
  const submit = useStudioKeys(studio, () => setAreKeysOpen(true));

  const { ai_audio_id, project_id } = piece;
  const voice_id = studio.getState().content.lines[0]?.voice_id ?? '';
  return (
    <StudioProvider value={studio}>
      <FileDrop enabled={canEdit} onFile={setFile}>
        <div className={styles['studio']}>
          <StudioHeader onFile={setFile} onDictionary={() => setWord('')} onKeys={() => setAreKeysOpen(true)} />
          <PreparingNotice
            pack={VOICE_PACK}
            name="语音模型"
            onReady={() => speakWaiting(cache, studio.getState().content.lines)}
          />
          <PiecePast />
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
                  { key: 'history', label: '历史版本', children: <PieceHistory /> },
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
          onImport={(imported) => editLines(studio, (lines) => bringLines(lines, imported), { cause: 'import' })}
        />
      )}
      {word !== null && (
        <DictionaryDialog word={word} voice_id={voice_id} can_edit={canEdit} onClose={() => setWord(null)} />
      )}
      {areKeysOpen && <StudioKeys onClose={() => setAreKeysOpen(false)} />}
    </StudioProvider>
  );
}

const QUIET_MS = 700;

/** What the server makes of the lines, as whether the finished piece is out of date, is asked once they rest. */
function useFacts(studio: StudioStore): void {
  const cache = useQueryClient();
  const { ai_audio_id } = useStore(studio, (state) => state.piece);
  const sequence = useStore(studio, (state) => state.sequence);
  const isOld = useStore(studio, (state) => {
    const { piece, content } = state;
    const isAsked = piece.duration !== null || piece.music?.music_id !== content.music?.music_id;
    return isAsked && isAhead(state) && state.saving.state === 'saved';
  });
  useEffect(() => {
    if (!isOld) return;
    const read = () => void readAgain(cache, 'audio.detail', { ai_audio_id });
    const timer = setTimeout(read, QUIET_MS);
    return () => clearTimeout(timer);
  }, [cache, ai_audio_id, isOld, sequence]);
}

/** Others see which line is worked on. */
function usePlace(studio: StudioStore): void {
  const active = useStore(studio, (state) => state.active);
  useEffect(() => {
    if (active) studio.presence.move({ table: 'line', id: active, field: '', caret: null });
  }, [studio, active]);
}
