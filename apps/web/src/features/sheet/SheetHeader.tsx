import { DownloadOutlined, SaveOutlined } from '@ant-design/icons';
import type { SheetExportFormat } from '@mixreel/contract';
import { layerName } from '@mixreel/contract/sheet';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import { useNavigate } from 'react-router';
import { DeskSaving, DeskSteps } from '#features/document/DeskStatus.tsx';
import { People } from '#features/document/People.tsx';
import { readAgain } from '#lib/read-again.ts';
import { startDownload } from '#lib/start-download.ts';
import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';
import { WorkHeader } from '#ui/WorkHeader.tsx';
import { BatchButton } from './BatchButton.tsx';
import { edit, select, useStudio, useStudioState } from './studio.ts';
import styles from './Sheet.module.css';

const FORMATS: { key: SheetExportFormat; label: string }[] = [
  { key: 'png', label: 'PNG（清晰，最大）' },
  { key: 'jpg', label: 'JPG（通用）' },
  { key: 'webp', label: 'WebP（最小）' },
];

/** Name, saving, steps back, who else is here, and the ways out: to the library and to a file. */
export function SheetHeader() {
  const studio = useStudio();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const name = useStudioState(({ content }) => content.sheet_name);
  const canEdit = useStudioState((state) => state.can_edit);
  const isPast = useStudioState(({ past, may_edit }) => past !== null && may_edit);
  const { sheet_id, project_id, material_name } = useStudioState((state) => state.card);
  const save = useSend('sheet.save');
  const take = useSend('sheet.export');

  /** The server draws what it knows: everything is sent before. */
  const saved = async () => {
    if (await studio.live.flush()) return true;
    showToast('warning', '还有修改没有保存，请稍后再试');
    return false;
  };
  const keep = async (how: 'new' | 'over') => {
    if (!(await saved())) return;
    const done = await save.mutateAsync({ sheet_id, how });
    await readAgain(cache, 'sheet.detail', { sheet_id });
    const where = done.ai_origin ? '素材库「AI 图片」' : '素材库「图片」';
    showToast(
      'success',
      how === 'over' ? `已更新素材「${done.material_name}」` : `已存进${where}：${done.material_name}`,
    );
  };
  const download = async (format: SheetExportFormat) => {
    if (!(await saved())) return;
    const { url, file_name, is_marked } = await take.mutateAsync({ sheet_id, format });
    startDownload(url, file_name);
    if (is_marked) showToast('info', '图片里有 AI 内容，已加上「AI生成」标识');
  };
  const quiet = (run: Promise<void>) => void run.catch(() => {});
  return (
    <WorkHeader
      className={styles['header']}
      back="全部图片"
      onBack={() => void navigate(`/videoGenerate/image/editor?${new URLSearchParams({ projectId: project_id })}`)}
      name={name}
      name_label="图片名称"
      can_edit={canEdit}
      {...(isPast && { read_only: '正在看历史版本' })}
      onRename={(sheet_name) => edit(studio, { sheet_name })}
      saving={<DeskSaving desk={studio} />}
      steps={<DeskSteps desk={studio} />}
      editing={
        material_name === null ? (
          <Button
            icon={<SaveOutlined aria-hidden="true" />}
            loading={save.isPending}
            onClick={() => quiet(keep('new'))}
          >
            存素材库
          </Button>
        ) : (
          <Dropdown
            trigger={['click']}
            menu={{
              items: [
                { key: 'over', label: `更新素材「${material_name}」` },
                { key: 'new', label: '存为新素材' },
              ],
              onClick: ({ key }) => quiet(keep(key === 'over' ? 'over' : 'new')),
            }}
          >
            <Button icon={<SaveOutlined aria-hidden="true" />} loading={save.isPending}>
              存素材库
            </Button>
          </Dropdown>
        )
      }
    >
      <People
        presence={studio.presence}
        placeOf={({ place }) => {
          const layer = studio.getState().content.layers.find(({ layer_id }) => layer_id === place?.id);
          return layer ? `在图层「${layerName(layer)}」` : '';
        }}
        onGo={({ place }) => place && select(studio, [place.id])}
      />
      {canEdit && <BatchButton />}
      <Dropdown
        trigger={['click']}
        menu={{ items: FORMATS, onClick: ({ key }) => quiet(download(key as SheetExportFormat)) }}
      >
        <Button type="primary" icon={<DownloadOutlined aria-hidden="true" />} loading={take.isPending}>
          导出
        </Button>
      </Dropdown>
    </WorkHeader>
  );
}
