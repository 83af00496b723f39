import type { MaterialDetail } from '@mixreel/contract';
import { Link } from 'react-router';
import { useCanEdit } from '#features/team/space.ts';
import { formatDuration, formatSize, formatTime } from '#lib/format.ts';
import { useSend } from '#lib/use-call.ts';
import { EditableText } from './EditableText.tsx';
import { formatName } from './material-facts.ts';
import { pathOfUse } from './material-uses.ts';
import { SOURCE_NAMES, SUB_TYPE_NAMES, TYPE_NAMES, USE_NAMES } from './material-words.ts';
import styles from './Detail.module.css';

/** The file, its note, and what uses it. */
export function FactsPart({ material }: { material: MaterialDetail }) {
  const { material_id, note, uses } = material;
  const canEdit = useCanEdit();
  const update = useSend('material.update', { refresh: ['material.detail'] });
  return (
    <div className={styles['panel']}>
      <section className={styles['field']}>
        <h3>去向</h3>
        {uses.length === 0 ? (
          <p data-none="true">还没有用过</p>
        ) : (
          <ul className={styles['uses']}>
            {uses.map((use) => (
              <li key={`${use.kind} ${use.id}`}>
                <span>{USE_NAMES[use.kind]}</span>
                <Link to={pathOfUse(use)}>{use.name}</Link>
                <small>{formatTime(use.used_at)}</small>
              </li>
            ))}
          </ul>
        )}
      </section>
      <EditableText
        label="备注"
        text={note}
        none="没有备注"
        max_length={1000}
        is_corrected={false}
        onSave={canEdit ? (text) => update.mutateAsync({ material_id, note: text }) : null}
        onReset={() => Promise.resolve()}
      />
      <section className={styles['field']}>
        <h3>文件</h3>
        <dl className={styles['facts']}>
          {factsOf(material).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

function factsOf(material: MaterialDetail): [string, string][] {
  const { material_type, material_sub_type, material_source, source_info, facts, creator_name, created_at } = material;
  const { duration, width, height, bytes, fps } = source_info;
  const rows: [string, string | null | false][] = [
    [
      '类型',
      [TYPE_NAMES[material_type], material_sub_type && SUB_TYPE_NAMES[material_sub_type]].filter(Boolean).join(' · '),
    ],
    ['来源', SOURCE_NAMES[material_source]],
    ['由来', material.made_of && `由「${material.made_of.material_name}」处理得到`],
    ['原地址', facts.origin_url],
    ['时长', duration === null ? null : formatDuration(duration)],
    ['画面', width && height ? `${width} × ${height}${facts.rotation ? `，转 ${facts.rotation}°` : ''}` : null],
    ['帧率', fps === null ? null : `${Number(fps.toFixed(2))} 帧/秒${facts.is_variable_rate ? '，可变' : ''}`],
    ['格式', formatName(facts)],
    ['色彩', facts.hdr && facts.hdr !== 'none' && facts.hdr !== 'sdr' ? facts.hdr : null],
    ['声音', facts.audio_tracks > 1 && `${facts.audio_tracks} 条声轨`],
    ['响度', facts.loudness === null ? null : `${facts.loudness.toFixed(1)} LUFS`],
    ['大小', bytes === null ? null : formatSize(bytes)],
    ['上传', `${creator_name} ${formatTime(created_at)}`],
    ['SHA-256', facts.sha256],
  ];
  return rows.filter((row): row is [string, string] => Boolean(row[1]));
}
