import { PictureOutlined } from '@ant-design/icons';
import { CLEAN_UNDERS, CLEAN_WORDS_MAX, type CleanCover, type CleanDetail, type CleanUnder } from '@mixreel/contract';
import { Button, Collapse, Input, Select } from 'antd';
import { useState } from 'react';
import { PresetGallery } from '#features/caption/PresetGallery.tsx';
import { SourcePicker } from './SourcePicker.tsx';
import styles from './Clean.module.css';

const UNDERS = (Object.keys(CLEAN_UNDERS) as CleanUnder[]).map((value) => ({ value, label: CLEAN_UNDERS[value] }));
const PICTURES: ['image'] = ['image'];

type Props = {
  detail: CleanDetail;
  way: 'sticker' | 'caption';
  cover: CleanCover;
  is_fixed: boolean;
  onChange: (cover: CleanCover) => void;
};

/** What is laid over a box: a picture of the library or words, and what becomes of what is below. */
export function CoverPart({ detail, way, cover, is_fixed, onChange }: Props) {
  const [isPicking, setIsPicking] = useState(false);
  const sticker = detail.stickers.find(({ material_id }) => material_id === cover.material_id);
  return (
    <>
      {way === 'sticker' ? (
        <>
          <div className={styles['setting']}>
            <span>{sticker?.material_name ?? (cover.material_id ? '已选一张图片' : '还没有选图片')}</span>
            <Button
              size="small"
              icon={<PictureOutlined aria-hidden="true" />}
              disabled={is_fixed}
              onClick={() => setIsPicking(true)}
            >
              {cover.material_id ? '换一张贴图' : '选贴图'}
            </Button>
          </div>
          {sticker?.problem && <p role="alert">{sticker.problem}</p>}
        </>
      ) : (
        <Input.TextArea
          aria-label="新字幕的文字"
          placeholder="盖上去的字"
          rows={2}
          maxLength={CLEAN_WORDS_MAX}
          value={cover.text}
          disabled={is_fixed}
          onChange={({ target }) => onChange({ ...cover, text: target.value })}
        />
      )}
      <div className={styles['setting']}>
        <span>下面的画面</span>
        <Select
          aria-label="下面的画面"
          options={UNDERS}
          value={cover.under}
          disabled={is_fixed}
          onChange={(under) => onChange({ ...cover, under })}
        />
      </div>
      {way === 'caption' && (
        <Collapse
          ghost
          size="small"
          items={[
            {
              key: 'looks',
              label: '字幕样式',
              children: (
                <PresetGallery
                  chosen={cover.style}
                  disabled={is_fixed}
                  onChoose={(style) => onChange({ ...cover, style })}
                />
              ),
            },
          ]}
        />
      )}
      {isPicking && (
        <SourcePicker
          project_id={detail.project_id}
          title="选贴图"
          kinds={PICTURES}
          with_ai
          most={1}
          onPick={([picked]) => picked && onChange({ ...cover, material_id: picked.material_id })}
          onClose={() => setIsPicking(false)}
        />
      )}
    </>
  );
}
