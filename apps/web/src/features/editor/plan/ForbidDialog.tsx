import { StopOutlined, VideoCameraOutlined } from '@ant-design/icons';
import { planMixConfig, slotOfClip } from '@mixreel/contract';
import { Modal } from 'antd';
import { slotName } from '#features/mix/slot-name.ts';
import { clipsIn, findClip, slotsOf } from '#features/mix/slots.ts';
import { SpriteCover } from '#ui/SpriteCover.tsx';
import { useMix, useDesk } from '../document/use-mix.ts';
import { forbiddenWith, forbidPair } from './clip-actions.ts';
import styles from './Clips.module.css';

/** Which clips of other places never appear in one video with this one. Each click is saved at once. */
export function ForbidDialog({ video_clip_id, onClose }: { video_clip_id: string; onClose: () => void }) {
  const desk = useDesk();
  const mix = useMix();
  const clip = findClip(mix, video_clip_id);
  const forbidden = forbiddenWith(mix, video_clip_id);
  const others = slotsOf(mix).filter(
    (slot_id) => clip && slot_id !== slotOfClip(clip) && clipsIn(mix, slot_id).length > 0,
  );
  return (
    <Modal
      open
      centered
      width={680}
      title={`不能和「${clip?.material_name ?? ''}」同时出现的片段`}
      footer={null}
      onCancel={onClose}
    >
      <div className={styles['forbid']}>
        {others.length === 0 && <p>别的镜头里还没有片段。</p>}
        {others.map((slot_id) => (
          <section key={slot_id} aria-label={slotName(mix, slot_id)}>
            <h3>{slotName(mix, slot_id)}</h3>
            <div className={styles['row']}>
              {clipsIn(mix, slot_id).map((other, n) => {
                const isOn = forbidden.has(other.video_clip_id);
                return (
                  <div key={other.video_clip_id} className={styles['tile']} data-selected={isOn} data-excluded={isOn}>
                    <SpriteCover
                      cover_url={other.cover_url}
                      sprite={other.sprite}
                      from={other.start_ms / 1000}
                      to={other.end_ms / 1000}
                      icon={<VideoCameraOutlined />}
                    >
                      <button
                        type="button"
                        className={styles['hit']}
                        aria-pressed={isOn}
                        aria-label={`片段 ${n + 1}：${other.material_name}`}
                        title={other.material_name}
                        onClick={() => {
                          const change = forbidPair(mix, video_clip_id, other.video_clip_id, !isOn);
                          desk.act(planMixConfig(desk.state, change));
                        }}
                      />
                      <span className={styles['marks']} aria-hidden="true">
                        {isOn && <StopOutlined data-tone="bad" />}
                      </span>
                    </SpriteCover>
                  </div>
                );
              })}
            </div>
          </section>
        ))}
      </div>
    </Modal>
  );
}
