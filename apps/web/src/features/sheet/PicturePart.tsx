import type { RetouchWay } from '@mixreel/contract';
import type { LayerAdjust, SheetLayer, SheetPicturePart } from '@mixreel/contract/sheet';
import { Button, Collapse, InputNumber, Select } from 'antd';
import { useStore } from 'zustand';
import { CUT_OUT_PACK, usePacks } from '#features/ai/packs.ts';
import { PreparingNotice } from '#features/ai/PreparingNotice.tsx';
import { showToast } from '#lib/toast.ts';
import { useCall } from '#lib/use-call.ts';
import { type Edge, cornersOf, cropLayer, cutAt, leanOf } from './crop.ts';
import { retouch } from './retouch.ts';
import { SliderRow } from './SliderRow.tsx';
import { changeSelected, useStudio, useStudioState } from './studio.ts';
import styles from './Sheet.module.css';

const PLAIN: LayerAdjust = {
  exposure: 0,
  contrast: 0,
  warmth: 0,
  tint: 0,
  saturation: 0,
  sharpness: 0,
  look_id: null,
  look_strength: 1,
};
const SLIDERS = [
  ['exposure', '曝光', -100],
  ['contrast', '对比度', -100],
  ['warmth', '色温', -100],
  ['tint', '色调', -100],
  ['saturation', '饱和度', -100],
  ['sharpness', '锐度', 0],
] as const;
const EDGES: [Edge, string][] = [
  ['left', '左'],
  ['right', '右'],
  ['top', '上'],
  ['bottom', '下'],
];
const WAYS: [RetouchWay, string, needsModel: boolean][] = [
  ['remove_background', '去背景', true],
  ['blur_background', '虚化背景', true],
  ['upscale', '放大 2 倍', false],
];
const [PACK, PACK_NAME] = CUT_OUT_PACK;

type Props = { layer: SheetLayer; picture: SheetPicturePart };

/** What of a picture is shown, and how; what models do to it. */
export function PicturePart({ layer, picture }: Props) {
  const studio = useStudio();
  const canEdit = useStudioState((state) => state.can_edit);
  const isBroken = useStore(studio.shelf.news, ({ broken }) => broken.includes(picture.source));
  // Told again when it arrives.
  const whole = useStore(studio.shelf.news, () => studio.shelf.factsOf(picture.source));
  const tag = (what: string) => ({ tag: `picture ${what} ${layer.layer_id}` });
  const set = (part: Partial<SheetPicturePart>, what: string) =>
    changeSelected(studio, () => ({ picture: { ...picture, ...part } }), tag(what));
  const adjust = picture.adjust ?? PLAIN;
  const tone = (part: Partial<LayerAdjust>, what: string) => set({ adjust: { ...adjust, ...part } }, what);
  const lean = leanOf(picture);
  const { form } = picture;
  return (
    <section aria-label="图片">
      {isBroken && <p role="alert">这张图片打不开了，请换一张。</p>}
      <RetouchRow layer={layer} />
      <div className={styles['row']}>
        <Button size="small" onClick={() => set({ is_mirrored: !picture.is_mirrored }, 'mirror')}>
          左右翻转
        </Button>
        <Button size="small" onClick={() => set({ is_flipped: !picture.is_flipped }, 'flip')}>
          上下翻转
        </Button>
      </div>
      <Collapse
        ghost
        size="small"
        items={[
          {
            key: 'tone',
            label: '调色',
            children: (
              <div className={styles['sliders']}>
                <LookPick value={adjust} disabled={!canEdit} onChange={(part) => tone(part, 'look')} />
                {SLIDERS.map(([field, label, min]) => (
                  <SliderRow
                    key={field}
                    label={label}
                    min={min}
                    value={Math.round(adjust[field] * 100)}
                    disabled={!canEdit}
                    onChange={(value) => tone({ [field]: value / 100 }, field)}
                  />
                ))}
                {picture.adjust && (
                  <Button size="small" onClick={() => set({ adjust: null }, 'plain')}>
                    恢复原色
                  </Button>
                )}
              </div>
            ),
          },
          {
            key: 'crop',
            label: '裁剪和扩展',
            children: (
              <div className={styles['sliders']}>
                <Button size="small" disabled={!canEdit} onClick={() => studio.setState({ tool: 'crop' })}>
                  在画布上裁剪
                </Button>
                {EDGES.map(([edge, name]) => (
                  <SliderRow
                    key={edge}
                    label={`${name}边`}
                    min={-50}
                    max={90}
                    value={whole ? Math.round(cutAt(layer, whole, edge) * 100) : 0}
                    disabled={!canEdit || !whole}
                    onChange={(value) =>
                      whole && changeSelected(studio, (one) => cropLayer(one, whole, edge, value / 100), tag(edge))
                    }
                  />
                ))}
              </div>
            ),
          },
          {
            key: 'form',
            label: '形状和透视',
            children: (
              <div className={styles['sliders']}>
                <Button size="small" disabled={!canEdit} onClick={() => studio.setState({ tool: 'pull' })}>
                  在画布上拉四角
                </Button>
                <SliderRow
                  label="垂直透视"
                  min={-80}
                  max={80}
                  value={Math.round(lean.down * 100)}
                  disabled={!canEdit}
                  onChange={(value) => set({ corners: cornersOf({ ...lean, down: value / 100 }) }, 'lean')}
                />
                <SliderRow
                  label="水平透视"
                  min={-80}
                  max={80}
                  value={Math.round(lean.along * 100)}
                  disabled={!canEdit}
                  onChange={(value) => set({ corners: cornersOf({ ...lean, along: value / 100 }) }, 'lean')}
                />
                <div className={styles['numbers']}>
                  {form.kind === 'rect' && (
                    <InputNumber
                      size="small"
                      prefix="圆角"
                      aria-label="圆角"
                      min={0}
                      max={2000}
                      value={form.radius}
                      onChange={(radius) => radius !== null && set({ form: { kind: 'rect', radius } }, 'corner')}
                    />
                  )}
                  <InputNumber
                    size="small"
                    prefix="模糊"
                    aria-label="模糊"
                    min={0}
                    max={400}
                    value={picture.blur}
                    onChange={(blur) => blur !== null && set({ blur }, 'blur')}
                  />
                </div>
              </div>
            ),
          },
        ]}
      />
    </section>
  );
}

/** What the machine does to it; the tools for it are in the bar. */
function RetouchRow({ layer }: { layer: SheetLayer }) {
  const studio = useStudio();
  const canEdit = useStudioState((state) => state.can_edit);
  const busy = useStudioState((state) => state.busy[layer.layer_id]);
  const packs = usePacks(PACK);
  const isMissing = packs.data?.some(({ pack, state }) => pack === PACK && state !== 'ready') === true;
  return (
    <div className={styles['row']} role="group" aria-label="AI 修整" aria-busy={busy !== undefined}>
      {WAYS.map(([way, label, needsModel]) => (
        <Button
          key={way}
          size="small"
          loading={busy === way}
          disabled={(busy !== undefined && busy !== way) || (needsModel && isMissing)}
          // Said by the task or the request itself.
          onClick={() => void retouch(studio, layer, way).catch(() => {})}
        >
          {label}
        </Button>
      ))}
      {(busy === 'erase' || busy === 'pick') && (
        <span role="status">{busy === 'erase' ? '正在消除…' : '正在抠图…'}</span>
      )}
      {canEdit && (
        <PreparingNotice
          pack={PACK}
          name={PACK_NAME}
          meanwhile="好了就能去背景、虚化背景。"
          onReady={() => showToast('success', '可以去背景、虚化背景了')}
        />
      )}
    </div>
  );
}

type LookProps = { value: LayerAdjust; disabled: boolean; onChange: (part: Partial<LayerAdjust>) => void };

/** One of the product's looks, and how much of it. */
function LookPick({ value: { look_id, look_strength }, disabled, onChange }: LookProps) {
  const looks = useCall('sheet.looks', {}, { stale_ms: Infinity });
  const groups = Map.groupBy(looks.data ?? [], ({ group }) => group);
  const options = [...groups].map(([label, all]) => ({
    label,
    options: all.map((look) => ({ value: look.look_id, label: look.look_name })),
  }));
  return (
    <>
      <div className={styles['row']}>
        <span>滤镜</span>
        <Select
          aria-label="滤镜"
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="原色"
          loading={looks.isFetching}
          disabled={disabled}
          value={look_id}
          options={options}
          onChange={(chosen?: string) => onChange({ look_id: chosen ?? null })}
        />
      </div>
      {look_id && (
        <SliderRow
          label="滤镜强度"
          min={0}
          value={Math.round(look_strength * 100)}
          disabled={disabled}
          onChange={(value) => onChange({ look_strength: value / 100 })}
        />
      )}
    </>
  );
}
