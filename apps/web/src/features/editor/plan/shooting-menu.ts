import { planRemove, planShootingConfig, SHOOTINGS_MAX } from '@mixreel/contract';
import type { MenuProps } from 'antd';
import { addShootings, shootingOf, writeCaptions } from '../document/acts.ts';
import type { MixDesk } from '../document/desk.ts';
import { useDesk, useMixState } from '../document/use-mix.ts';
import { useEditorState } from '../editor-state.ts';
import { focusLine } from './ShootingLine.tsx';

type Row = { shooting_id: string; index: number; /** Whether it sets something for itself. */ has_own: boolean };

/** What can be done with a shot. */
export function useShootingMenu({ shooting_id, index, has_own }: Row): MenuProps['items'] {
  const desk = useDesk();
  const isFull = useMixState(({ mix }) => mix.shootings.length >= SHOOTINGS_MAX);
  return [
    { key: 'above', label: '上面加一个镜头', disabled: isFull, onClick: () => addShooting(desk, index) },
    { key: 'below', label: '下面加一个镜头', disabled: isFull, onClick: () => addShooting(desk, index + 1) },
    { type: 'divider' },
    {
      key: 'captions',
      label: '按台词断句，逐条改字幕',
      onClick: () => {
        void writeCaptions(desk, { shooting_id });
        useEditorState.getState().select(shooting_id);
        useEditorState.getState().openTab('caption');
      },
    },
    {
      key: 'inherit',
      label: '全部恢复默认',
      disabled: !has_own,
      onClick: () => {
        const config = shootingOf(desk.mix, shooting_id)?.config ?? {};
        const change = Object.fromEntries(
          Object.entries(config).map(([group, fields]) => [
            group,
            Object.fromEntries(Object.keys(fields ?? {}).map((field) => [field, null])),
          ]),
        );
        desk.act(planShootingConfig(desk.state, shooting_id, change));
      },
    },
    { type: 'divider' },
    { key: 'delete', label: '删除镜头', danger: true, onClick: () => deleteShooting(desk, shooting_id) },
  ];
}

export function addShooting(desk: MixDesk, position: number): void {
  const [made] = addShootings(desk, [''], position);
  if (!made) return;
  useEditorState.getState().select(made);
  requestAnimationFrame(() => focusLine(made));
}

export function deleteShooting(desk: MixDesk, shooting_id: string): void {
  const { shootings } = desk.mix;
  const index = shootings.findIndex((one) => one.shooting_id === shooting_id);
  const next = shootings[index + 1] ?? shootings[index - 1];
  desk.act(planRemove(desk.state, 'shooting', [shooting_id]));
  useEditorState.getState().select(next?.shooting_id ?? null);
}
