import { PictureOutlined, SwapOutlined } from '@ant-design/icons';
import type { Generation, Material } from '@mixreel/contract';
import { Button, Tooltip } from 'antd';
import { useState } from 'react';
import { GenerateShell } from '#features/generate/GenerateShell.tsx';
import { HistoryWall } from '#features/generate/HistoryWall.tsx';
import { InProject } from '#features/project/InProject.tsx';
import { useCanEdit } from '#features/team/space.ts';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { EMPTY_FORM, formOf, isUpscaled, wishOf } from './picture-form.ts';
import { PictureForm } from './PictureForm.tsx';
import { PictureViewer } from './PictureViewer.tsx';

const CALLS = { history: 'picture.history', changes: 'picture.changes' } as const;

/** Text to image, in the current project. */
export function PicturePage() {
  return (
    <InProject icon={<PictureOutlined />} title="文生图" text="生成的图片放在项目里。先新建一个项目。">
      {(project_id) => <Workbench key={project_id} project_id={project_id} />}
    </InProject>
  );
}

function Workbench({ project_id }: { project_id: string }) {
  const canEdit = useCanEdit();
  const engines = useCall('picture.models', {});
  const add = useSend('picture.add');
  const [form, setForm] = useState(EMPTY_FORM);
  const [opened, setOpened] = useState<Generation | null>(null);
  const again = async (generation: Generation, keepsSeed: boolean) => {
    const materials = await readMaterials(generation.sources.flatMap(({ material_id }) => material_id ?? []));
    if (materials.length < generation.sources.length) showToast('warning', '有的原图已删除，请重新选图片');
    return formOf(generation, materials, keepsSeed);
  };
  const change = useSend('picture.change');
  const another = async (generation: Generation) => {
    const { generation_id, engine } = generation;
    const can = engines.data?.find((one) => one.engine === engine)?.can;
    if (can?.has_reroll && !isUpscaled(generation))
      return void (await change.mutateAsync({ generation_id, way: 'reroll' }));
    const wish = wishOf(await again(generation, false), project_id, generation.engine);
    await add.mutateAsync(wish);
  };
  const reference = async (material_id: string) => {
    const [picture] = await readMaterials([material_id]);
    if (!picture) return;
    setForm((now) => ({ ...now, references: [...now.references, picture].slice(-4) }));
    setOpened(null);
    showToast('success', '已放进左边的参考图');
  };
  return (
    <>
      <GenerateShell
        title="文生图"
        form={
          engines.data ? (
            <PictureForm
              project_id={project_id}
              engines={engines.data}
              form={form}
              can_edit={canEdit}
              onChange={setForm}
            />
          ) : engines.error ? (
            <ErrorState error={engines.error} onRetry={() => void engines.refetch()} isRetrying={engines.isFetching} />
          ) : (
            <LoadingRows />
          )
        }
        wall={
          <HistoryWall
            calls={CALLS}
            project_id={project_id}
            empty={{
              title: '还没有生成过图片',
              text: '左边写几句话，选几张商品图，点「生成图片」，一次出四张不同的。',
            }}
            onOpen={setOpened}
            onAgain={(generation) => void again(generation, true).then(setForm, () => {})}
            // oxlint-disable-next-line react/no-unstable-nested-components -- it draws buttons and is no component
            more={(generation) =>
              canEdit && (
                <Tooltip title="换一组（另一个种子）">
                  <Button
                    size="small"
                    type="text"
                    aria-label="换一组"
                    icon={<SwapOutlined aria-hidden="true" />}
                    onClick={() => void another(generation).catch(() => {})}
                  />
                </Tooltip>
              )
            }
          />
        }
      />
      {opened && (
        <PictureViewer
          generation={opened}
          can={engines.data?.find(({ engine }) => engine === opened.engine)?.can}
          onReference={(material_id) => void reference(material_id)}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

/** Those that are still there. */
async function readMaterials(material_ids: string[]): Promise<Material[]> {
  const found = await Promise.allSettled(
    material_ids.map((material_id) => call('material.detail', { material_id }, { is_quiet: true })),
  );
  return found.flatMap((one) => (one.status === 'fulfilled' && !one.value.deleted_at ? [one.value] : []));
}
