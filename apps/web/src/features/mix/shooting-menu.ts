import { type Shooting, SHOOTINGS_MAX } from '@mixreel/contract';
import type { MenuProps } from 'antd';
import { useEditorState } from '#features/editor/editor-state.ts';
import { overriddenGroups } from './fit.ts';
import type { MixEdits } from './mix-edits.ts';
import { focusLine } from './ShootingLine.tsx';
import { useMixEdits } from './use-mix.ts';

/** What can be done with a shot. */
export function useShootingMenu(shooting: Shooting, index: number): MenuProps['items'] {
  const edits = useMixEdits();
  const { shooting_id, config } = shooting;
  const isFull = edits.mix.shootings.length >= SHOOTINGS_MAX;
  const hasOwn = overriddenGroups(shooting).length > 0;
  return [
    { key: 'above', label: '上面加一个镜头', disabled: isFull, onClick: () => void addShooting(edits, index) },
    { key: 'below', label: '下面加一个镜头', disabled: isFull, onClick: () => void addShooting(edits, index + 1) },
    { type: 'divider' },
    {
      key: 'captions',
      label: '按台词断句，逐条改字幕',
      onClick: () => {
        void edits.edit({ kind: 'gen_captions', shooting_id, from: 'line' });
        useEditorState.getState().select(shooting_id);
        useEditorState.getState().openTab('caption');
      },
    },
    {
      key: 'inherit',
      label: '全部恢复默认',
      disabled: !hasOwn,
      onClick: () => {
        const change = Object.fromEntries(
          Object.entries(config).map(([group, fields]) => [
            group,
            Object.fromEntries(Object.keys(fields ?? {}).map((field) => [field, null])),
          ]),
        );
        void edits.edit({ kind: 'shooting_config', shooting_id, change });
      },
    },
    { type: 'divider' },
    { key: 'delete', label: '删除镜头', danger: true, onClick: () => deleteShooting(edits, shooting_id) },
  ];
}

export async function addShooting(edits: MixEdits, position: number): Promise<void> {
  const answer = await edits.edit({ kind: 'add_shootings', lines: [''], position });
  const [made] = answer?.made ?? [];
  if (!made) return;
  useEditorState.getState().select(made);
  requestAnimationFrame(() => focusLine(made));
}

export function deleteShooting(edits: MixEdits, shooting_id: string): void {
  const { shootings } = edits.mix;
  const index = shootings.findIndex((one) => one.shooting_id === shooting_id);
  const next = shootings[index + 1] ?? shootings[index - 1];
  void edits.edit({ kind: 'delete_shootings', shooting_ids: [shooting_id] });
  useEditorState.getState().select(next?.shooting_id ?? null);
}
