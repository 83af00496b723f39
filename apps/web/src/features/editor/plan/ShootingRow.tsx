import { EllipsisOutlined, HolderOutlined, WarningOutlined } from '@ant-design/icons';
import { type Narration, planShooting, type Shooting } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Dropdown } from 'antd';
import { memo, useRef } from 'react';
import { toggleSaying } from '#features/voice/play-speech.ts';
import { PlayButton } from '#features/voice/PlayButton.tsx';
import { addressOf } from '#lib/app-config.ts';
import { toggleSound } from '#lib/player.ts';
import { useDesk, useMixState, useShooting } from '../document/use-mix.ts';
import { INSPECTOR_TABS, type InspectorTab, useEditorState } from '../editor-state.ts';
import { ClipRow } from './ClipRow.tsx';
import { useDraggable, useDropTarget } from './drag.ts';
import { configOf, missingSeconds, overriddenGroups } from './fit.ts';
import { useRowFigures } from './row-figures.ts';
import { RowPeople } from './RowPeople.tsx';
import { sayingOf } from './saying.ts';
import { ScriptTabs } from './ScriptTabs.tsx';
import { useShootingMenu } from './shooting-menu.ts';
import { ShootingLine } from './ShootingLine.tsx';
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

/** Icons cost more than all around them: made once, they are not drawn again with every letter of a line. */
const HOLDER = <HolderOutlined aria-hidden="true" />;

/**
 * One shot of the plan: its line and the clips that may show it. What follows from settings of the whole mix stands in
 * parts of its own, so that such a change does not draw all rows again.
 */
export const ShootingRow = memo(function ShootingRow({ shooting_id, index }: { shooting_id: string; index: number }) {
  const shooting = useShooting(shooting_id);
  const canEdit = useMixState((state) => state.can_edit);
  const isSelected = useEditorState((state) => state.shooting_id === shooting_id);
  const script_id = useEditorState((state) => state.script_ids[shooting_id]);
  const select = useEditorState((state) => state.select);
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const isDragged = useDraggable(row, () => (canEdit ? { kind: 'shooting', shooting_id } : null), handle);
  const aim = useDropTarget(row, {
    accepts: ['shooting'],
    axis: 'y',
    at: (side) => ({ kind: 'list', index: index + side }),
  });
  const script = shooting?.scripts.find((one) => one.script_id === script_id) ?? shooting?.scripts[0];
  if (!shooting || !script) return null;

  const { clips, shooting_name } = shooting;
  const number = index + 1;
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
        {canEdit && HOLDER}
      </button>
      <RowPeople shooting_id={shooting_id} />
      <div className={styles['content']}>
        <div className={styles['head']}>
          <PlayLine
            shooting_id={shooting_id}
            script_id={script.script_id}
            number={number}
            isSilent={script.text.trim() === '' && !narrationOf(shooting, script.script_id)?.audio_url}
          />
          <NameField shooting_id={shooting_id} shooting_name={shooting_name} number={number} canEdit={canEdit} />
          <ScriptTabs shooting={shooting} script={script} />
          <RowLength shooting_id={shooting_id} />
          {canEdit && (
            <RowMenu shooting_id={shooting_id} index={index} has_own={overriddenGroups(shooting).length > 0} />
          )}
        </div>
        <ShootingLine key={script.script_id} shooting={shooting} script={script} number={number} />
        <RowNotes shooting_id={shooting_id} config={shooting.config} number={number} />
        <ClipRow
          slot_id={shooting_id}
          label={`镜头 ${number}`}
          clips={clips}
          empty={canEdit ? '点 + 挑片段，或从素材拖进来' : '还没有片段'}
        />
      </div>
    </li>
  );
});

function narrationOf({ narrations }: Shooting, script_id: string): Narration | undefined {
  return narrations.find((one) => one.script_id === script_id);
}

type PlayProps = { shooting_id: string; script_id: string; number: number; isSilent: boolean };

/** The line as it was recorded or made, or else as its settings would say it. */
const PlayLine = memo(function PlayLine({ shooting_id, script_id, number, isSilent }: PlayProps) {
  const desk = useDesk();
  const cache = useQueryClient();
  const name = `line ${script_id}`;
  const hear = () => {
    const shooting = desk.mix.shootings.find((one) => one.shooting_id === shooting_id);
    const script = shooting?.scripts.find((one) => one.script_id === script_id);
    if (!shooting || !script) return;
    const narration = narrationOf(shooting, script_id);
    const url = narration?.is_estimate === false ? narration.audio_url : null;
    if (url) toggleSound(name, () => addressOf(url)).catch(() => {});
    else toggleSaying(cache, name, sayingOf(script.text, configOf(desk.mix, shooting)));
  };
  return <PlayButton name={name} label={`镜头 ${number} 的配音`} disabled={isSilent} onToggle={hear} />;
});

const RowLength = memo(function RowLength({ shooting_id }: { shooting_id: string }) {
  const isGuess = useRowFigures(shooting_id, (line) => line.is_guess);
  const seconds = useRowFigures(shooting_id, ({ needed }) => (needed > 0 ? `${needed.toFixed(1)} 秒` : null));
  return (
    <span className={styles['length']} title={isGuess ? '按字数估的，配好音后更准' : undefined}>
      {seconds ? `${isGuess ? '约 ' : ''}${seconds}` : '随片段'}
    </span>
  );
});

type MenuProps = { shooting_id: string; index: number; has_own: boolean };

const RowMenu = memo(function RowMenu({ shooting_id, index, has_own }: MenuProps) {
  const items = useShootingMenu({ shooting_id, index, has_own });
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
      <button type="button" className={styles['menu']} aria-label={`镜头 ${index + 1} 的更多操作`}>
        <EllipsisOutlined aria-hidden="true" />
      </button>
    </Dropdown>
  );
});

type NotesProps = { shooting_id: string; config: Shooting['config']; number: number };

/** What is wrong with a shot, and what it sets for itself. */
const RowNotes = memo(function RowNotes({ shooting_id, config, number }: NotesProps) {
  const select = useEditorState((state) => state.select);
  const openTab = useEditorState((state) => state.openTab);
  const problem = useRowFigures(shooting_id, (line) => line.problem);
  const short = useRowFigures(shooting_id, ({ needed }, { clips }) => {
    const usable = clips.filter(({ is_excluded, problem: bad }) => !is_excluded && bad === null);
    const count = usable.filter((clip) => missingSeconds(clip, needed) > 0).length;
    if (count === 0) return null;
    return count === usable.length ? '片段都不够长' : `${count} 个片段不够长`;
  });
  const tabs = [...new Set(overriddenGroups({ config }).flatMap((group) => TAB_OF[group] ?? []))];
  if (!problem && !short && tabs.length === 0) return null;
  return (
    <p className={styles['notes']}>
      {problem && (
        <span data-tone="bad">
          <WarningOutlined aria-hidden="true" /> {problem}
        </span>
      )}
      {short && <span data-tone="warning">{short}</span>}
      {tabs.map((tab) => (
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
  );
});

type NameProps = Pick<Shooting, 'shooting_id' | 'shooting_name'> & { number: number; canEdit: boolean };

const NameField = memo(function NameField({ shooting_id, shooting_name, number, canEdit }: NameProps) {
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
});
