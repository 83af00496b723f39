import { EllipsisOutlined, HolderOutlined, WarningOutlined } from '@ant-design/icons';
import { planShooting, type Shooting } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Dropdown } from 'antd';
import { memo, useRef } from 'react';
import { INSPECTOR_TABS, type InspectorTab, useEditorState } from '#features/editor/editor-state.ts';
import { toggleSaying } from '#features/voice/play-speech.ts';
import { PlayButton } from '#features/voice/PlayButton.tsx';
import { addressOf } from '#lib/app-config.ts';
import { toggleSound } from '#lib/player.ts';
import { ClipRow } from './ClipRow.tsx';
import { useDraggable, useDropTarget } from './drag.ts';
import { lineLength, missingSeconds, neededSeconds, overriddenGroups } from './fit.ts';
import { sayingOf } from './saying.ts';
import { ScriptTabs } from './ScriptTabs.tsx';
import { useShootingMenu } from './shooting-menu.ts';
import { ShootingLine } from './ShootingLine.tsx';
import { useConfigOf, useDesk, useMixState } from './use-mix.ts';
import styles from './Shootings.module.css';

/** In which part of the properties a group of settings stands. */
const TAB_OF: Record<string, InspectorTab> = {
  picture: 'picture',
  duration: 'picture',
  sound: 'picture',
  caption: 'caption',
  voice: 'voice',
  filter: 'filter',
  transition: 'transition',
};

/** One shot of the plan: its line and the clips that may show it. */
export const ShootingRow = memo(function ShootingRow({ shooting, index }: { shooting: Shooting; index: number }) {
  const { shooting_id, scripts, clips, shooting_name } = shooting;
  const cache = useQueryClient();
  const canEdit = useMixState((state) => state.can_edit);
  const config = useConfigOf(shooting);
  const isSelected = useEditorState((state) => state.shooting_id === shooting_id);
  const script_id = useEditorState((state) => state.script_ids[shooting_id]);
  const select = useEditorState((state) => state.select);
  const openTab = useEditorState((state) => state.openTab);
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const items = useShootingMenu(shooting, index);
  const isDragged = useDraggable(row, () => (canEdit ? { kind: 'shooting', shooting_id } : null), handle);
  const aim = useDropTarget(row, {
    accepts: ['shooting'],
    axis: 'y',
    at: (side) => ({ kind: 'list', index: index + side }),
  });
  const script = scripts.find((one) => one.script_id === script_id) ?? scripts[0];
  if (!script) return null;

  const line = lineLength(shooting, script.script_id, config);
  const needed = neededSeconds(config, line);
  const usable = clips.filter(({ is_excluded, problem }) => !is_excluded && problem === null);
  const short = usable.filter((clip) => missingSeconds(clip, needed) > 0).length;
  const number = index + 1;
  const narration = shooting.narrations.find((one) => one.script_id === script.script_id);
  const hear = () => {
    const name = `line ${script.script_id}`;
    const url = narration?.is_estimate === false ? narration.audio_url : null;
    if (url) toggleSound(name, () => addressOf(url)).catch(() => {});
    else toggleSaying(cache, name, sayingOf(script.text, config));
  };
  return (
    <li ref={row} className={styles['shooting']} data-selected={isSelected} data-dragged={isDragged} data-aim={aim}>
      <button
        ref={handle}
        type="button"
        className={styles['handle']}
        data-shooting={shooting_id}
        aria-pressed={isSelected}
        aria-label={`镜头 ${number}${shooting_name ? ` ${shooting_name}` : ''}`}
        title={canEdit ? '点选；拖动或 Alt ↑ ↓ 换位置' : undefined}
        onClick={() => select(shooting_id)}
      >
        <span aria-hidden="true">{number}</span>
        {canEdit && <HolderOutlined aria-hidden="true" />}
      </button>
      <div className={styles['content']}>
        <div className={styles['head']}>
          <PlayButton
            name={`line ${script.script_id}`}
            label={`镜头 ${number} 的配音`}
            disabled={script.text.trim() === '' && !narration?.audio_url}
            onToggle={hear}
          />
          <NameField shooting={shooting} number={number} canEdit={canEdit} />
          <ScriptTabs shooting={shooting} script={script} />
          <span className={styles['length']} title={line.is_guess ? '按字数估的，配好音后更准' : undefined}>
            {needed > 0 ? `${line.is_guess ? '约 ' : ''}${needed.toFixed(1)} 秒` : '随片段'}
          </span>
          {canEdit && (
            <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
              <button type="button" className={styles['menu']} aria-label={`镜头 ${number} 的更多操作`}>
                <EllipsisOutlined aria-hidden="true" />
              </button>
            </Dropdown>
          )}
        </div>
        <ShootingLine shooting={shooting} script={script} number={number} />
        {(line.problem || short > 0 || overriddenGroups(shooting).length > 0) && (
          <p className={styles['notes']}>
            {line.problem && (
              <span data-tone="bad">
                <WarningOutlined aria-hidden="true" /> {line.problem}
              </span>
            )}
            {short > 0 && (
              <span data-tone="warning">{short === usable.length ? '片段都不够长' : `${short} 个片段不够长`}</span>
            )}
            {tabsOf(shooting).map((tab) => (
              <button
                key={tab}
                type="button"
                aria-label={`镜头 ${number} 单独设置了${INSPECTOR_TABS[tab]}`}
                title={`这个镜头单独设置了${INSPECTOR_TABS[tab]}`}
                onClick={() => {
                  select(shooting_id);
                  openTab(tab);
                }}
              >
                {INSPECTOR_TABS[tab]}
              </button>
            ))}
          </p>
        )}
        <ClipRow
          slot_id={shooting_id}
          label={`镜头 ${number}`}
          clips={clips}
          needed={needed}
          empty={canEdit ? '点 + 挑片段，或从素材拖进来' : '还没有片段'}
        />
      </div>
    </li>
  );
});

function tabsOf(shooting: Shooting): InspectorTab[] {
  return [...new Set(overriddenGroups(shooting).flatMap((group) => TAB_OF[group] ?? []))];
}

type NameProps = { shooting: Shooting; number: number; canEdit: boolean };

function NameField({ shooting: { shooting_id, shooting_name }, number, canEdit }: NameProps) {
  const desk = useDesk();
  return (
    <input
      className={styles['name']}
      aria-label={`镜头 ${number} 的名称`}
      placeholder={`镜头 ${number}`}
      maxLength={50}
      readOnly={!canEdit}
      value={shooting_name}
      onChange={(event) =>
        desk.act(planShooting(desk.state, shooting_id, { shooting_name: event.target.value }), {
          tag: `name ${shooting_id}`,
        })
      }
      onBlur={() => void desk.live.flush()}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.currentTarget.blur();
      }}
    />
  );
}
