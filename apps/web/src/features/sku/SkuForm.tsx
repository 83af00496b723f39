import { type Material, SKU_PICTURES, type SkuMark } from '@mixreel/contract';
import { Alert, Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useSend } from '#lib/use-call.ts';
import { PictureField } from './PictureField.tsx';
import styles from './Sku.module.css';

type Fields = { sku_name: string; merchant_name: string; category: string; keywords: string[] };
type Props = { project_id: string; sku: SkuMark | null; onDone: () => void };

/** A product with its pictures; saving begins the learning. */
export function SkuForm({ project_id, sku, onDone }: Props) {
  const [pictures, setPictures] = useState<Material[]>([]);
  const [others, setOthers] = useState<Material[]>([]);
  const [uploading, setUploading] = useState({ pictures: false, others: false });
  const [problem, setProblem] = useState<string | null>(null);
  const add = useSend('sku.add', { refresh: ['sku.list'] });
  const known = sku?.pictures.filter(({ is_excluded }) => !is_excluded) ?? [];
  // A new set takes the place of the old one.
  const total = pictures.length > 0 ? pictures.length : known.length;

  const submit = async (fields: Fields) => {
    // What comes later would not be learned from.
    if (uploading.pictures || uploading.others) return setProblem('图片还在上传，传完再保存');
    if (total < SKU_PICTURES.min) {
      setProblem(`还差 ${SKU_PICTURES.min - total} 张：至少要 ${SKU_PICTURES.min} 张不同角度的照片`);
      return;
    }
    if (sku && others.length > 0 && pictures.length === 0) {
      setProblem('改了容易混淆的图片，商品图片也要重新选一遍');
      return;
    }
    await add.mutateAsync({
      ...fields,
      project_id,
      material_ids: pictures.map(({ material_id }) => material_id),
      exclude_material_ids: others.map(({ material_id }) => material_id),
      ...(sku && { sku_mark_id: sku.sku_mark_id }),
    });
    onDone();
  };
  return (
    <Form<Fields>
      layout="vertical"
      requiredMark={false}
      initialValues={{
        sku_name: sku?.sku_name ?? '',
        merchant_name: sku?.merchant_name ?? '',
        category: sku?.category ?? '',
        keywords: sku?.keywords ?? [],
      }}
      onFinish={(fields) => void submit(fields).catch(() => {})}
    >
      {sku?.message && <Alert className={styles['notice'] ?? ''} type="warning" showIcon title={sku.message} />}
      <div className={styles['two']}>
        <Form.Item name="sku_name" label="商品名" rules={[{ required: true, whitespace: true, message: '填写商品名' }]}>
          <Input autoFocus maxLength={100} placeholder="如：清透防晒霜 50ml" />
        </Form.Item>
        <Form.Item name="merchant_name" label="商家（选填）">
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item name="category" label="品类（选填）">
          <Input maxLength={50} placeholder="如：护肤" />
        </Form.Item>
        <Form.Item name="keywords" label="关键词（选填）">
          <Select mode="tags" open={false} suffixIcon={null} maxCount={20} placeholder="输入后按回车" />
        </Form.Item>
      </div>
      <Form.Item
        label={`商品图片 ${total}/${SKU_PICTURES.max}`}
        extra={
          known.length > 0
            ? '选了新图片，就用新的换掉现在的，至少 3 张；不选则不变。'
            : '背景不同、角度不同的照片最好；同一张照片的几个截图帮助不大。'
        }
        {...(problem && { validateStatus: 'error', help: problem })}
      >
        <PictureField
          label="商品图片"
          project_id={project_id}
          known={pictures.length > 0 ? [] : known}
          max={SKU_PICTURES.max}
          value={pictures}
          onChange={(chosen) => {
            setPictures(chosen);
            setProblem(null);
          }}
          onUploading={(is) => {
            setUploading((now) => ({ ...now, pictures: is }));
            setProblem(null);
          }}
        />
      </Form.Item>
      <Form.Item label="容易混淆的（选填）" extra="看着像、但不是它的东西，比如同系列的另一款。">
        <PictureField
          label="容易混淆的图片"
          project_id={project_id}
          known={pictures.length > 0 ? [] : (sku?.pictures.filter(({ is_excluded }) => is_excluded) ?? [])}
          max={SKU_PICTURES.max}
          value={others}
          onChange={setOthers}
          onUploading={(is) => {
            setUploading((now) => ({ ...now, others: is }));
            setProblem(null);
          }}
        />
      </Form.Item>
      <div className={styles['buttons']}>
        <Button onClick={onDone}>取消</Button>
        <Button type="primary" htmlType="submit" loading={add.isPending}>
          {sku ? '保存并重新学习' : '开始学习'}
        </Button>
      </div>
    </Form>
  );
}
