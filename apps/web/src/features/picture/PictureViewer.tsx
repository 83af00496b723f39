import {
  DownloadOutlined,
  EditOutlined,
  FolderAddOutlined,
  PictureOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';
import { type Generation, type GenerationFile, PICTURE_CHANGES, type PictureCan } from '@mixreel/contract';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useGenerationActions } from '#features/generate/generation-actions.ts';
import { sheetPath } from '#features/sheet/open-sheet.ts';
import { useCanEdit } from '#features/team/space.ts';
import { call } from '#lib/call.ts';
import { onward } from '#lib/go.ts';
import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';
import { isUpscaled } from './picture-form.ts';
import styles from './Picture.module.css';

type Props = {
  generation: Generation;
  /** Of who made it, where it is still there. */
  can: PictureCan | undefined;
  onReference: (material_id: string) => void;
  onClose: () => void;
};

/** Every picture of a wish in large, with what can be done with each. */
export function PictureViewer({ generation, can, onReference, onClose }: Props) {
  const { files, generation_id, project_id, prompt } = generation;
  const canEdit = useCanEdit();
  const navigate = useNavigate();
  const actions = useGenerationActions(generation);
  const [saved, setSaved] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState('');
  const materialOf = ({ vlc_id, material_id }: GenerationFile) => saved[vlc_id] ?? material_id;
  /** What goes on from here is a material: it is saved on the way. */
  const withMaterial = (file: GenerationFile, then: (material_id: string) => void) => {
    const run = async () => {
      const { materials } = await call('generate.save', { generation_id, vlc_ids: [file.vlc_id] });
      const material_id = materials[0]?.material_id ?? '';
      setSaved((now) => ({ ...now, [file.vlc_id]: material_id }));
      then(material_id);
    };
    setBusy(file.vlc_id);
    run()
      // Said by the request itself.
      .catch(() => {})
      .finally(() => setBusy(''));
  };
  const change = useSend('picture.change');
  const changes = (['upscale', 'variation'] as const).filter((way) => can?.[`has_${way}`] && !isUpscaled(generation));
  const edit = useSend('sheet.add');
  /** With its layers, where it has any. */
  const openEditor = async ({ vlc_id }: GenerationFile) => {
    const origin = { from: 'poster' as const, generation_id, vlc_id };
    const goOn = onward();
    goOn(sheetPath(await edit.mutateAsync({ project_id, origin })));
  };
  return (
    <Modal open centered width={files.length > 1 ? 1120 : 640} footer={null} title={prompt} onCancel={onClose}>
      <ul className={styles['viewer']} aria-label="图片">
        {files.map((file, n) => (
          <li key={file.vlc_id}>
            <img src={file.url} alt={`第 ${n + 1} 张`} style={{ aspectRatio: `${file.width} / ${file.height}` }} />
            <div className={styles['acts']}>
              {canEdit && (
                <Button
                  size="small"
                  icon={<FolderAddOutlined aria-hidden="true" />}
                  disabled={materialOf(file) !== null}
                  loading={busy === file.vlc_id}
                  onClick={() => withMaterial(file, () => showToast('success', '已存进素材库「AI 图片」'))}
                >
                  {materialOf(file) === null ? '存素材库' : '已存'}
                </Button>
              )}
              <Button
                size="small"
                type="text"
                icon={<DownloadOutlined aria-hidden="true" />}
                onClick={() => actions.download(file)}
              >
                下载
              </Button>
              {canEdit && (
                <>
                  <Button
                    size="small"
                    type="text"
                    icon={<EditOutlined aria-hidden="true" />}
                    loading={edit.isPending}
                    onClick={() => void openEditor(file).catch(() => {})}
                  >
                    去编辑
                  </Button>
                  <Button
                    size="small"
                    type="text"
                    icon={<PictureOutlined aria-hidden="true" />}
                    onClick={() => withMaterial(file, onReference)}
                  >
                    作参考图
                  </Button>
                  <Button
                    size="small"
                    type="text"
                    icon={<VideoCameraOutlined aria-hidden="true" />}
                    onClick={() =>
                      withMaterial(file, (material) => {
                        const query = new URLSearchParams({ projectId: project_id, material });
                        void navigate(`/videoGenerate?${query}`);
                      })
                    }
                  >
                    做成视频
                  </Button>
                  {changes.map((way) => (
                    <Button
                      key={way}
                      size="small"
                      type="text"
                      disabled={change.isPending}
                      onClick={() =>
                        change.mutate(
                          { generation_id, vlc_id: file.vlc_id, way },
                          { onSuccess: () => showToast('success', '已开始，在历史记录里看进度') },
                        )
                      }
                    >
                      {PICTURE_CHANGES[way]}
                    </Button>
                  ))}
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
