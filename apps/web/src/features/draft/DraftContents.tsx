import { Notes } from '#features/download/DeliveryPanel.tsx';
import { useCall } from '#lib/use-call.ts';
import type { DraftOf } from './draft-of.ts';
import { type DraftTarget, isDraft } from './draft-target.ts';
import styles from './Draft.module.css';

const DRAFT = [
  '画面、配音、音乐、字幕各在自己的轨道，起止和成片一样',
  '字幕是可以改的文字，没有压在画面上',
  '转场和滤镜换成软件自带的，没有对应的逐条说明',
  '用到的素材都在草稿文件夹里，不用再找',
];

const OTHERS: Record<'otio' | 'fcpxml' | 'srt', string[]> = {
  otio: ['时间线、素材和同名的 SRT 字幕', '转场写成叠化；滤镜、缩放和字幕样式带不过去'],
  fcpxml: ['时间线、素材和同名的 SRT 字幕', '转场写成叠化；滤镜和字幕样式带不过去'],
  srt: ['每条一个 SRT，时间和成片一样', '没有画面和声音'],
};

type Props = Required<DraftOf> & { target: DraftTarget };

/** What comes with it and what does not, before anybody waits for it. */
export function DraftContents({ project_id, artwork_ids, candidate_ids, target }: Props) {
  const lines = isDraft(target) ? DRAFT : OTHERS[target];
  const count = artwork_ids.length + candidate_ids.length;
  const profile = isDraft(target) ? target : 'jianying_5';
  const asked = { project_id, artwork_ids, candidate_ids, profile };
  // A mix may be changed between two looks at its candidates.
  const stale_ms = candidate_ids.length > 0 ? 0 : 60_000;
  const notes = useCall('draft.notes', asked, { enabled: isDraft(target), stale_ms });
  return (
    <section className={styles['contents']} aria-label="包含什么">
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {count > 1 && target !== 'srt' && <li>{count} 条各在自己的文件夹里，放进同一个压缩包</li>}
      </ul>
      {isDraft(target) && <Notes notes={notes.data?.notes ?? []} />}
    </section>
  );
}
