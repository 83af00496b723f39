import { ImportOutlined } from '@ant-design/icons';
import { nameOfFile, SHOOTINGS_MAX } from '@mixreel/contract';
import { Input } from 'antd';
import { useState } from 'react';
import { FileDrop } from '#features/audio/FileDrop.tsx';
import { ImportDialog } from '#features/audio/ImportDialog.tsx';
import { ScriptFileButton } from '#features/audio/ScriptFileButton.tsx';
import { linesOf, linesProblem } from './lines.ts';
import styles from './Dialogs.module.css';

type Props = {
  project_id: string;
  value: string;
  /** How many shootings still have room. */
  room?: number;
  onChange: (text: string) => void;
  /** The name of a file that was read, without its ending. */
  onFileName?: (name: string) => void;
};

/** Lines to write, paste or read from a file: one shooting each. */
export function LinesField({ project_id, value, room = SHOOTINGS_MAX, onChange, onFileName }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const lines = linesOf(value);
  const problem = linesProblem(lines, room);
  return (
    <FileDrop enabled onFile={setFile}>
      <div className={styles['lines']}>
        <Input.TextArea
          aria-label="台词，一行一个镜头"
          placeholder={
            '每行一句台词，一句一个镜头，例如：\n夏天出门，最怕晒黑\n这支防晒，轻得像没涂\n现在下单，第二支半价'
          }
          rows={9}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <div className={styles['below']}>
          <ScriptFileButton icon={<ImportOutlined aria-hidden="true" />} label="从文件导入" onFile={setFile} />
          <span data-wrong={problem !== null} role="status">
            {problem ?? (lines.length > 0 ? `${lines.length} 个镜头` : 'txt、docx、xlsx、srt，也可以拖进来')}
          </span>
        </div>
      </div>
      {file && (
        <ImportDialog
          file={file}
          project_id={project_id}
          ai_audio_id={null}
          isWordsOnly
          onClose={() => setFile(null)}
          onImport={({ lines: read }) => {
            onChange([...lines, ...read.map(({ text }) => text)].join('\n'));
            onFileName?.(nameOfFile(file.name));
          }}
        />
      )}
    </FileDrop>
  );
}
