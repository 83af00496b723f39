import { STORY_COLUMNS, STORY_FORMATS, type StoryField, type StoryFormat, type StoryRow } from '@mixreel/contract';
import { Checkbox, Form, Modal } from 'antd';
import { useState } from 'react';
import { call } from '#lib/call.ts';
import { startDownload } from '#lib/start-download.ts';
import { showToast } from '#lib/toast.ts';
import { Choice } from '#ui/Choice.tsx';

const FORMATS = (Object.keys(STORY_FORMATS) as StoryFormat[]).map((value) => ({ value, label: STORY_FORMATS[value] }));
const NOTES: Record<StoryFormat, string> = {
  pdf: 'A4 横版，直接打印；每页都有表头和页码',
  docx: 'A4 横版表格，拿到 Word 或 WPS 里再改',
  xlsx: '一行一个镜头，改完可以再导入回来',
};
const ALWAYS: StoryField[] = ['picture', 'line', 'duration_ms'];

type Props = {
  story_board_id: string;
  rows: readonly StoryRow[];
  /** What is not saved yet goes first. */
  onSave: () => Promise<void>;
  onClose: () => void;
};

/** A board as a file for who works on paper or in another program. */
export function ExportDialog({ story_board_id, rows, onSave, onClose }: Props) {
  const [format, setFormat] = useState<StoryFormat>('pdf');
  const [columns, setColumns] = useState<StoryField[]>(() => filledOf(rows));
  const [isBusy, setIsBusy] = useState(false);
  const send = async () => {
    setIsBusy(true);
    try {
      await onSave();
      const { url, file_name } = await call('story.export', { story_board_id, format, columns });
      startDownload(url, file_name);
      showToast('success', `「${file_name}」已经开始下载`);
      onClose();
    } catch {
      // Told already by the call, or where it could not be saved.
      setIsBusy(false);
    }
  };
  return (
    <Modal
      open
      centered
      width={520}
      title="导出故事板"
      okText="导出"
      cancelText="取消"
      okButtonProps={{ disabled: columns.length === 0 || rows.length === 0 }}
      confirmLoading={isBusy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="格式" extra={NOTES[format]}>
          <Choice label="格式" options={FORMATS} value={format} onChange={setFormat} />
        </Form.Item>
        <Form.Item label="哪些列" extra={rows.length === 0 ? '故事板还没有内容，写几行再导出' : '有内容的列已经选好'}>
          <Checkbox.Group
            value={columns}
            options={STORY_COLUMNS.map(({ field, name }) => ({ value: field, label: name }))}
            onChange={(chosen) =>
              setColumns(STORY_COLUMNS.flatMap(({ field }) => (chosen.includes(field) ? [field] : [])))
            }
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}

function filledOf(rows: readonly StoryRow[]): StoryField[] {
  const isFilled = (field: StoryField) => rows.some((row) => row[field] !== null && row[field] !== '');
  return STORY_COLUMNS.flatMap(({ field }) => (ALWAYS.includes(field) || isFilled(field) ? [field] : []));
}
