import { CheckOutlined, MinusOutlined, SettingOutlined } from '@ant-design/icons';
import type { Artwork } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Popover } from 'antd';
import { type ReactElement, useState } from 'react';
import { useCall } from '#lib/use-call.ts';
import { markArtworks } from './artwork-actions.ts';
import { MarkDot } from './MarkDot.tsx';
import styles from './Marks.module.css';

type Props = {
  project_id: string;
  artworks: Artwork[];
  onManage: () => void;
  /** The button that opens it. */
  children: ReactElement;
};

/** Ticks marks on all the chosen videos at once. */
export function MarkMenu({ project_id, artworks, onManage, children }: Props) {
  const cache = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const marks = useCall('dir.checkboxes', { project_id }, { enabled: isOpen });
  const all = marks.data?.checkboxes ?? [];
  const stateOf = (checkbox_id: string): 'true' | 'false' | 'mixed' => {
    const count = artworks.filter((one) => one.marks.some((mark) => mark.checkbox_id === checkbox_id)).length;
    return count === 0 ? 'false' : count === artworks.length ? 'true' : 'mixed';
  };
  return (
    <Popover
      trigger="click"
      placement="top"
      open={isOpen}
      onOpenChange={setIsOpen}
      content={
        <div className={styles['menu']} role="group" aria-label="打标记">
          {marks.data && all.length === 0 && <p className={styles['none']}>还没有标记，先建一个。</p>}
          {marks.error && <p className={styles['none']}>{marks.error.message}</p>}
          <div className={styles['menuList']}>
            {all.map((mark) => {
              const state = stateOf(mark.checkbox_id);
              return (
                <button
                  key={mark.checkbox_id}
                  type="button"
                  role="checkbox"
                  aria-checked={state}
                  className={styles['menuItem']}
                  onClick={() => void markArtworks(cache, artworks, mark, state !== 'true').catch(() => {})}
                >
                  <MarkDot colour={mark.colour} />
                  <span className={styles['label']}>{mark.checkbox_name}</span>
                  <i className={styles['tick']} aria-hidden="true">
                    {state === 'true' && <CheckOutlined />}
                    {state === 'mixed' && <MinusOutlined />}
                  </i>
                </button>
              );
            })}
          </div>
          <div className={styles['menuFoot']}>
            <button
              type="button"
              className={styles['menuItem']}
              onClick={() => {
                setIsOpen(false);
                onManage();
              }}
            >
              <SettingOutlined aria-hidden="true" />
              <span className={styles['label']}>{all.length === 0 ? '新建标记…' : '管理标记…'}</span>
            </button>
          </div>
        </div>
      }
    >
      {children}
    </Popover>
  );
}
