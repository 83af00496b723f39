import {
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  ExportOutlined,
  FolderOutlined,
  StarFilled,
  StarOutlined,
  SyncOutlined,
  ToolOutlined,
} from '@ant-design/icons';
import { type Dir, type MaterialDetail, MaterialName } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useHref } from 'react-router';
import { pathTo } from '#features/dir/dir-tree.ts';
import { useCanEdit } from '#features/team/space.ts';
import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';
import { inputBox } from '#ui/message-box.ts';
import { deleteMaterials, downloadMaterials, likeMaterial, openTools } from './material-actions.ts';
import { patchMaterials } from './material-cache.ts';
import styles from './Detail.module.css';

type Props = { material: MaterialDetail; dirs: Dir[]; onFolder: (dir_id: string) => void; onGone: () => void };

/** Its name, and what can be done with all of it. */
export function DetailHead({ material, dirs, onFolder, onGone }: Props) {
  const { material_id, material_name, project_id, dir_id, liked, analysis_status } = material;
  const folders = dir_id === null ? [] : pathTo(dirs, dir_id);
  const cache = useQueryClient();
  const canEdit = useCanEdit();
  const update = useSend('material.update');
  const start = useSend('analysis.start', { refresh: ['material.detail', 'material.list'] });
  const isWorking = analysis_status === 'waiting' || analysis_status === 'running';

  const rename = async () => {
    const name = await inputBox({
      title: '重命名',
      label: '名称',
      initial: material_name,
      max_length: 100,
      check: (value) => {
        const { success, error } = MaterialName.safeParse(value);
        return success ? null : (error.issues[0]?.message ?? false);
      },
    });
    if (name === null || name === material_name) return;
    await update.mutateAsync({ material_id, material_name: name });
    patchMaterials(cache, new Set([material_id]), () => ({ material_name: name }));
  };
  const analyse = async () => {
    if (!project_id) return;
    await start.mutateAsync({ project_id, material_ids: [material_id] });
    showToast('success', '已开始重新分析，手工修改的内容会保留');
  };
  const preview = useHref(`/materialPreview?${new URLSearchParams({ material_id })}`);
  return (
    <div className={styles['head']}>
      <div className={styles['called']}>
        <span className={styles['name']} title={material_name}>
          {material_name}
        </span>
        {dir_id !== null && folders.length > 0 && (
          <button type="button" className={styles['folder']} title="打开所在的文件夹" onClick={() => onFolder(dir_id)}>
            <FolderOutlined aria-hidden="true" />
            {folders.map(({ dir_name }) => dir_name).join(' / ')}
          </button>
        )}
        {dir_id === null && dirs.length > 0 && <span className={styles['folder']}>不在任何文件夹</span>}
      </div>
      {canEdit && <Act label="重命名" icon={<EditOutlined />} onClick={() => void rename().catch(() => {})} />}
      <span className={styles['acts']}>
        <Act
          label={liked ? '取消收藏' : '收藏'}
          icon={liked ? <StarFilled className={styles['star'] ?? ''} /> : <StarOutlined />}
          onClick={() => void likeMaterial(cache, material).catch(() => {})}
        />
        <Act
          label="下载"
          icon={<DownloadOutlined />}
          onClick={() => void downloadMaterials([material_id]).catch(() => {})}
        />
        <Act
          label="在新窗口预览"
          icon={<ExportOutlined />}
          onClick={() => window.open(preview, '_blank', 'noopener')}
        />
        {canEdit && (
          <>
            <Act
              label="用工具处理"
              icon={<ToolOutlined />}
              disabled={!project_id}
              onClick={() => project_id && openTools(project_id, [material_id])}
            />
            <Act
              label={isWorking ? '正在分析' : '重新分析'}
              icon={<SyncOutlined spin={analysis_status === 'running'} />}
              disabled={isWorking || !project_id}
              onClick={() => void analyse().catch(() => {})}
            />
            <Act
              label="删除"
              icon={<DeleteOutlined />}
              onClick={() =>
                void deleteMaterials(cache, [material_id]).then(
                  (isDone) => isDone && onGone(),
                  () => {},
                )
              }
            />
          </>
        )}
      </span>
    </div>
  );
}

type ActProps = { label: string; icon: ReactNode; disabled?: boolean; onClick: () => void };

function Act({ label, icon, disabled = false, onClick }: ActProps) {
  return (
    <Tooltip title={label}>
      <Button
        type="text"
        aria-label={label}
        icon={<span aria-hidden="true">{icon}</span>}
        disabled={disabled}
        onClick={onClick}
      />
    </Tooltip>
  );
}
