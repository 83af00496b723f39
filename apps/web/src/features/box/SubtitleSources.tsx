import type { BoxSubtitles, Material } from '@mixreel/contract';
import { Button } from 'antd';
import { formatAgo } from '#lib/format.ts';
import { useCall } from '#lib/use-call.ts';
import styles from './Box.module.css';
import own from './Subtitle.module.css';

/** More are not gone through one by one before they are worked on. */
const SHOWN_MOST = 10;

type Props = { materials: Material[]; onCorrect: (material: Material) => void };

/** What the subtitles of these materials are taken from, and a way to put them right before. */
export function SubtitleSources({ materials, onCorrect }: Props) {
  if (materials.length === 0) return null;
  if (materials.length > SHOWN_MOST) {
    return <p className={styles['about']}>校对过的用校对的，其余用听到的；选 {SHOWN_MOST} 个以内可以在这里校对。</p>;
  }
  return (
    <ul className={own['materials']} aria-label="字幕来源">
      {materials.map((material) => (
        <Source key={material.material_id} material={material} onCorrect={() => onCorrect(material)} />
      ))}
    </ul>
  );
}

function Source({ material, onCorrect }: { material: Material; onCorrect: () => void }) {
  const { material_id, material_name } = material;
  const { data } = useCall('box.subtitles', { material_id });
  return (
    <li>
      <span title={material_name}>{material_name}</span>
      <small title={data?.note ?? ''}>{data && wordsOf(data)}</small>
      <Button size="small" aria-label={`校对字幕：${material_name}`} onClick={onCorrect}>
        校对字幕
      </Button>
    </li>
  );
}

function wordsOf({ subtitles, is_corrected, corrected_by_name, corrected_at, note }: BoxSubtitles): string {
  if (!is_corrected) return note ?? `听到 ${subtitles.length} 句`;
  return `已校对 ${subtitles.length} 句，${corrected_by_name ?? ''} ${corrected_at ? formatAgo(corrected_at) : ''}`;
}
