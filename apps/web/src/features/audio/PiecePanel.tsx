import type { AI_MARK_PLACES } from '@mixreel/contract';
import { Select } from 'antd';
import { Choice } from '#ui/Choice.tsx';
import { MusicSettings } from './MusicSettings.tsx';
import { edit, useStudio, useStudioState } from './studio.ts';
import styles from './Panel.module.css';

const LOUDNESS = [
  { value: -14, label: '−14 LUFS　抖音、TikTok、视频号' },
  { value: -16, label: '−16 LUFS　播客、小红书' },
  { value: -18, label: '−18 LUFS　给后期留余量' },
  { value: -23, label: '−23 LUFS　电视播出' },
];
const MARKS: { value: (typeof AI_MARK_PLACES)[number]; label: string }[] = [
  { value: 'start', label: '放在开头' },
  { value: 'end', label: '放在结尾' },
];

/** What holds for the whole piece: music, loudness, the AI mark. */
export function PiecePanel() {
  const studio = useStudio();
  const { target_lufs, ai_mark } = useStudioState(({ content }) => content);
  const canEdit = useStudioState((state) => state.can_edit);
  const options = LOUDNESS.some(({ value }) => value === target_lufs)
    ? LOUDNESS
    : [{ value: target_lufs, label: `${target_lufs} LUFS` }, ...LOUDNESS];
  return (
    <div className={styles['panel']}>
      <MusicSettings />
      <section aria-labelledby="loudness-title">
        <h2 id="loudness-title">目标响度</h2>
        <Select
          aria-labelledby="loudness-title"
          disabled={!canEdit}
          value={target_lufs}
          options={options}
          onChange={(value) => edit(studio, { target_lufs: value })}
        />
      </section>
      <section aria-labelledby="mark-title">
        <h2 id="mark-title">AI 声音提示</h2>
        {canEdit ? (
          <Choice
            label="AI 声音提示放在哪里"
            options={MARKS}
            value={ai_mark}
            onChange={(value) => edit(studio, { ai_mark: value })}
          />
        ) : (
          <p>{MARKS.find(({ value }) => value === ai_mark)?.label}</p>
        )}
        <p className={styles['quiet']}>
          国标 GB 45438 要求 AI 合成的声音带上听得见的标识，合成时会在这里加一段「短长短短」的提示音。
        </p>
      </section>
    </div>
  );
}
