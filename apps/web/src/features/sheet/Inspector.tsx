import { LAYER_BLENDS } from '@mixreel/contract/layer';
import { layerName, type SheetLayer } from '@mixreel/contract/sheet';
import { Button, InputNumber, Select, Slider } from 'antd';
import { CanvasPart } from './CanvasPart.tsx';
import { SHADOW, toggled } from './inspector-values.ts';
import { LayerActs } from './LayerActs.tsx';
import { MaskPart } from './MaskPart.tsx';
import { PicturePart } from './PicturePart.tsx';
import { PlacePart } from './PlacePart.tsx';
import { ShapePart } from './ShapePart.tsx';
import { changeSelected, useSelectedLayer, useStudio, useStudioState } from './studio.ts';
import { TextPart } from './TextPart.tsx';
import styles from './Sheet.module.css';

const BLEND_NAMES: Record<SheetLayer['blend'], string> = {
  normal: '正常',
  multiply: '正片叠底',
  screen: '滤色',
  overlay: '叠加',
  'soft-light': '柔光',
  lighten: '变亮',
  darken: '变暗',
};

/** What is chosen, to be changed by numbers; nothing chosen: the canvas. */
export function Inspector() {
  const layer = useSelectedLayer();
  const count = useStudioState(({ selected }) => selected.length);
  const canEdit = useStudioState((state) => state.can_edit);
  if (count === 0) return <CanvasPart />;
  return (
    <fieldset className={styles['inspector']} disabled={!canEdit} aria-label="属性">
      <h2>{layer ? layerName(layer) : `已选 ${count} 个图层`}</h2>
      <LayerActs />
      <PlacePart />
      {layer && <LookPart layer={layer} />}
      {layer?.text && <TextPart key={layer.layer_id} layer_id={layer.layer_id} text={layer.text} />}
      {layer?.shape && <ShapePart shape={layer.shape} />}
      {layer?.picture && <PicturePart layer={layer} picture={layer.picture} />}
      {layer && layer.kind !== 'group' && <MaskPart layer={layer} />}
    </fieldset>
  );
}

function LookPart({ layer: { opacity, blend, shadow, kind, layer_id } }: { layer: SheetLayer }) {
  const studio = useStudio();
  const canEdit = useStudioState((state) => state.can_edit);
  const set = (part: Partial<SheetLayer>, what: string) =>
    changeSelected(studio, () => part, { tag: `${what} ${layer_id}` });
  return (
    <section aria-label="外观">
      <div className={styles['row']}>
        <span>不透明度</span>
        <Slider
          ariaLabelForHandle="不透明度"
          min={0}
          max={100}
          disabled={!canEdit}
          value={Math.round(opacity * 100)}
          onChange={(value) => set({ opacity: value / 100 }, 'opacity')}
        />
        <output>{Math.round(opacity * 100)}%</output>
      </div>
      <div className={styles['row']}>
        <span>混合</span>
        <Select
          aria-label="混合方式"
          disabled={!canEdit}
          value={blend}
          options={LAYER_BLENDS.map((value) => ({ value, label: BLEND_NAMES[value] }))}
          onChange={(value) => set({ blend: value }, 'blend')}
        />
      </div>
      {kind !== 'group' && (
        <div className={styles['row']}>
          <span>阴影</span>
          <Button size="small" onClick={() => set({ shadow: toggled(shadow, SHADOW) }, 'shadow')}>
            {shadow ? '去掉阴影' : '加阴影'}
          </Button>
          {shadow && (
            <>
              <input
                type="color"
                aria-label="阴影颜色"
                value={shadow.colour.slice(0, 7)}
                onChange={({ target }) =>
                  set({ shadow: { ...shadow, colour: `#${target.value.slice(1)}80` } }, 'shadow')
                }
              />
              <InputNumber
                size="small"
                aria-label="阴影模糊"
                min={0}
                max={400}
                value={shadow.blur}
                onChange={(blur) => blur !== null && set({ shadow: { ...shadow, blur } }, 'shadow')}
              />
            </>
          )}
        </div>
      )}
    </section>
  );
}
