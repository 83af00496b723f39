import { VideoCameraOutlined } from '@ant-design/icons';
import type { Generation, Material } from '@mixreel/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { GenerateShell } from '#features/generate/GenerateShell.tsx';
import { HistoryWall } from '#features/generate/HistoryWall.tsx';
import { InProject } from '#features/project/InProject.tsx';
import { useCanEdit } from '#features/team/space.ts';
import { call } from '#lib/call.ts';
import { changeQuery } from '#lib/go.ts';
import { showToast } from '#lib/toast.ts';
import { useCall } from '#lib/use-call.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { EMPTY_FORM, formOf } from './animate-form.ts';
import { AnimateForm } from './AnimateForm.tsx';
import { FilmViewer } from './FilmViewer.tsx';

const CALLS = { history: 'animate.history', changes: 'animate.changes' } as const;

/** Image to video, in the current project. */
export function AnimatePage() {
  return (
    <InProject icon={<VideoCameraOutlined />} title="图生视频" text="生成的视频放在项目里。先新建一个项目。">
      {(project_id) => <Workbench key={project_id} project_id={project_id} />}
    </InProject>
  );
}

function Workbench({ project_id }: { project_id: string }) {
  const canEdit = useCanEdit();
  const engines = useCall('animate.engines', { project_id });
  const [form, setForm] = useState(EMPTY_FORM);
  const [opened, setOpened] = useState<Generation | null>(null);
  useGivenPictures((pictures) => setForm((now) => ({ ...now, pictures })));
  const again = async (generation: Generation) => {
    const materials = await readMaterials(generation.sources.flatMap(({ material_id }) => material_id ?? []));
    if (materials.length < generation.sources.length) showToast('warning', '有的原图已删除，请重新选图片');
    setForm(formOf(generation, materials));
  };
  return (
    <>
      <GenerateShell
        title="图生视频"
        form={
          engines.data ? (
            <AnimateForm
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
            empty={{ title: '还没有生成过视频', text: '左边选几张图片，选好镜头运动，点「生成视频」。' }}
            onOpen={setOpened}
            onAgain={(generation) => void again(generation).catch(() => {})}
          />
        }
      />
      {opened && <FilmViewer generation={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

/** Pictures that another page sends here: `material` of the address, once or several times. */
function useGivenPictures(onGiven: (pictures: Material[]) => void): void {
  const [params] = useSearchParams();
  const given = params.getAll('material').join(' ');
  const take = useEffectEvent(async () => {
    changeQuery(
      (now) => {
        now.delete('material');
        return now;
      },
      { replace: true },
    );
    onGiven(await readMaterials(given.split(' ')));
  });
  useEffect(() => {
    if (given) take().catch(() => {});
  }, [given]);
}

/** Those that are still there. */
async function readMaterials(material_ids: string[]): Promise<Material[]> {
  const found = await Promise.allSettled(
    material_ids.map((material_id) => call('material.detail', { material_id }, { is_quiet: true })),
  );
  return found.flatMap((one) => (one.status === 'fulfilled' && !one.value.deleted_at ? [one.value] : []));
}
