import type { MaterialDetail } from '@mixreel/contract';
import { Tabs } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import { useSend } from '#lib/use-call.ts';
import { usePlayback } from '#lib/use-playback.ts';
import { FactsPart } from './FactsPart.tsx';
import type { OnAlike } from './library-view.ts';
import { PersonsPart } from './PersonsPart.tsx';
import { Player } from './Player.tsx';
import { RightsForm } from './RightsForm.tsx';
import { cutsWith, shotAt } from './shot-times.ts';
import { ShotPanel } from './ShotPanel.tsx';
import { ShotStrip } from './ShotStrip.tsx';
import { Timeline } from './Timeline.tsx';
import { Transcript } from './Transcript.tsx';
import styles from './Detail.module.css';

type Props = { material: MaterialDetail; at: number; onAlike: OnAlike };

/** Player and shots on the left; what is known about them on the right. */
export function DetailBody({ material, at: begin, onAlike }: Props) {
  const playback = usePlayback(begin);
  const { at, seek, toggle } = playback;
  const canEdit = useCanEdit();
  const cut = useSend('analysis.cut', { refresh: ['material.detail', 'material.list', 'search.clips'] });
  const { material_id, shots, source_info, material_type } = material;
  const seconds = source_info.duration ?? 0;
  const isMoving = material_type === 'video' || material_type === 'audio';
  const current = isMoving ? shotAt(shots, at) : shots[0];
  const split = isMoving && canEdit ? cutsWith(shots, at) : null;

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !isMoving) return;
    if (target.closest('input, textarea, select, video, [role="slider"], [role="tab"], .ant-modal')) return;
    if (event.key === ' ' && target.closest('button, a')) return;
    const next = (by: -1 | 1) => shots[(current?.index ?? 0) + by];
    const run = {
      ' ': toggle,
      ArrowLeft: () => seek(at - 1),
      ArrowRight: () => seek(Math.min(seconds, at + 1)),
      ',': () => seek((next(-1)?.start_ms ?? 0) / 1000),
      '.': () => seek((next(1)?.start_ms ?? at * 1000) / 1000),
      s: () => split && cut.mutate({ material_id, cuts_ms: split }),
    }[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return (
    <div className={styles['body']}>
      <div className={styles['left']}>
        {material.withheld ? (
          <div className={styles['stage']}>{material.withheld}</div>
        ) : (
          <Player material={material} attach={playback.attach} />
        )}
        {isMoving && <Timeline material={material} seconds={seconds} at={at} onSeek={seek} />}
        {material_type === 'video' && shots.length > 0 && (
          <ShotStrip
            material={material}
            current={current}
            split={split}
            is_cutting={cut.isPending}
            onSeek={seek}
            onCut={(cuts_ms) => cut.mutate({ material_id, cuts_ms })}
          />
        )}
      </div>
      <div className={styles['right']}>
        <Tabs
          size="small"
          aria-label="素材的内容"
          items={[
            {
              key: 'shot',
              label: material_type === 'video' ? '镜头' : '内容',
              children: <ShotPanel material={material} shot={current} onAlike={onAlike} />,
            },
            ...(isMoving
              ? [
                  {
                    key: 'speech',
                    label: '台词',
                    children: <Transcript material={material} at={at} onSeek={seek} />,
                  },
                ]
              : []),
            ...(material_type === 'audio'
              ? []
              : [{ key: 'person', label: '人物', children: <PersonsPart material={material} /> }]),
            { key: 'rights', label: '授权', children: <RightsForm key={material_id} material={material} /> },
            { key: 'facts', label: '文件', children: <FactsPart material={material} /> },
          ]}
        />
      </div>
    </div>
  );
}
