import { PictureOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { type RefObject, useState } from 'react';
import { PicturePicker } from '#features/sku/PicturePicker.tsx';
import { bringPictures } from './deeds.ts';
import type { Stage } from './stage.ts';
import { type Tool, useStudio, useStudioState } from './studio.ts';
import { ToolIcon } from './ToolIcon.tsx';
import styles from './Sheet.module.css';

const MOST = 20;

const TOOLS: { tool: Tool; label: string; key: string }[] = [
  { tool: 'select', label: '选择', key: 'V' },
  { tool: 'hand', label: '移动画面', key: 'H' },
  { tool: 'crop', label: '裁剪', key: 'C' },
  { tool: 'pull', label: '透视', key: 'P' },
  { tool: 'text', label: '文字', key: 'T' },
  { tool: 'rect', label: '矩形', key: 'R' },
  { tool: 'ellipse', label: '椭圆', key: 'O' },
  { tool: 'brush', label: '蒙版画笔', key: 'B' },
  { tool: 'lasso', label: '蒙版套索', key: 'L' },
  { tool: 'erase', label: '消除笔', key: 'E' },
  { tool: 'pick', label: '点选抠图', key: 'K' },
];

/** What the pointer does, and pictures from the library. */
export function ToolBar({ stage }: { stage: RefObject<Stage | null> }) {
  const studio = useStudio();
  const tool = useStudioState((state) => state.tool);
  const zoom = useStudioState((state) => state.zoom);
  const canEdit = useStudioState((state) => state.can_edit);
  const project_id = useStudioState((state) => state.card.project_id);
  const [isPicking, setIsPicking] = useState(false);
  return (
    <div className={styles['tools']} role="toolbar" aria-label="工具" aria-orientation="vertical">
      {TOOLS.filter((one) => canEdit || one.tool === 'select' || one.tool === 'hand').map((one) => (
        <Tooltip key={one.tool} title={`${one.label}（${one.key}）`} placement="right">
          <Button
            type={tool === one.tool ? 'primary' : 'text'}
            aria-label={one.label}
            aria-pressed={tool === one.tool}
            icon={<ToolIcon tool={one.tool} />}
            onClick={() => studio.setState({ tool: one.tool })}
          />
        </Tooltip>
      ))}
      {canEdit && (
        <Tooltip title="加图片：素材库或上传，也可以粘贴、拖进来" placement="right">
          <Button
            type="text"
            aria-label="加图片"
            icon={<PictureOutlined aria-hidden="true" />}
            onClick={() => setIsPicking(true)}
          />
        </Tooltip>
      )}
      <div className={styles['zoom']}>
        <Tooltip title="适合窗口（Ctrl 0）" placement="right">
          <Button
            type="text"
            size="small"
            aria-label={`缩放 ${Math.round(zoom * 100)}%，点一下适合窗口`}
            onClick={() => stage.current?.fit()}
          >
            {Math.round(zoom * 100)}%
          </Button>
        </Tooltip>
      </div>
      {isPicking && (
        <PicturePicker
          project_id={project_id}
          place="图片编辑"
          max={MOST}
          taken={new Set()}
          onPick={(materials) => {
            setIsPicking(false);
            // Said by the request itself.
            bringPictures(studio, materials).catch(() => {});
          }}
          onClose={() => setIsPicking(false)}
        />
      )}
    </div>
  );
}
