import { PlayCircleOutlined } from '@ant-design/icons';
import type { MaterialDetail } from '@mixreel/contract';
import { Link, useSearchParams } from 'react-router';
import { useConfig } from '#lib/app-config.ts';
import { useCall } from '#lib/use-call.ts';
import { usePlayback } from '#lib/use-playback.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import mark from '#ui/mark.svg';
import { Player } from './Player.tsx';
import { PreviewShots } from './PreviewShots.tsx';
import { shotAt } from './shot-times.ts';
import { Transcript } from './Transcript.tsx';
import styles from './Preview.module.css';

/** One material in the whole window: `material_id` and `t` of the address. Works on a phone. */
export function MaterialPreviewPage() {
  const [params] = useSearchParams();
  const product = useConfig((state) => state.title);
  const material_id = params.get('material_id') ?? '';
  const detail = useCall('material.detail', { material_id }, { enabled: material_id !== '' });
  return (
    <main className={styles['page']}>
      <header className={styles['head']}>
        <Link to="/home" aria-label={product}>
          <img src={mark} alt="" width="28" height="28" />
        </Link>
        <h1>{detail.data?.material_name ?? '视频预览'}</h1>
      </header>
      {material_id === '' ? (
        <EmptyState
          icon={<PlayCircleOutlined />}
          title="没有说要看哪个素材"
          text="从素材库打开一个素材，再点「在新窗口预览」。"
        >
          <Link to="/home/material">去素材库</Link>
        </EmptyState>
      ) : (
        <ListStates
          query={detail}
          isEmpty={() => false}
          empty={null}
          loading={<div className={`skeleton ${styles['ghost']}`} role="status" aria-label="正在打开素材" />}
        >
          {(material) => (
            <Preview key={material.material_id} material={material} at={Math.max(0, Number(params.get('t')) || 0)} />
          )}
        </ListStates>
      )}
    </main>
  );
}

function Preview({ material, at: begin }: { material: MaterialDetail; at: number }) {
  const { attach, at, seek } = usePlayback(begin);
  const { shots, words, material_type } = material;
  const isMoving = material_type === 'video' || material_type === 'audio';
  const hasText = words.length > 0 || shots.some(({ speech_text }) => speech_text !== '');
  return (
    <div className={styles['body']} data-text={isMoving && hasText}>
      <div className={styles['film']}>
        <Player material={material} attach={attach} />
        {material_type === 'video' && shots.length > 1 && (
          <PreviewShots shots={shots} current={shotAt(shots, at)} onSeek={seek} />
        )}
      </div>
      {isMoving && hasText && (
        <section className={styles['text']} aria-label="台词">
          <h2>台词</h2>
          <Transcript material={material} at={at} onSeek={seek} is_fixed />
        </section>
      )}
    </div>
  );
}
