import { SoundOutlined } from '@ant-design/icons';
import { Button, InputNumber, Tooltip } from 'antd';
import { memo, useState } from 'react';
import { VoicePicker } from '#features/voice/VoicePicker.tsx';
import { edit, useBoard, useDesk, useStory } from './board.ts';
import { usePace } from './speech-pace.ts';
import styles from './Board.module.css';

/** How long the video should become. */
export const TargetField = memo(function TargetField() {
  const { desk } = useBoard();
  const canEdit = useDesk((state) => state.can_edit);
  const target_ms = useStory((story) => story.target_ms);
  return (
    <span className={styles['target']}>
      目标
      <InputNumber<number>
        size="small"
        aria-label="目标时长，秒"
        min={1}
        max={3600}
        precision={0}
        controls={false}
        disabled={!canEdit}
        placeholder="未定"
        value={target_ms === null ? null : target_ms / 1000}
        onChange={(seconds) => edit(desk, { target_ms: seconds === null ? null : seconds * 1000 }, { tag: 'target' })}
      />
      秒
    </span>
  );
});

/** Whose pace spoken seconds are counted by, and how fast they speak. */
export const PaceFields = memo(function PaceFields() {
  const { desk } = useBoard();
  const canEdit = useDesk((state) => state.can_edit);
  const voice_id = useStory((story) => story.voice_id);
  const rate = useStory((story) => story.rate);
  const [isPicking, setIsPicking] = useState(false);
  const { voice_name, is_measured } = usePace(voice_id);
  return (
    <>
      <Tooltip title={is_measured ? '按这个音色实测的语速' : '按常见语速估计，选一个音色会按它的实测语速'}>
        <Button
          size="small"
          type="text"
          disabled={!canEdit}
          icon={<SoundOutlined aria-hidden="true" />}
          aria-label={`按谁的语速：${voice_name ?? '常见语速'}`}
          onClick={() => setIsPicking(true)}
        >
          {voice_name ?? '常见语速'}
        </Button>
      </Tooltip>
      <InputNumber<number>
        size="small"
        className={styles['rate'] ?? ''}
        aria-label="语速，倍"
        min={0.5}
        max={2}
        step={0.05}
        disabled={!canEdit}
        value={rate}
        suffix="倍"
        onChange={(value) => edit(desk, { rate: value ?? 1 }, { tag: 'rate' })}
      />
      {isPicking && (
        <VoicePicker
          title="按谁的语速"
          chosen={voice_id}
          onClose={() => setIsPicking(false)}
          onChoose={(voice) => {
            edit(desk, { voice_id: voice.voice_id });
            setIsPicking(false);
          }}
        />
      )}
    </>
  );
});
