import {
  EyeInvisibleOutlined,
  EyeOutlined,
  FolderOutlined,
  FontSizeOutlined,
  BorderOutlined,
  LockOutlined,
  PictureOutlined,
  UnlockOutlined,
} from '@ant-design/icons';
import { LAYER_NAME_MAX, layerName, type SheetLayer } from '@mixreel/contract/sheet';
import { type LayerNode, treeOf } from '@mixreel/sheet';
import { Button, Input, Tooltip } from 'antd';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { orderLayers } from './layers.ts';
import { editLayers, select, useStudio, useStudioState } from './studio.ts';
import styles from './Sheet.module.css';

const ICONS: Record<SheetLayer['kind'], ReactNode> = {
  picture: <PictureOutlined aria-hidden="true" />,
  text: <FontSizeOutlined aria-hidden="true" />,
  shape: <BorderOutlined aria-hidden="true" />,
  group: <FolderOutlined aria-hidden="true" />,
};

type Row = { layer: SheetLayer; depth: number };

/** All layers, the highest first. Alt with ↑ ↓ moves them, F2 or a double click names them. */
export function LayerPanel() {
  const layers = useStudioState(({ content }) => content.layers);
  const rows = rowsOf(treeOf(layers), 0);
  if (rows.length === 0) return <p className={styles['hint']}>还没有图层。用左边的工具加文字、形状或图片。</p>;
  return (
    <ul className={styles['layers']} aria-label="图层">
      {rows.map(({ layer, depth }) => (
        <LayerRow key={layer.layer_id} layer={layer} depth={depth} />
      ))}
    </ul>
  );
}

function rowsOf(nodes: LayerNode<SheetLayer>[], depth: number): Row[] {
  return nodes.toReversed().flatMap(({ layer, inside }) => [{ layer, depth }, ...rowsOf(inside, depth + 1)]);
}

function LayerRow({ layer, depth }: Row) {
  const studio = useStudio();
  const { layer_id, is_hidden, is_locked, kind } = layer;
  const isOn = useStudioState(({ selected }) => selected.includes(layer_id));
  const canEdit = useStudioState((state) => state.can_edit);
  const name = layerName(layer);
  const change = (part: Partial<SheetLayer>) =>
    editLayers(studio, (layers) => layers.map((one) => (one.layer_id === layer_id ? { ...one, ...part } : one)));
  const choose = ({ shiftKey, ctrlKey, metaKey }: MouseEvent) => {
    const { selected } = studio.getState();
    const isMore = shiftKey || ctrlKey || metaKey;
    const rest = selected.filter((id) => id !== layer_id);
    select(studio, isMore ? (isOn ? rest : [...selected, layer_id]) : [layer_id]);
  };
  const [typed, setTyped] = useState<string | null>(null);
  const finish = () => {
    const wanted = typed?.trim() ?? name;
    if (wanted !== name) change({ layer_name: wanted });
    setTyped(null);
  };
  const shift = (event: KeyboardEvent) => {
    if (event.key === 'F2' && canEdit) setTyped(name);
    const to = ({ ArrowUp: 'up', ArrowDown: 'down' } as const)[event.key];
    if (!event.altKey || !to || !canEdit) return;
    event.preventDefault();
    editLayers(studio, (layers) => orderLayers(layers, [layer_id], to));
  };
  return (
    <li data-on={isOn} data-hidden={is_hidden} style={{ paddingLeft: 8 + depth * 16 }}>
      {typed === null ? (
        <button
          type="button"
          className={styles['pick']}
          aria-pressed={isOn}
          title="双击改名"
          onClick={choose}
          onDoubleClick={() => canEdit && setTyped(name)}
          onKeyDown={shift}
        >
          {ICONS[kind]}
          <span>{name}</span>
        </button>
      ) : (
        <Input
          size="small"
          autoFocus
          aria-label="图层名称"
          data-drops
          maxLength={LAYER_NAME_MAX}
          value={typed}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={finish}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            setTyped(null);
          }}
          onPressEnter={({ nativeEvent, currentTarget }) => !nativeEvent.isComposing && currentTarget.blur()}
        />
      )}
      <Tooltip title={is_locked ? '解锁' : '锁定'}>
        <Button
          type="text"
          size="small"
          aria-label={`${is_locked ? '解锁' : '锁定'}「${name}」`}
          disabled={!canEdit}
          data-set={is_locked}
          icon={is_locked ? <LockOutlined aria-hidden="true" /> : <UnlockOutlined aria-hidden="true" />}
          onClick={() => change({ is_locked: !is_locked })}
        />
      </Tooltip>
      <Tooltip title={is_hidden ? '显示' : '隐藏'}>
        <Button
          type="text"
          size="small"
          aria-label={`${is_hidden ? '显示' : '隐藏'}「${name}」`}
          disabled={!canEdit}
          data-set={is_hidden}
          icon={is_hidden ? <EyeInvisibleOutlined aria-hidden="true" /> : <EyeOutlined aria-hidden="true" />}
          onClick={() => change({ is_hidden: !is_hidden })}
        />
      </Tooltip>
    </li>
  );
}
