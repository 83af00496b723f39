import { BlockOutlined, BorderInnerOutlined, ScissorOutlined } from '@ant-design/icons';
import type { MaterialDetail, Shot } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { SEARCH_WORDS, STATUS_NAMES } from '#features/search/search-words.ts';
import { useCanEdit } from '#features/team/space.ts';
import { call, type InputOf } from '#lib/call.ts';
import { formatDuration } from '#lib/format.ts';
import { EditableText } from './EditableText.tsx';
import { useGuests } from './guests.ts';
import type { OnAlike } from './library-view.ts';
import { refreshMaterials } from './material-cache.ts';
import { offerForAlike } from './offer-for-alike.ts';
import { TagEditor } from './TagEditor.tsx';
import styles from './Detail.module.css';

const LookDialog = lazy(async () => ({ default: (await import('#features/search/LookDialog.tsx')).LookDialog }));

type Props = { material: MaterialDetail; shot: Shot | undefined; onAlike: OnAlike };

/**
 * What is known about the material and about the shot on screen, to be put right by hand. While somebody writes about a shot it
 * stays that one: the film may play on.
 */
export function ShotPanel({ material, shot: current, onAlike }: Props) {
  const [held, setHeld] = useState<{ shot_id: string; times: number } | null>(null);
  const shot = material.shots.find(({ shot_id }) => shot_id === held?.shot_id) ?? current;
  const hold = (isHeld: boolean) =>
    setHeld((now) => {
      const times = (now?.times ?? 0) + (isHeld ? 1 : -1);
      const shot_id = now?.shot_id ?? shot?.shot_id;
      return times > 0 && shot_id ? { shot_id, times } : null;
    });
  const cache = useQueryClient();
  const canEdit = useCanEdit();
  const { AddToMix } = useGuests();
  const { material_id, project_id, tags, analysis_status, analysis_message, material_type } = material;
  const refresh = () => refreshMaterials(cache);
  const correct = async (change: Omit<InputOf<'analysis.correct'>, 'shot_id'>) => {
    if (!shot) return;
    await call('analysis.correct', { shot_id: shot.shot_id, ...change });
    await refresh();
    const [tag_key] = change.remove_tags ?? [];
    if (tag_key) await offerForAlike(shot.shot_id, tag_key, refresh);
  };
  const isVideo = material_type === 'video';
  const [mixing, setMixing] = useState<Shot | null>(null);
  const [boxing, setBoxing] = useState<Shot | null>(null);
  return (
    <div className={styles['panel']}>
      <section className={styles['field']}>
        <h3>整个素材的标签</h3>
        <TagEditor
          label="素材标签"
          tags={tags}
          project_id={project_id}
          onChange={
            canEdit
              ? async ({ add, remove }) => {
                  await call('material.batchTag', {
                    material_ids: [material_id],
                    ...(add && { add: [add] }),
                    ...(remove && { remove: [remove] }),
                  });
                  await refresh();
                }
              : null
          }
        />
      </section>
      {(analysis_status !== 'done' || analysis_message) && (
        <p className={styles['notice']} data-bad={analysis_status === 'failed'}>
          {[analysis_status !== 'done' && STATUS_NAMES[analysis_status], analysis_message].filter(Boolean).join('：')}
        </p>
      )}
      {shot && (
        <div key={shot.shot_id}>
          <div className={styles['shotHead']}>
            <h2>
              {isVideo
                ? `第 ${shot.index + 1} 个镜头 ${formatDuration(shot.start_ms / 1000)}–${formatDuration(shot.end_ms / 1000)}`
                : '内容'}
            </h2>
            {canEdit && project_id && material_type !== 'audio' && (
              <Button size="small" icon={<ScissorOutlined aria-hidden="true" />} onClick={() => setMixing(shot)}>
                加入混剪
              </Button>
            )}
            {material_type !== 'audio' && (
              <Button
                size="small"
                icon={<BlockOutlined aria-hidden="true" />}
                onClick={() => onAlike({ similar_to: shot.shot_id })}
              >
                {SEARCH_WORDS.similar}
              </Button>
            )}
            {shot.cover_url && material_type !== 'audio' && (
              <Button size="small" icon={<BorderInnerOutlined aria-hidden="true" />} onClick={() => setBoxing(shot)}>
                {SEARCH_WORDS.box}
              </Button>
            )}
          </div>
          {material_type !== 'audio' && (
            <EditableText
              label="画面描述"
              text={shot.caption}
              none="还没有描述"
              max_length={500}
              is_corrected={shot.corrected.includes('caption')}
              onSave={canEdit ? (caption) => correct({ caption }) : null}
              onReset={() => correct({ reset: ['caption'] })}
              onEditing={hold}
            />
          )}
          <section className={styles['field']}>
            <h3>
              标签
              {shot.corrected.includes('tags') && <span className={styles['byHand']}>手工修改</span>}
              {shot.corrected.includes('tags') && canEdit && (
                <Button size="small" type="link" onClick={() => void correct({ reset: ['tags'] }).catch(() => {})}>
                  恢复识别结果
                </Button>
              )}
            </h3>
            <TagEditor
              label="镜头标签"
              onEditing={hold}
              tags={shot.tags}
              project_id={project_id}
              onChange={
                canEdit
                  ? ({ add, remove }) =>
                      correct({ ...(add && { add_tags: [add] }), ...(remove && { remove_tags: [remove] }) })
                  : null
              }
            />
          </section>
          {material_type !== 'audio' && (
            <EditableText
              label="画面文字"
              text={shot.ocr_text}
              none="画面上没有文字"
              max_length={5000}
              is_corrected={shot.corrected.includes('ocr_text')}
              onSave={canEdit ? (ocr_text) => correct({ ocr_text }) : null}
              onReset={() => correct({ reset: ['ocr_text'] })}
              onEditing={hold}
            />
          )}
          <EditableText
            label="台词"
            text={shot.speech_text}
            none={shot.has_speech === false ? '没有人说话' : '没有听到台词'}
            max_length={5000}
            is_corrected={shot.corrected.includes('speech_text')}
            onSave={canEdit ? (speech_text) => correct({ speech_text }) : null}
            onReset={() => correct({ reset: ['speech_text'] })}
            onEditing={hold}
          />
          <ShotFacts shot={shot} />
        </div>
      )}
      <Suspense fallback={null}>
        {boxing && (
          <LookDialog
            url={boxing.cover_url}
            project_id={project_id}
            onLook={(look) => onAlike({ look })}
            onClose={() => setBoxing(null)}
          />
        )}
        {mixing && project_id && (
          <AddToMix
            clips={[{ material_id, shot_id: mixing.shot_id }]}
            project_id={project_id}
            onClose={() => setMixing(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

function ShotFacts({ shot: { colours, quality, faces } }: { shot: Shot }) {
  const facts = [
    // Sharpness and motion are in units that only machines read: their tags say them in words.
    quality === null ? null : `画质 ${Math.round(quality)} 分`,
    faces.length > 0 ? `${faces.length} 张人脸` : null,
  ].filter(Boolean);
  if (facts.length === 0 && colours.length === 0) return null;
  return (
    <p className={styles['shotFacts']}>
      {colours.length > 0 && (
        <span className={styles['colours']} role="img" aria-label={`主要颜色 ${colours.join('、')}`}>
          {colours.map((colour) => (
            <span key={colour} title={colour} style={{ background: colour }} />
          ))}
        </span>
      )}
      {facts.join(' · ')}
    </p>
  );
}
