import { UserOutlined } from '@ant-design/icons';
import type { MaterialDetail, SeenPerson } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import { call } from '#lib/call.ts';
import { readAgain } from '#lib/read-again.ts';
import { showToast } from '#lib/toast.ts';
import { useCall } from '#lib/use-call.ts';
import { ListStates } from '#ui/ListStates.tsx';
import { inputBox } from '#ui/message-box.ts';
import { refreshMaterials } from './material-cache.ts';
import styles from './Detail.module.css';

/** The people in it: named, and joined where the machine took one for two. */
export function PersonsPart({ material }: { material: MaterialDetail }) {
  const { project_id, shots } = material;
  const persons = useCall('analysis.persons', { ...(project_id && { project_id }), page_size: 100 });
  const here = new Map<string, number>();
  for (const { faces } of shots) {
    for (const id of new Set(faces.flatMap(({ person_id }) => person_id ?? []))) here.set(id, (here.get(id) ?? 0) + 1);
  }
  if (here.size === 0) return <p className={styles['quiet']}>没有看到人脸。</p>;
  return (
    <ListStates query={persons} isEmpty={() => false} empty={null}>
      {({ items }) => (
        <ul className={styles['persons']}>
          {items
            .filter(({ person_id }) => here.has(person_id))
            .map((person) => (
              <PersonRow
                key={person.person_id}
                person={person}
                shots_here={here.get(person.person_id) ?? 0}
                others={items.filter(({ person_id }) => person_id !== person.person_id)}
              />
            ))}
        </ul>
      )}
    </ListStates>
  );
}

type RowProps = { person: SeenPerson; shots_here: number; others: SeenPerson[] };

function PersonRow({ person: { person_id, person_name, cover_url, shots_count }, shots_here, others }: RowProps) {
  const cache = useQueryClient();
  const canEdit = useCanEdit();
  const [isMerging, setIsMerging] = useState(false);
  const name = person_name || '未命名的人';
  const change = async (to: { person_name: string } | { merge_into: string }) => {
    await call('analysis.namePerson', { person_id, ...to });
    await Promise.all([readAgain(cache, 'analysis.persons'), refreshMaterials(cache)]);
  };
  const rename = async () => {
    const title = '这个人叫什么？';
    const given = await inputBox({ title, label: '名字', initial: person_name, max_length: 30 });
    if (given) await change({ person_name: given });
  };
  return (
    <li>
      {cover_url ? <img src={cover_url} alt="" /> : <UserOutlined aria-hidden="true" />}
      <div>
        <strong>{name}</strong>
        <small>
          这里 {shots_here} 个镜头，整个项目 {shots_count} 个
        </small>
        {canEdit && isMerging && (
          <Select
            size="small"
            autoFocus
            defaultOpen
            aria-label={`把${name}合并到`}
            placeholder="和谁是同一个人？"
            options={others.map((one) => ({
              value: one.person_id,
              label: `${one.person_name || '未命名的人'}（${one.shots_count} 个镜头）`,
            }))}
            onBlur={() => setIsMerging(false)}
            onChange={(merge_into: string) => {
              setIsMerging(false);
              void change({ merge_into }).then(
                () => showToast('success', '已合并'),
                () => {},
              );
            }}
          />
        )}
      </div>
      {canEdit && (
        <span>
          <Button size="small" type="link" aria-label={`给${name}改名`} onClick={() => void rename().catch(() => {})}>
            {person_name ? '改名' : '起名'}
          </Button>
          {others.length > 0 && (
            <Button size="small" type="link" aria-label={`合并${name}`} onClick={() => setIsMerging(true)}>
              合并
            </Button>
          )}
        </span>
      )}
    </li>
  );
}
