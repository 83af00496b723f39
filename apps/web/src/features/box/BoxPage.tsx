import { ToolOutlined } from '@ant-design/icons';
import type { BoxTool, Material } from '@mixreel/contract';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { AbilityTabs } from '#features/clean/AbilityTabs.tsx';
import { SourcePicker } from '#features/clean/SourcePicker.tsx';
import { InProject } from '#features/project/InProject.tsx';
import { useCanEdit } from '#features/team/space.ts';
import { call } from '#lib/call.ts';
import { changeQuery } from '#lib/go.ts';
import { useCall } from '#lib/use-call.ts';
import { ListStates } from '#ui/ListStates.tsx';
import { usualTime } from './box-time.ts';
import { BoxResults } from './BoxResults.tsx';
import { RecipeList } from './RecipeList.tsx';
import { SliceDesk } from './SliceDesk.tsx';
import { ToolDialog } from './ToolDialog.tsx';
import { ToolPicture } from './ToolPicture.tsx';
import styles from './Box.module.css';

/** The tool box, in the current project. */
export function BoxPage() {
  return (
    <InProject icon={<ToolOutlined />} title="AI 工具箱" text="素材放在项目里。先新建一个项目。">
      {(project_id) => <Box key={project_id} project_id={project_id} />}
    </InProject>
  );
}

function Box({ project_id }: { project_id: string }) {
  const [params] = useSearchParams();
  const sliced = params.get('slice');
  const tools = useCall('box.tools', { project_id });
  const [opened, setOpened] = useState<BoxTool | null>(null);
  const [isSlicing, setIsSlicing] = useState(false);
  const [given, setGiven] = useState<Material[]>([]);
  useGiven(setGiven);
  const results = useRef<HTMLDivElement>(null);
  /** What was begun is seen: it stands below all tools. */
  const added = () => {
    setOpened(null);
    setGiven([]);
    results.current?.scrollIntoView({ block: 'start' });
  };
  const open = (tool: BoxTool) => {
    // A long recording has a desk of its own: what is cut out is chosen there.
    if (tool.tool !== 'live_slice') return setOpened(tool);
    const fits = given.filter(({ material_type }) => tool.takes.includes(material_type));
    if (fits.length === 1 && fits[0]) showSlices(fits[0].material_id);
    else if (fits.length > 1) setOpened(tool);
    else setIsSlicing(true);
  };
  if (sliced) {
    return (
      <div className={styles['page']} data-desk>
        <h1 className="visually-hidden">AI 工具箱</h1>
        <AbilityTabs />
        <SliceDesk
          key={sliced}
          project_id={project_id}
          material_id={sliced}
          onClose={() => showSlices(null)}
          onAdded={() => showSlices(null)}
        />
      </div>
    );
  }
  return (
    <div className={styles['page']} data-keeps-focus>
      <h1 className="visually-hidden">AI 工具箱</h1>
      <AbilityTabs />
      {given.length > 0 && (
        <p className={styles['given']} role="status">
          已带来 {given.length} 个素材，选一个工具或配方
          <Button type="link" onClick={() => setGiven([])}>
            不用了
          </Button>
        </p>
      )}
      <ListStates query={tools} isEmpty={(all) => all.length === 0} empty={null}>
        {(all) => (
          <>
            <RecipeList project_id={project_id} tools={all} given={given} onAdded={added} />
            {[...new Set(all.map(({ group }) => group))].map((group) => (
              <section key={group} aria-label={group}>
                <h2>{group}</h2>
                <ul className={styles['tools']}>
                  {all
                    .filter((one) => one.group === group)
                    .map((one) => (
                      <li key={one.tool}>
                        <ToolTile tool={one} given={given} onOpen={() => open(one)} />
                      </li>
                    ))}
                </ul>
              </section>
            ))}
          </>
        )}
      </ListStates>
      <div ref={results}>
        <BoxResults project_id={project_id} />
      </div>
      {opened && (
        <ToolDialog
          project_id={project_id}
          tool={opened}
          given={given.filter(({ material_type }) => opened.takes.includes(material_type))}
          onClose={() => setOpened(null)}
          onAdded={added}
        />
      )}
      {isSlicing && (
        <SourcePicker
          project_id={project_id}
          title="选一个长录像"
          kinds={['video', 'audio']}
          with_ai
          most={1}
          onPick={([first]) => first && showSlices(first.material_id)}
          onClose={() => setIsSlicing(false)}
        />
      )}
    </div>
  );
}

function showSlices(material_id: string | null): void {
  changeQuery((now) => {
    const next = new URLSearchParams(now);
    next.delete('slice');
    if (material_id) next.set('slice', material_id);
    return next;
  });
}

function ToolTile({ tool, given, onOpen }: { tool: BoxTool; given: Material[]; onOpen: () => void }) {
  const canEdit = useCanEdit();
  const fits = given.filter(({ material_type }) => tool.takes.includes(material_type)).length;
  const isOff = !canEdit || !tool.is_ready || (given.length > 0 && fits === 0);
  return (
    <button type="button" disabled={isOff} onClick={onOpen}>
      <ToolPicture tool={tool.tool} />
      <b>{tool.name}</b>
      <span>{tool.about}</span>
      {tool.reason && <small>{tool.reason}</small>}
      {given.length > 0 && <small>{fits > 0 ? `能处理其中 ${fits} 个` : '不收这类素材'}</small>}
      {!tool.reason && given.length === 0 && <em>{usualTime(tool)}</em>}
    </button>
  );
}

/** Materials that the library sends here: `material` of the address, once or several times. */
function useGiven(onGiven: (materials: Material[]) => void): void {
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
    const found = await Promise.allSettled(
      given.split(' ').map((material_id) => call('material.detail', { material_id }, { is_quiet: true })),
    );
    onGiven(found.flatMap((one) => (one.status === 'fulfilled' && !one.value.deleted_at ? [one.value] : [])));
  });
  useEffect(() => {
    if (given) take().catch(() => {});
  }, [given]);
}
