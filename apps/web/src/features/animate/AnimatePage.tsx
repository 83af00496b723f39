import { VideoCameraOutlined } from '@ant-design/icons';
import type { Generation, Material } from '@mixreel/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { FILM_PACKS } from '#features/ai/packs.ts';
import { PreparingNotice } from '#features/ai/PreparingNotice.tsx';
import { GenerateShell } from '#features/generate/GenerateShell.tsx';
import { HistoryWall } from '#features/generate/HistoryWall.tsx';
import { readMaterials, readSources } from '#features/generate/read-sources.ts';
import { useKeptForm } from '#features/generate/use-kept-form.ts';
import { InProject } from '#features/project/InProject.tsx';
import { useCanEdit } from '#features/team/space.ts';
import { changeQuery } from '#lib/go.ts';
import { useCall } from '#lib/use-call.ts';
import { EMPTY_FORM, formOf } from './animate-form.ts';
import { AnimateForm } from './AnimateForm.tsx';
import { FilmViewer } from './FilmViewer.tsx';

const CALLS = { history: 'animate.history', changes: 'animate.changes' } as const;
const PICTURES: ('pictures' | 'tail')[] = ['pictures', 'tail'];

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
  const [form, setForm] = useKeptForm(`animate_form ${project_id}`, EMPTY_FORM, PICTURES);
  const [opened, setOpened] = useState<Generation | null>(null);
  useGivenPictures((pictures) => setForm((now) => ({ ...now, pictures })));
  const again = async (generation: Generation) => {
    setForm(formOf(generation, await readSources(generation)));
  };
  return (
    <>
      <GenerateShell
        title="图生视频"
        engines={engines}
        // oxlint-disable-next-line react/no-unstable-nested-components -- it draws the form and is no component
        form={(known) => (
          <AnimateForm project_id={project_id} engines={known} form={form} can_edit={canEdit} onChange={setForm} />
        )}
        notice={FILM_PACKS.map(([pack, name]) => (
          <PreparingNotice
            key={pack}
            pack={pack}
            name={name}
            meanwhile="准备好之前可以先选图和镜头，好了就能生成。"
            onReady={() => void engines.refetch()}
          />
        ))}
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
