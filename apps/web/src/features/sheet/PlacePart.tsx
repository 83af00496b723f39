import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  VerticalAlignBottomOutlined,
  VerticalAlignMiddleOutlined,
  VerticalAlignTopOutlined,
} from '@ant-design/icons';
import type { SheetLayer } from '@mixreel/contract/sheet';
import { Button, InputNumber, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { alignLayers, boundsOfAll, drawnOf, isAnyOf, type Side, spreadLayers } from './layers.ts';
import { changeSelected, editLayers, useSelectedLayer, useStudio, useStudioState } from './studio.ts';
import styles from './Sheet.module.css';

const SIDES: { side: Side; label: string; icon: ReactNode }[] = [
  { side: 'left', label: '左对齐', icon: <AlignLeftOutlined aria-hidden="true" /> },
  { side: 'center', label: '水平居中', icon: <AlignCenterOutlined aria-hidden="true" /> },
  { side: 'right', label: '右对齐', icon: <AlignRightOutlined aria-hidden="true" /> },
  { side: 'top', label: '顶对齐', icon: <VerticalAlignTopOutlined aria-hidden="true" /> },
  { side: 'middle', label: '垂直居中', icon: <VerticalAlignMiddleOutlined aria-hidden="true" /> },
  { side: 'bottom', label: '底对齐', icon: <VerticalAlignBottomOutlined aria-hidden="true" /> },
];

/** Where it is, how large and how turned; aligned by a click. */
export function PlacePart() {
  const studio = useStudio();
  const layer = useSelectedLayer();
  const count = useStudioState(({ selected }) => selected.length);
  const isOne = layer !== undefined && layer.kind !== 'group';
  const shown = useStudioState(({ content, selected }) => boundsText(boundsOfAll(drawnOf(content.layers, selected))));
  const align = (side: Side) => {
    const { content, selected } = studio.getState();
    editLayers(studio, (layers) => alignLayers(layers, selected, side, content));
  };
  const isLocked = useStudioState(({ content, selected }) =>
    content.layers.some((one) => selected.includes(one.layer_id) && isAnyOf(content.layers, one, 'is_locked')),
  );
  const spread = (axis: 'x' | 'y') =>
    editLayers(studio, (layers) => spreadLayers(layers, studio.getState().selected, axis));
  return (
    <section aria-label="位置和大小">
      {isLocked && <p className={styles['hint']}>图层已锁定，不能移动和改大小。</p>}
      {isOne ? (
        <div className={styles['numbers']}>
          <Field layer={layer} disabled={isLocked} field="x" label="X" />
          <Field layer={layer} disabled={isLocked} field="y" label="Y" />
          <Field layer={layer} disabled={isLocked} field="width" label="宽" min={1} />
          <Field layer={layer} disabled={isLocked} field="height" label="高" min={1} />
          <Field layer={layer} disabled={isLocked} field="rotation" label="角度" min={-360} />
        </div>
      ) : (
        <p className={styles['hint']}>{shown}</p>
      )}
      <div className={styles['aligns']}>
        {SIDES.map(({ side, label, icon }) => (
          <Tooltip key={side} title={count > 1 ? label : `${label}画布`}>
            <Button
              size="small"
              type="text"
              aria-label={label}
              icon={icon}
              disabled={isLocked}
              onClick={() => align(side)}
            />
          </Tooltip>
        ))}
        {count > 2 && (
          <>
            <Button size="small" type="text" onClick={() => spread('x')}>
              横向等距
            </Button>
            <Button size="small" type="text" onClick={() => spread('y')}>
              纵向等距
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

type FieldProps = {
  layer: SheetLayer;
  field: 'x' | 'y' | 'width' | 'height' | 'rotation';
  label: string;
  disabled: boolean;
  min?: number;
};

function Field({ layer, field, label, disabled, min = -20_000 }: FieldProps) {
  const studio = useStudio();
  return (
    <InputNumber
      size="small"
      prefix={label}
      aria-label={label}
      disabled={disabled}
      min={min}
      max={field === 'rotation' ? 360 : 20_000}
      value={Math.round(layer[field] * 10) / 10}
      onChange={(value) =>
        value !== null && changeSelected(studio, () => ({ [field]: value }), { tag: `${field} ${layer.layer_id}` })
      }
    />
  );
}

function boundsText(box: { x: number; y: number; width: number; height: number } | null): string {
  if (!box) return '';
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(Math.round);
  return `${width} × ${height}，在 ${x}, ${y}`;
}
