import { TableOutlined } from '@ant-design/icons';
import { SHEET_ROWS_MAX, shorten } from '@mixreel/contract';
import { layerName } from '@mixreel/contract/sheet';
import { Button, Input, Modal, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { requireSaved } from '#features/document/require-saved.ts';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';
import { readTabbed } from '#ui/grid/table-text.ts';
import { type Columns, fillable, guessColumns, rowsOfTable, tableOf } from './batch.ts';
import { useStudio, useStudioState } from './studio.ts';
import styles from './Sheet.module.css';

/** One layout with a table of products: a picture for each. */
export function BatchButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={<TableOutlined aria-hidden="true" />} onClick={() => setIsOpen(true)}>
        批量出图
      </Button>
      {isOpen && <BatchDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function BatchDialog({ onClose }: { onClose: () => void }) {
  const studio = useStudio();
  const { sheet_id, project_id } = useStudioState((state) => state.card);
  const all = useStudioState(({ content }) => content.layers);
  const name = useStudioState(({ content }) => content.sheet_name);
  const layers = fillable(all);
  const [pasted, setPasted] = useState('');
  const [chosen, setChosen] = useState<Columns>({});
  const [problem, setProblem] = useState<string | null>(null);
  const batch = useSend('sheet.batch');
  const [isStarting, setIsStarting] = useState(false);
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  const table = tableOf(readTabbed(pasted));
  const columns = { ...guessColumns(layers, table.heads), ...chosen };
  const used = layers.filter(({ layer_id }) => columns[layer_id] !== null);
  const count = table.rows.length;
  const options = table.heads.map((head, value) => ({ value, label: head || `第 ${value + 1} 列` }));

  const start = async () => {
    const wanted = new Set(
      used
        .filter(({ kind }) => kind === 'picture')
        .flatMap(({ layer_id }) => {
          const column = columns[layer_id];
          return column === null || column === undefined ? [] : table.rows.flatMap((row) => row[column] || []);
        }),
    );
    const found = new Map<string, string>();
    for (const one of wanted) {
      const material_id = await findPicture(project_id, one);
      if (material_id) found.set(one, material_id);
    }
    const { rows, missing } = rowsOfTable(table, layers, columns, name, (one) => found.get(one) ?? null);
    if (missing.length > 0) {
      setProblem(
        `素材库里没有这些图片：${missing.slice(0, 5).map(shorten).join('、')}${missing.length > 5 ? ' 等' : ''}`,
      );
      return;
    }
    await requireSaved(studio.live);
    // Closed while pictures were looked for: nothing is wanted any more.
    if (isClosed.current) return;
    await batch.mutateAsync({ sheet_id, rows });
    showToast('success', `开始做 ${rows.length} 张图，做好的在素材库里，进度看任务中心`);
    onClose();
  };
  const press = () => {
    // Looking for many pictures takes a while: whoever presses again does not want all of them twice.
    setIsStarting(true);
    start()
      .catch(() => {})
      .finally(() => setIsStarting(false));
  };
  return (
    <Modal
      open
      centered
      width={720}
      title="批量出图：一个版式，一张商品表"
      okText={count > 0 ? `做 ${count} 张` : '开始'}
      cancelText="取消"
      okButtonProps={{ disabled: count === 0 || count > SHEET_ROWS_MAX || used.length === 0 }}
      confirmLoading={isStarting}
      onOk={press}
      onCancel={onClose}
    >
      <p>从 Excel、WPS 或飞书复制表格，连表头一起粘贴。图片一列写素材库里图片的名字。</p>
      <Input.TextArea
        aria-label="商品表"
        rows={6}
        placeholder={'名称\t价格\t图片\n冷萃咖啡液\t¥29.9\t咖啡.jpg'}
        value={pasted}
        onChange={({ target }) => {
          setPasted(target.value);
          setProblem(null);
        }}
      />
      {count > 0 && (
        <ul className={styles['columns']} aria-label="哪一列放进哪个图层">
          {layers.map((layer) => (
            <li key={layer.layer_id}>
              <span>{layerName(layer)}</span>
              <Select
                aria-label={`「${layerName(layer)}」用哪一列`}
                allowClear
                placeholder="不变"
                value={columns[layer.layer_id] ?? null}
                options={options}
                onChange={(value?: number) => setChosen((now) => ({ ...now, [layer.layer_id]: value ?? null }))}
              />
            </li>
          ))}
        </ul>
      )}
      <p role="status">
        {problem ??
          (count > SHEET_ROWS_MAX
            ? `一次最多 ${SHEET_ROWS_MAX} 行，现在有 ${count} 行`
            : count > 0 && used.length === 0
              ? '还没有图层用到表格，请选择哪一列放进哪个图层'
              : '')}
      </p>
    </Modal>
  );
}

/** By its name, with or without its ending: one's own before those that were generated. */
async function findPicture(project_id: string, name: string): Promise<string | null> {
  const bare = (one: string) => one.replace(/\.[^.]+$/, '');
  const keyword = (bare(name) || name).slice(0, 100);
  const pages = await Promise.all(
    (['image', 'ai_image'] as const).map((material_type) =>
      call('material.list', { project_id, material_type, keyword, page_size: 100 }),
    ),
  );
  const items = pages.flatMap((page) => page.items);
  const exact = items.find(({ material_name }) => material_name === name);
  return (exact ?? items.find(({ material_name }) => bare(material_name) === bare(name)))?.material_id ?? null;
}
