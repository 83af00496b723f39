import { DownloadOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { type AgentDifference, type AgentRow, STORY_FILE_BYTES_MAX } from '@mixreel/contract';
import { Button, Dropdown } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { ScriptFileButton } from '#features/audio/ScriptFileButton.tsx';
import { requireSaved } from '#features/document/require-saved.ts';
import { readBase64 } from '#lib/base64.ts';
import { call } from '#lib/call.ts';
import { formatSize } from '#lib/format.ts';
import { saveBytes } from '#lib/save-bytes.ts';
import { showToast } from '#lib/toast.ts';
import { ColumnsButton } from '#ui/grid/ColumnsButton.tsx';
import { readBlock } from '#ui/grid/grid-store.ts';
import type { KeptColumns } from '#ui/grid/kept-columns.ts';
import { edit, readBatch, useBatch, useDesk } from './batch.ts';
import { newRow } from './BatchTable.tsx';
import styles from './Agent.module.css';

const DifferencesDialog = lazy(async () => ({
  default: (await import('./DifferencesDialog.tsx')).DifferencesDialog,
}));

/** Above the rows: what is done to those that are chosen, and the way to other programs and back. */
export function BatchTools({ columns }: { columns: KeptColumns<AgentRow> }) {
  const { desk, grid, batch } = useBatch();
  const canEdit = useDesk((state) => state.can_edit);
  const [isBusy, setIsBusy] = useState(false);
  const [differences, setDifferences] = useState<AgentDifference[] | null>(null);
  const { agent_batch_config_id, brief } = batch;

  const chosen = (): string[] => {
    const { rows } = readBatch(desk.live.view.getState().state);
    const ids = rows.map(({ row_id }) => row_id);
    const block = readBlock(grid, { ids, keys: columns.shown.map(({ key }) => key) });
    return block ? ids.slice(block.top, block.bottom + 1) : [];
  };
  /** What was written must have arrived before the server works with it. */
  const run = async (what: (row_ids: string[]) => Promise<unknown>, done: string, isForRows = true) => {
    const row_ids = chosen();
    if (isForRows && row_ids.length === 0) return showToast('info', '先在表格里选中几行');
    setIsBusy(true);
    try {
      await requireSaved(desk.live);
      await what(row_ids);
      showToast('success', done);
    } finally {
      setIsBusy(false);
    }
  };
  const start = (...asked: Parameters<typeof run>) => void run(...asked).catch(() => {});
  const remove = () => {
    const gone = new Set(chosen());
    const { rows } = readBatch(desk.live.view.getState().state);
    if (gone.size > 0) edit(desk, { rows: rows.filter(({ row_id }) => !gone.has(row_id)) });
  };
  const write = async (row_ids: string[]) => {
    for (const row_id of row_ids) await call('agentBatch.writeRow', { agent_batch_config_id, row_id });
  };
  const points = brief.product.points.map((point) => ({
    key: point,
    label: point,
    onClick: () =>
      start((row_ids) => call('agentBatch.syncPoint', { agent_batch_config_id, row_ids, point }), `已改讲「${point}」`),
  }));
  const send = async () => {
    await requireSaved(desk.live);
    const { file_name, content_base64 } = await call('agentBatch.export', { agent_batch_config_id });
    saveBytes(content_base64, file_name);
  };
  const bring = async (file: File) => {
    if (file.size > STORY_FILE_BYTES_MAX) {
      return showToast('warning', `文件最大 ${formatSize(STORY_FILE_BYTES_MAX)}，请只留这一批的行再选`);
    }
    await requireSaved(desk.live);
    const content_base64 = await readBase64(file);
    const found = await call('agentBatch.parseFile', { agent_batch_config_id, file_name: file.name, content_base64 });
    if (found.items.length > 0) return showToast('warning', '这不是从这里导出的表格：没有「编号」一列');
    if (found.differences.length === 0) return showToast('info', '表格和现在的内容一样，没有要改的');
    setDifferences(found.differences);
  };
  return (
    <div className={styles['tools']} role="toolbar" aria-label="批次表工具">
      {canEdit && (
        <>
          <Button
            size="small"
            type="text"
            icon={<PlusOutlined aria-hidden="true" />}
            onClick={() =>
              edit(desk, {
                rows: [
                  ...readBatch(desk.live.view.getState().state).rows,
                  newRow({ ratio: brief.ratios[0] ?? '9:16' }),
                ],
              })
            }
          >
            加一行
          </Button>
          <Button size="small" type="text" onClick={remove}>
            删除行
          </Button>
          <Button size="small" type="text" loading={isBusy} onClick={() => start(write, '文案已重写')}>
            重写文案
          </Button>
          <Dropdown trigger={['click']} menu={{ items: points }} disabled={points.length === 0 || isBusy}>
            <Button size="small" type="text">
              同步卖点
            </Button>
          </Dropdown>
          <Button
            size="small"
            type="text"
            disabled={isBusy}
            onClick={() => start(() => call('agentBatch.settle', { agent_batch_config_id }), '画面已选好', false)}
          >
            选画面
          </Button>
          <Button
            size="small"
            type="text"
            disabled={isBusy}
            onClick={() =>
              start((row_ids) => call('agentBatch.settle', { agent_batch_config_id, row_ids }), '换了一组画面')
            }
          >
            换一组画面
          </Button>
        </>
      )}
      <span className={styles['right']}>
        <Button
          size="small"
          type="text"
          icon={<DownloadOutlined aria-hidden="true" />}
          onClick={() => void send().catch(() => {})}
        >
          导出 Excel
        </Button>
        {canEdit && (
          <ScriptFileButton
            type="text"
            label="读回 Excel"
            icon={<UploadOutlined aria-hidden="true" />}
            name="批次表格"
            extensions={['.xlsx', '.csv']}
            onFile={(file) => void bring(file).catch(() => {})}
          />
        )}
        <ColumnsButton columns={columns} />
      </span>
      {differences && (
        <Suspense>
          <DifferencesDialog differences={differences} columns={columns.all} onClose={() => setDifferences(null)} />
        </Suspense>
      )}
    </div>
  );
}
