import { PictureOutlined, SwapOutlined } from '@ant-design/icons';
import type { Generation } from '@mixreel/contract';
import { Button, Tooltip } from 'antd';
import { useState } from 'react';
import { GenerateShell } from '#features/generate/GenerateShell.tsx';
import { HistoryWall } from '#features/generate/HistoryWall.tsx';
import { readMaterials, readSources } from '#features/generate/read-sources.ts';
import { useKeptForm } from '#features/generate/use-kept-form.ts';
import { InProject } from '#features/project/InProject.tsx';
import { useCanEdit } from '#features/team/space.ts';
import { showToast } from '#lib/toast.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { EMPTY_FORM, formOf, isUpscaled, wishOf } from './picture-form.ts';
import { PictureForm } from './PictureForm.tsx';
import { PictureViewer } from './PictureViewer.tsx';

const CALLS = { history: 'picture.history', changes: 'picture.changes' } as const;
const PICTURES: ('references' | 'logo')[] = ['references', 'logo'];

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
  const [form, setForm] = useKeptForm(`picture_form ${project_id}`, EMPTY_FORM, PICTURES);
  const [opened, setOpened] = useState<Generation | null>(null);
  /** Of which another set is just being asked for: it may cost, and two presses want one. */
  const [asked, setAsked] = useState<string | null>(null);
  const again = async (generation: Generation, keepsSeed: boolean) => {
    return formOf(generation, await readSources(generation), keepsSeed);
  };
  const change = useSend('picture.change');
  const another = async (generation: Generation) => {
    const { generation_id, engine } = generation;
    const can = engines.data?.find((one) => one.engine === engine)?.can;
    const isTheirs = can?.has_reroll === true && !isUpscaled(generation);
    if (isTheirs) await change.mutateAsync({ generation_id, way: 'reroll' });
    else await add.mutateAsync(wishOf(await again(generation, false), project_id, engine));
  };
  const askAnother = (generation: Generation) => {
    setAsked(generation.generation_id);
    another(generation)
      // Said by the request itself.
      .catch(() => {})
      .finally(() => setAsked(null));
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
        engines={engines}
        // oxlint-disable-next-line react/no-unstable-nested-components -- it draws the form and is no component
        form={(known) => (
          <PictureForm project_id={project_id} engines={known} form={form} can_edit={canEdit} onChange={setForm} />
        )}
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
                    disabled={asked !== null}
                    loading={asked === generation.generation_id}
                    onClick={() => askAnother(generation)}
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
