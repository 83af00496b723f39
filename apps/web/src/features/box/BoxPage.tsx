import { ToolOutlined } from '@ant-design/icons';
import type { BoxTool, Material } from '@mixreel/contract';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { AbilityTabs } from '#features/clean/AbilityTabs.tsx';
import { InProject } from '#features/project/InProject.tsx';
import { useCanEdit } from '#features/team/space.ts';
import { call } from '#lib/call.ts';
import { changeQuery } from '#lib/go.ts';
import { useCall } from '#lib/use-call.ts';
import { ListStates } from '#ui/ListStates.tsx';
import { BoxResults } from './BoxResults.tsx';
import { ToolDialog } from './ToolDialog.tsx';
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
  const canEdit = useCanEdit();
  const tools = useCall('box.tools', { project_id });
  const [opened, setOpened] = useState<BoxTool | null>(null);
  const [given, setGiven] = useState<Material[]>([]);
  useGiven(setGiven);
  return (
    <div className={styles['page']}>
      <h1 className="visually-hidden">AI 工具箱</h1>
      <AbilityTabs />
      {given.length > 0 && (
        <p className={styles['given']} role="status">
          已带来 {given.length} 个素材，选一个工具
          <Button type="link" onClick={() => setGiven([])}>
            不用了
          </Button>
        </p>
      )}
      <ListStates query={tools} isEmpty={(all) => all.length === 0} empty={null}>
        {(all) =>
          [...new Set(all.map(({ group }) => group))].map((group) => (
            <section key={group} aria-label={group}>
              <h2>{group}</h2>
              <ul className={styles['tools']}>
                {all
                  .filter((one) => one.group === group)
                  .map((one) => {
                    const fits = given.filter(({ material_type }) => one.takes.includes(material_type)).length;
                    const isOff = !canEdit || !one.is_ready || (given.length > 0 && fits === 0);
                    return (
                      <li key={one.tool}>
                        <button type="button" disabled={isOff} onClick={() => setOpened(one)}>
                          <b>{one.name}</b>
                          <span>{one.about}</span>
                          {one.reason && <small>{one.reason}</small>}
                          {given.length > 0 && <small>{fits > 0 ? `能处理其中 ${fits} 个` : '不收这类素材'}</small>}
                        </button>
                      </li>
                    );
                  })}
              </ul>
            </section>
          ))
        }
      </ListStates>
      <BoxResults project_id={project_id} />
      {opened && (
        <ToolDialog
          project_id={project_id}
          tool={opened}
          given={given.filter(({ material_type }) => opened.takes.includes(material_type))}
          onClose={() => setOpened(null)}
          onAdded={() => {
            setOpened(null);
            setGiven([]);
          }}
        />
      )}
    </div>
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
