import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#lib/call.ts';
import { formatAgo } from '#lib/format.ts';
import { readAgain } from '#lib/read-again.ts';
import { showToast } from '#lib/toast.ts';
import { inputBox } from '#ui/message-box.ts';
import { PastDifference } from './PastDifference.tsx';
import { restorePast, showPast, stepBack, useStudio, useStudioState } from './studio.ts';
import styles from '#features/document/History.module.css';

const checkName = (value: string) => (value ? null : '名称不能为空');

/** Says that this is how the piece was, and what can be done with that. */
export function PastBar() {
  const studio = useStudio();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const past = useStudioState((state) => state.past);
  const mayEdit = useStudioState((state) => state.may_edit);
  const project_id = useStudioState((state) => state.piece.project_id);
  const [isComparing, setIsComparing] = useState(false);
  if (!past) return null;
  const { document_id } = studio.live;
  const { sequence, words, created_at, version_name } = past.entry;

  const restore = () => {
    restorePast(studio);
    const action = { label: '撤销', run: () => stepBack(studio, 'undo') };
    showToast('success', '已恢复到这个版本', { action });
  };
  const name = async () => {
    const title = '给这个版本命名';
    const given = { title, label: '版本名称', initial: version_name ?? '', max_length: 100, check: checkName };
    const chosen = await inputBox({ ...given, text: '命名的版本一直保留。', ok_label: '保存' });
    if (!chosen) return;
    await call('document.nameVersion', { document_id, sequence, version_name: chosen });
    await readAgain(cache, 'document.history', { document_id });
    showPast(studio, { ...past, entry: { ...past.entry, version_name: chosen } });
  };
  const branch = async () => {
    const initial = `${studio.getState().content.audio_name} 副本`.slice(0, 100);
    const given = { title: '另存为副本', label: '副本名称', initial, max_length: 100, check: checkName };
    const chosen = await inputBox({ ...given, text: '原来的配音不受影响。', ok_label: '存为副本' });
    if (!chosen) return;
    const made = await call('document.branch', { document_id, sequence, name: chosen });
    void navigate(`/audioStudio?${new URLSearchParams({ project_id, ai_audio_id: made.document_id })}`);
  };
  return (
    <div className={styles['past']} role="status">
      <p>
        正在看{formatAgo(created_at)}「{version_name ?? words}」之后的样子，不能修改
      </p>
      <Button size="small" onClick={() => setIsComparing(true)}>
        和现在对比
      </Button>
      {mayEdit && (
        <>
          <Button size="small" onClick={() => void name().catch(() => {})}>
            命名
          </Button>
          <Button size="small" onClick={() => void branch().catch(() => {})}>
            另存为副本
          </Button>
          <Button size="small" type="primary" onClick={restore}>
            恢复到这个版本
          </Button>
        </>
      )}
      {isComparing && <PastDifference past={past} onClose={() => setIsComparing(false)} />}
    </div>
  );
}
