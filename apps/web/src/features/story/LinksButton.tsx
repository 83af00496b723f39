import { LinkOutlined } from '@ant-design/icons';
import { Badge, Button } from 'antd';
import { useState } from 'react';
import { LinksDialog } from './LinksDialog.tsx';
import type { Links } from './use-links.ts';

type Props = {
  links: Links;
  /** On which page it stands. */
  side: 'board' | 'mix';
  can_edit: boolean;
};

/** What hangs together with this board or mix, and how many lines and facts differ; nothing where nothing does. */
export function LinksButton({ links, side, can_edit }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { items, facts } = links;
  if (items.length === 0) return null;
  const lines = items.filter((one) => one.news !== 'none').length;
  const told = [lines > 0 && `${lines} 句台词不一致`, facts.length > 0 && `${facts.length} 条资料不一致`].filter(
    Boolean,
  );
  const name = side === 'board' ? '关联的混剪' : '来自故事板';
  return (
    <>
      <Badge count={lines + facts.length} size="small" title={told.join('，')}>
        <Button
          type="text"
          icon={<LinkOutlined aria-hidden="true" />}
          aria-label={[name, ...told].join('，')}
          onClick={() => setIsOpen(true)}
        >
          {name}
        </Button>
      </Badge>
      {isOpen && <LinksDialog links={links} side={side} can_edit={can_edit} onClose={() => setIsOpen(false)} />}
    </>
  );
}
