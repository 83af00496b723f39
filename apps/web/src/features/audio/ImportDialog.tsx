import { type SPLIT_RULES } from '@mixreel/contract';
import { Alert, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { useVoices } from '#features/voice/voices.ts';
import { readBase64 } from '#lib/base64.ts';
import { call, type OutputOf } from '#lib/call.ts';
import { Choice } from '#ui/Choice.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { voicesOfRoles } from './role-voices.ts';
import { RoleVoices } from './RoleVoices.tsx';
import { scriptProblem } from './script-file.ts';
import styles from './Import.module.css';

/** `voice_id`: of its role; null where the script does not say who speaks. */
export type Imported = { text: string; shot_ms: number | null; voice_id: string | null };
type Split = (typeof SPLIT_RULES)[number];
type Mode = 'append' | 'replace';

const SPLITS: { value: Split; label: string }[] = [
  { value: 'line', label: '一行一句' },
  { value: 'sentence', label: '按句号拆' },
  { value: 'paragraph', label: '按段落' },
];
const MODES: { value: Mode; label: string }[] = [
  { value: 'append', label: '接在后面' },
  { value: 'replace', label: '替换现有台词' },
];

type Props = {
  file: File;
  project_id: string;
  /** The piece it goes into; null makes a new one. */
  ai_audio_id: string | null;
  /** Whether only the words are wanted, and it does not matter who says them. */
  isWordsOnly?: boolean;
  onImport: (imported: { lines: Imported[]; mode: Mode }) => Promise<void> | void;
  onClose: () => void;
};
type Parsed = OutputOf<'audio.parseFile'> | { error: Error } | null;

/** What was found in a file, before it becomes lines. */
export function ImportDialog({ file, project_id, ai_audio_id, isWordsOnly = false, onImport, onClose }: Props) {
  const [split, setSplit] = useState<Split>('line');
  const [mode, setMode] = useState<Mode>('append');
  const [parsed, setParsed] = useState<Parsed>(null);
  const [attempt, setAttempt] = useState(0);
  const [isSending, setIsSending] = useState(false);
  const [picked, setPicked] = useState(new Map<string, string>());
  const voices = useVoices();

  useEffect(() => {
    const stop = new AbortController();
    const parse = async () => {
      const problem = scriptProblem(file);
      if (problem) throw new Error(problem);
      const content_base64 = await readBase64(file);
      const given = { project_id, ...(ai_audio_id && { ai_audio_id }), file_name: file.name, content_base64, split };
      return call('audio.parseFile', given, { is_quiet: true, signal: stop.signal });
    };
    parse().then(
      (found) => !stop.signal.aborted && setParsed(found),
      (error: Error) => !stop.signal.aborted && setParsed({ error }),
    );
    return () => stop.abort();
  }, [file, split, attempt, project_id, ai_audio_id]);

  const found = parsed && 'lines' in parsed ? parsed : null;
  const roles = found && !isWordsOnly ? found.roles : [];
  const voice_of = new Map([...voicesOfRoles(roles, voices.data ?? []), ...picked]);
  const canImport = found !== null && (roles.length === 0 || voices.data !== undefined);
  const canSplit = /\.(txt|docx)$/i.test(file.name);
  const bring = async () => {
    if (!found) return;
    setIsSending(true);
    try {
      const lines = found.lines.map(({ text, shot_ms, role }) => ({
        text,
        shot_ms,
        voice_id: (role && voice_of.get(role)) || null,
      }));
      await onImport({ lines, mode });
      onClose();
    } catch {
      // Told already by whoever made the call.
      setIsSending(false);
    }
  };
  return (
    <Modal
      open
      centered
      width={640}
      title={`导入「${file.name}」`}
      okText={found ? `导入 ${found.lines.length} 行` : '导入'}
      cancelText="取消"
      okButtonProps={{ disabled: !canImport }}
      confirmLoading={isSending}
      onOk={() => void bring()}
      onCancel={onClose}
    >
      <div className={styles['choices']}>
        {canSplit && (
          <Choice
            label="怎么拆成行"
            options={SPLITS}
            value={split}
            onChange={(value) => {
              setSplit(value);
              setParsed(null);
            }}
          />
        )}
        {ai_audio_id !== null && <Choice label="放在哪里" options={MODES} value={mode} onChange={setMode} />}
      </div>
      {parsed === null && <LoadingRows count={4} label="正在读取文件" />}
      {parsed && 'error' in parsed && (
        <ErrorState
          title="没有读出台词"
          error={parsed.error}
          onRetry={() => {
            setParsed(null);
            setAttempt(attempt + 1);
          }}
        />
      )}
      {found && (
        <>
          {found.notices.map((notice) => (
            <Alert key={notice} className={styles['notice'] ?? ''} type="warning" showIcon title={notice} />
          ))}
          {roles.length > 0 && (
            <RoleVoices
              counts={new Map(roles.map(({ role }) => [role, found.lines.filter((line) => line.role === role).length]))}
              voice_of={voice_of}
              onChoose={(role, voice_id) => setPicked(new Map(picked).set(role, voice_id))}
            />
          )}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
          <ol className={styles['lines']} aria-label="读到的台词" tabIndex={0}>
            {found.lines.map(({ text, shot_ms, role }, n) => (
              <li key={`${n} ${text}`}>
                {role && !isWordsOnly && <b>{role}</b>}
                <span>{text}</span>
                {shot_ms !== null && <small>镜头 {(shot_ms / 1000).toFixed(1)} s</small>}
              </li>
            ))}
          </ol>
        </>
      )}
    </Modal>
  );
}
