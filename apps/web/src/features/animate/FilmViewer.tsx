import type { Generation } from '@mixreel/contract';
import { Modal } from 'antd';
import { formatTime } from '#lib/format.ts';
import { useCall } from '#lib/use-call.ts';
import { Film } from '#ui/Film.tsx';
import styles from './Animate.module.css';

type Props = { generation: Generation; onClose: () => void };

/** A film in large, and beside it what else was made of the same picture. */
export function FilmViewer({ generation, onClose }: Props) {
  const { project_id, sources, generation_id } = generation;
  const source_vlc_id = sources[0]?.vlc_id;
  const list = useCall(
    'animate.history',
    { project_id, page_size: 12, ...(source_vlc_id && { source_vlc_id }) },
    { enabled: source_vlc_id !== undefined },
  );
  const others = (list.data?.items ?? []).filter((one) => one.generation_id !== generation_id && one.files.length > 0);
  const all = [generation, ...others];
  return (
    <Modal
      open
      centered
      width={all.length > 1 ? 1080 : 560}
      footer={null}
      title={all.length > 1 ? `同一张图的 ${all.length} 个版本` : generation.prompt || '图生视频'}
      onCancel={onClose}
    >
      <ul className={styles['viewer']} aria-label="版本">
        {all.map((one, n) => (
          <li key={one.generation_id} data-on={n === 0}>
            <Film src={one.files[0]?.url ?? ''} controls autoPlay={n === 0} muted loop playsInline />
            <p>
              {one.engine_name} · {formatTime(one.created_at)}
            </p>
            {one.prompt && <p>{one.prompt}</p>}
            {one.note && <p>{one.note}</p>}
          </li>
        ))}
      </ul>
    </Modal>
  );
}
