import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CopyOutlined,
  DeleteOutlined,
  GroupOutlined,
  UngroupOutlined,
  VerticalAlignBottomOutlined,
  VerticalAlignTopOutlined,
} from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { COMMAND_KEY } from '#lib/keys.ts';
import { doubleChosen, groupChosen, orderChosen, removeChosen, ungroupChosen } from './deeds.ts';
import { type Studio, useStudio, useStudioState } from './studio.ts';
import styles from './Sheet.module.css';

type Act = { label: string; key: string; Icon: typeof CopyOutlined; run: (studio: Studio) => void };

const ACTS: Act[] = [
  { label: '上移一层', key: `${COMMAND_KEY} ]`, Icon: ArrowUpOutlined, run: (studio) => orderChosen(studio, 'up') },
  { label: '下移一层', key: `${COMMAND_KEY} [`, Icon: ArrowDownOutlined, run: (studio) => orderChosen(studio, 'down') },
  {
    label: '移到最上',
    key: `${COMMAND_KEY} Shift ]`,
    Icon: VerticalAlignTopOutlined,
    run: (studio) => orderChosen(studio, 'top'),
  },
  {
    label: '移到最下',
    key: `${COMMAND_KEY} Shift [`,
    Icon: VerticalAlignBottomOutlined,
    run: (studio) => orderChosen(studio, 'bottom'),
  },
  { label: '编组', key: `${COMMAND_KEY} G`, Icon: GroupOutlined, run: groupChosen },
  { label: '取消编组', key: `${COMMAND_KEY} Shift G`, Icon: UngroupOutlined, run: ungroupChosen },
  { label: '复制图层', key: `${COMMAND_KEY} D`, Icon: CopyOutlined, run: doubleChosen },
  { label: '删除图层', key: 'Delete', Icon: DeleteOutlined, run: removeChosen },
];

/** What the keys do to the chosen layers, for who does not know them. */
export function LayerActs() {
  const studio = useStudio();
  const canEdit = useStudioState((state) => state.can_edit);
  const isOne = useStudioState(({ selected }) => selected.length === 1);
  const hasGroup = useStudioState(({ content, selected }) =>
    content.layers.some(({ layer_id, kind }) => kind === 'group' && selected.includes(layer_id)),
  );
  const isIdle = ({ run }: Act) => (run === groupChosen && isOne) || (run === ungroupChosen && !hasGroup);
  return (
    <div className={styles['acts']} role="group" aria-label="图层操作">
      {ACTS.map((act) => (
        <Tooltip key={act.label} title={`${act.label}（${act.key}）`}>
          <Button
            size="small"
            type="text"
            aria-label={act.label}
            icon={<act.Icon aria-hidden="true" />}
            disabled={!canEdit || isIdle(act)}
            onClick={() => act.run(studio)}
          />
        </Tooltip>
      ))}
    </div>
  );
}
