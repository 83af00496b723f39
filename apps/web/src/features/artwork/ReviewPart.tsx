import { PlusOutlined } from '@ant-design/icons';
import { type Artwork, REVIEW_STATES, type ReviewState } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useCall } from '#lib/use-call.ts';
import { Pill } from '#ui/Pill.tsx';
import { markArtworks } from './artwork-actions.ts';
import { REVIEW_KEYS, REVIEW_TONES, REVIEWS } from './artwork-words.ts';
import { MarkDot } from './MarkDot.tsx';
import styles from './Detail.module.css';
import mark from './Marks.module.css';

const MarksDialog = lazy(async () => ({ default: (await import('./MarksDialog.tsx')).MarksDialog }));

type Props = { artwork: Artwork; can_edit: boolean; onReview: (to: ReviewState) => void };

/** The verdict, and the marks. */
export function ReviewPart({ artwork, can_edit, onReview }: Props) {
  const { project_id, review_state, marks } = artwork;
  const cache = useQueryClient();
  const all = useCall('dir.checkboxes', { project_id }, { stale_ms: 30_000 });
  const [isManaging, setIsManaging] = useState(false);
  if (!can_edit) {
    return (
      <div className={styles['review']}>
        <p className={styles['readOnly']}>
          <Pill tone={REVIEW_TONES[review_state]}>{REVIEW_STATES[review_state]}</Pill>
          {marks.map(({ checkbox_id, checkbox_name, colour }) => (
            <span key={checkbox_id}>
              <MarkDot colour={colour} /> {checkbox_name}
            </span>
          ))}
        </p>
        <p className={styles['note']}>你是查看者：可以写批注，审核和修改要编辑权限。</p>
      </div>
    );
  }
  return (
    <div className={styles['review']}>
      <div className={styles['states']} role="group" aria-label="审核">
        {REVIEWS.map((state) => (
          <button
            key={state}
            type="button"
            aria-pressed={state === review_state}
            data-state={state}
            title={`${REVIEW_STATES[state]}（${REVIEW_KEYS[state]}）`}
            onClick={() => onReview(state)}
          >
            {REVIEW_STATES[state]}
            <kbd aria-hidden="true">{REVIEW_KEYS[state]}</kbd>
          </button>
        ))}
      </div>
      <div className={styles['marks']} role="group" aria-label="标记">
        {(all.data?.checkboxes ?? []).map((one) => {
          const isOn = marks.some(({ checkbox_id }) => checkbox_id === one.checkbox_id);
          return (
            <button
              key={one.checkbox_id}
              type="button"
              className={mark['chip']}
              aria-pressed={isOn}
              onClick={() => void markArtworks(cache, [artwork], one, !isOn).catch(() => {})}
            >
              <MarkDot colour={one.colour} />
              <span>{one.checkbox_name}</span>
            </button>
          );
        })}
        <button type="button" className={mark['chip']} onClick={() => setIsManaging(true)}>
          <PlusOutlined aria-hidden="true" />
          <span>标记</span>
        </button>
      </div>
      <Suspense fallback={null}>
        {isManaging && <MarksDialog project_id={project_id} onClose={() => setIsManaging(false)} />}
      </Suspense>
    </div>
  );
}
