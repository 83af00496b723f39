import { EditOutlined, FileSearchOutlined } from '@ant-design/icons';
import {
  type Fact,
  type ScriptRow,
  type ScriptVersion,
  type SheetItem,
  STORY_ROWS_MAX,
  type StoryBrief,
} from '@mixreel/contract';
import { Alert, Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { ScriptFileButton } from '#features/audio/ScriptFileButton.tsx';
import { Choice } from '#ui/Choice.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { BriefForm } from './BriefForm.tsx';
import { briefOf, type Draft, draftOf, isUsed, problemOf, withItems } from './draft.ts';
import { SHEET_EXTENSIONS, SheetDialog } from './SheetDialog.tsx';
import { useWriting } from './use-writing.ts';
import { VersionView } from './VersionView.tsx';
import styles from './Writer.module.css';

export type KeepMode = 'append' | 'replace' | 'new';
export type Kept = {
  versions: { title: string; rows: ScriptRow[] }[];
  brief: StoryBrief | null;
  /** Of what was ticked in a sheet. */
  facts: Fact[];
  seconds: number;
};

const WAYS = [
  { value: 'write' as const, label: '按资料写' },
  { value: 'text' as const, label: '文案转分镜' },
];
const MODES: { value: KeepMode; label: string }[] = [
  { value: 'append', label: '接在后面' },
  { value: 'replace', label: '替换现有分镜' },
  { value: 'new', label: '新建故事板' },
];

type Props = {
  project_id: string;
  /** The board that it is written for; null: it becomes a new one. */
  board: { story_board_id: string; brief: StoryBrief | null; target_ms: number | null; lines: string[] } | null;
  onKeep: (kept: Kept, mode: KeepMode) => Promise<void> | void;
  onClose: () => void;
};

/** AI 添加分镜: from facts of a product or from a text, in several versions, of which a person takes what they like. */
export function WriteDialog({ project_id, board, onKeep, onClose }: Props) {
  const [draft, setDraft] = useState<Draft>(() =>
    draftOf(board?.brief ?? null, board?.target_ms ? board.target_ms / 1000 : null),
  );
  const [way, setWay] = useState<'write' | 'text'>('write');
  const [text, setText] = useState('');
  const [shown, setShown] = useState(0);
  const [left, setLeft] = useState<ReadonlyMap<number, ReadonlySet<number>>>(new Map());
  const [mode, setMode] = useState<KeepMode>(board ? (board.lines.length > 0 ? 'append' : 'replace') : 'new');
  const [problem, setProblem] = useState('');
  const [isKeeping, setIsKeeping] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const [items, setItems] = useState<SheetItem[]>([]);
  const { state, versions, notices, engine_name, problem: why, start, halt, resume } = useWriting(project_id);
  const isWriting = state === 'writing';
  const place = { project_id, ...(board && { story_board_id: board.story_board_id }) };
  const version = versions.find((one) => one.version === shown) ?? versions.at(-1);

  const write = (engine: 'auto' | 'built_in' = 'auto') => {
    if (way === 'text') {
      if (!/[\p{L}\p{N}]/u.test(text)) return setProblem('先粘贴一段文案');
      setProblem('');
      setShown(versions.length);
      const brief = briefOf(draft);
      return start({ by: 'writer.text', input: { ...place, text, brief } });
    }
    const brief = briefOf(draft);
    const wrong = problemOf(brief);
    if (wrong) return setProblem(wrong);
    if (draft.structure === 'own' && draft.sections.length === 0) return setProblem('先选段落，或者换一种结构');
    setProblem('');
    setShown(versions.length);
    start({
      by: 'writer.write',
      input: {
        ...place,
        engine,
        brief,
        seconds: draft.seconds,
        versions: draft.versions,
        structure: draft.structure === 'own' ? null : draft.structure,
        sections: draft.structure === 'own' ? draft.sections : [],
        hooks: [...(board?.lines.slice(0, 1) ?? []), ...versions.flatMap(({ rows }) => rows[0]?.line ?? [])].slice(-60),
      },
    });
  };
  const takenOf = ({ version: n, title, rows }: ScriptVersion) => ({
    title,
    rows: rows.filter((_, at) => !left.get(n)?.has(at)),
  });
  const keep = async (kept: ScriptVersion[], into: KeepMode) => {
    halt();
    setIsKeeping(true);
    const brief = briefOf(draft);
    try {
      const taken = kept.map(takenOf).filter(({ rows }) => rows.length > 0);
      const facts = items.flatMap((item) => (isUsed(item, brief) ? item.facts : []));
      await onKeep({ versions: taken, brief: brief.name ? brief : null, facts, seconds: draft.seconds }, into);
      onClose();
    } catch {
      // Told already by whoever made the call.
      setIsKeeping(false);
    }
  };
  const count = version ? takenOf(version).rows.length : 0;
  const room = STORY_ROWS_MAX - (mode === 'append' ? (board?.lines.length ?? 0) : 0);
  return (
    <Modal
      open
      centered
      width={1120}
      title="AI 添加分镜"
      onCancel={onClose}
      mask={{ closable: versions.length === 0 }}
      keyboard={versions.length === 0}
      footer={
        <div className={styles['foot']}>
          {board && board.lines.length > 0 ? (
            <Choice label="放在哪里" options={MODES} value={mode} onChange={setMode} />
          ) : (
            <span className={styles['quiet']}>{engine_name && `由「${engine_name}」写出，放进去以前请读一遍`}</span>
          )}
          {isWriting ? (
            <Button onClick={halt}>停止</Button>
          ) : (
            <Button
              type={versions.length > 0 ? 'default' : 'primary'}
              icon={<EditOutlined aria-hidden="true" />}
              onClick={() => write()}
            >
              {way === 'text' ? '转成分镜' : versions.length > 0 ? '再写几版' : '开始写'}
            </Button>
          )}
          {mode === 'new' && versions.length > 1 && (
            <Button disabled={isKeeping} onClick={() => void keep(versions, 'new')}>
              {versions.length} 版各建一个
            </Button>
          )}
          <Button
            type={versions.length > 0 ? 'primary' : 'default'}
            disabled={count === 0 || count > room}
            loading={isKeeping}
            onClick={() => version && void keep([version], mode)}
          >
            {count > 0 ? `放进故事板 ${count} 行` : '放进故事板'}
          </Button>
        </div>
      }
    >
      <div className={styles['columns']}>
        <section className={styles['left']} aria-label="写什么">
          <div className={styles['tabs']}>
            <Choice label="怎么写" options={WAYS} value={way} onChange={setWay} />
            {way === 'write' && (
              <ScriptFileButton
                label="从文件读资料"
                icon={<FileSearchOutlined aria-hidden="true" />}
                name="商品资料文件"
                extensions={SHEET_EXTENSIONS}
                onFile={setFile}
              />
            )}
          </div>
          {way === 'write' ? (
            <BriefForm draft={draft} onChange={setDraft} problem={problem} />
          ) : (
            <>
              <Input.TextArea
                aria-label="文案"
                value={text}
                rows={16}
                maxLength={20_000}
                placeholder="把写好的口播文案粘贴进来，会按句子分成镜头，一个字也不改。（画面写在括号里）"
                onChange={({ target }) => setText(target.value)}
              />
              {problem && <Alert type="error" showIcon title={problem} />}
            </>
          )}
        </section>
        <section className={styles['right']} aria-label="写出来的脚本" aria-busy={isWriting}>
          {versions.length > 1 && (
            <Choice
              label="看哪一版"
              options={versions.map((one) => ({ value: String(one.version), label: `第 ${one.version + 1} 版` }))}
              value={String(version?.version ?? 0)}
              onChange={(value) => setShown(Number(value))}
            />
          )}
          {why && (
            <Alert
              type="error"
              showIcon
              title={why}
              description={versions.length > 0 ? '已经写出来的还在，可以留下，也可以接着写。' : ''}
              action={
                <div className={styles['again']}>
                  <Button size="small" type="primary" onClick={resume}>
                    接着写
                  </Button>
                  {way === 'write' && (
                    <Button size="small" onClick={() => write('built_in')}>
                      改用内置写手
                    </Button>
                  )}
                </div>
              }
            />
          )}
          {state === 'stopped' && (
            <Alert
              type="info"
              showIcon
              title="已停下，写出来的可以留下，也可以接着写"
              action={
                <Button size="small" onClick={resume}>
                  接着写
                </Button>
              }
            />
          )}
          {notices.map((notice) => (
            <Alert key={notice} type="warning" showIcon title={notice} />
          ))}
          {version ? (
            <>
              <small className={styles['quiet']}>
                {version.title} · 共 {secondsOf(version)} 秒 · 不要的行去掉勾
              </small>
              <VersionView
                version={version}
                left={left.get(version.version) ?? new Set()}
                onLeave={(set) => setLeft(new Map(left).set(version.version, set))}
              />
              {isWriting && <LoadingRows count={1} label="正在写" />}
            </>
          ) : isWriting ? (
            <LoadingRows count={4} label="正在写" />
          ) : (
            <EmptyState
              icon={<FileSearchOutlined />}
              title="写出来的脚本会一行一行出现在这里"
              text="资料写得越具体，写出来的越像你的商品；名称和卖点是最少要有的。"
            />
          )}
        </section>
      </div>
      {file && (
        <SheetDialog
          place={place}
          file={file}
          onTake={(taken) => {
            setItems([...items, ...taken]);
            setDraft(withItems(draft, taken));
          }}
          onClose={() => setFile(null)}
        />
      )}
    </Modal>
  );
}

function secondsOf({ rows }: ScriptVersion): string {
  return (rows.reduce((sum, { duration_ms }) => sum + (duration_ms ?? 0), 0) / 1000).toFixed(1);
}
