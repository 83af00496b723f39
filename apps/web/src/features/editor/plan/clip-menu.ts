import { planMixConfig, slotOfClip, type VideoClip } from '@mixreel/contract';
import type { MenuProps } from 'antd';
import { slotName } from '#features/mix/slot-name.ts';
import { slotsOf } from '#features/mix/slots.ts';
import { writeCaptions } from '../document/acts.ts';
import type { MixDesk } from '../document/desk.ts';
import { useEditorState } from '../editor-state.ts';
import { animateClips } from './animate-clips.ts';
import {
  changeClips,
  deleteClips,
  forbiddenWith,
  forbidPair,
  moveClipsTo,
  selectedClips,
  splitClip,
  toggleChoice,
} from './clip-actions.ts';

/** What can be done with the selected clips, as they are now; `clip` is the one that was pointed at. */
export function clipMenu(desk: MixDesk, clip: VideoClip, onForbid: () => void): MenuProps['items'] {
  const { mix } = desk;
  const { video_clip_id } = clip;
  const chosen = selectedClips(mix);
  const clips = chosen.some((one) => one.video_clip_id === video_clip_id) ? chosen : [clip];
  const [first, second] = clips;
  const areTwoApart = first && second && clips.length === 2 && slotOfClip(first) !== slotOfClip(second);
  const isForbidden = areTwoApart && forbiddenWith(mix, first.video_clip_id).has(second.video_clip_id);
  const several = clips.length > 1 ? ` ${clips.length} 个` : '';
  return [
    {
      key: 'pin',
      label: clip.is_pinned ? '取消固定' : `固定${several}（只用固定的）`,
      onClick: () => toggleChoice(desk, [clip, ...clips.filter((one) => one !== clip)], 'is_pinned'),
    },
    {
      key: 'exclude',
      label: clip.is_excluded ? '取消排除' : `排除${several}（暂时不用）`,
      onClick: () => toggleChoice(desk, [clip, ...clips.filter((one) => one !== clip)], 'is_excluded'),
    },
    areTwoApart
      ? {
          key: 'pair',
          label: isForbidden ? '允许这两段同时出现' : '禁止这两段同时出现',
          onClick: () => {
            const change = forbidPair(mix, first.video_clip_id, second.video_clip_id, !isForbidden);
            desk.act(planMixConfig(desk.state, change));
          },
        }
      : { key: 'forbid', label: '禁止搭配…', onClick: onForbid },
    { type: 'divider' },
    {
      key: 'split',
      label: '从中间切成两段',
      disabled: clips.length > 1 || clip.source_ms === 0,
      onClick: () => splitClip(desk, clip.video_clip_id, (clip.start_ms + clip.end_ms) / 2),
    },
    {
      key: 'mirror',
      label: clip.is_mirrored ? '取消镜像' : `左右镜像${several}`,
      onClick: () => changeClips(desk, clips, { is_mirrored: !clip.is_mirrored }),
    },
    {
      key: 'move',
      label: '移到',
      children: slotsOf(mix).map((slot_id) => ({
        key: `move ${slot_id}`,
        label: slotName(mix, slot_id),
        disabled: clips.every((one) => slotOfClip(one) === slot_id),
        onClick: () =>
          moveClipsTo(
            desk,
            clips.map((one) => one.video_clip_id),
            slot_id,
          ),
      })),
    },
    ...(clip.shooting_id && clip.has_sound
      ? [
          {
            key: 'speech',
            label: '用它里面的话做字幕',
            onClick: () => void captionsFrom(desk, clip),
          },
        ]
      : []),
    ...(clip.shooting_id && clip.source_ms === 0
      ? [{ key: 'animate', label: `动起来${several}`, onClick: () => void animateClips(desk, clips) }]
      : []),
    { type: 'divider' },
    { key: 'delete', label: `删除${several}`, danger: true, onClick: () => deleteClips(desk, clips) },
  ];
}

/** For the wording that is looked at. */
function captionsFrom(desk: MixDesk, { shooting_id, video_clip_id }: VideoClip): Promise<void> {
  const script_id = useEditorState.getState().script_ids[shooting_id ?? ''];
  const asked = { shooting_id: shooting_id ?? '', from: 'speech' as const, video_clip_id };
  return writeCaptions(desk, { ...asked, ...(script_id && { script_id }) });
}
