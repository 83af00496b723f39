import { PictureOutlined } from '@ant-design/icons';
import {
  type Material,
  PICTURE_NEGATIVE_MAX,
  PICTURE_PROMPT_MAX,
  PICTURE_REFERENCES_MAX,
  type PictureEngine,
} from '@mixreel/contract';
import { Checkbox, Collapse, Input } from 'antd';
import { EnginePicker } from '#features/generate/EnginePicker.tsx';
import { RatioPicker } from '#features/generate/RatioPicker.tsx';
import { TextRoom, WishField, WishForm } from '#features/generate/WishForm.tsx';
import { PictureField } from '#features/sku/PictureField.tsx';
import { useSend } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import { GrowingText } from '#ui/GrowingText.tsx';
import { BrandColours } from './BrandColours.tsx';
import { DescribeButton } from './DescribeButton.tsx';
import { MaskField } from './MaskField.tsx';
import { costOf, engineOf, fittedTo, type PictureForm as Form, problemOf, RATIOS, wishOf } from './picture-form.ts';
import { PromptBook } from './PromptBook.tsx';
import styles from './Picture.module.css';

type Props = {
  project_id: string;
  engines: PictureEngine[];
  form: Form;
  can_edit: boolean;
  onChange: (change: (now: Form) => Form) => void;
};

const COUNTS = ['1', '2', '3', '4'];

/** What is wanted: words, pictures, form and colours, by whom. */
export function PictureForm({ project_id, engines, form: given, can_edit, onChange }: Props) {
  const add = useSend('picture.add');
  const set = (part: Partial<Form>) => onChange((now) => ({ ...now, ...part }));
  const engine = engineOf(engines, given.engine);
  const form = fittedTo(given, engine);
  const can = engine?.can;
  const problem = problemOf(form, engine);
  const promptMax = Math.min(PICTURE_PROMPT_MAX, can?.prompt_max ?? PICTURE_PROMPT_MAX);
  const submit = async () => {
    await add.mutateAsync(wishOf(form, project_id, engine?.engine ?? ''));
    set({ parent_id: null });
  };
  const pictures = (key: 'references' | 'logo') => (change: (now: Material[]) => Material[]) =>
    onChange((now) => ({ ...now, [key]: change(now[key]), ...(key === 'references' && { mask: [] }) }));
  return (
    <WishForm
      label="文生图"
      problem={problem}
      first={form.prompt.trim() === '' ? '先写几句话' : null}
      amount={`${form.count} 张`}
      cost={costOf(form, engine)}
      button={{ label: '生成图片', icon: <PictureOutlined aria-hidden="true" /> }}
      can_edit={can_edit}
      is_sending={add.isPending}
      onSend={submit}
    >
      <WishField label={can?.is_composed ? '海报上写什么' : '画面描述'}>
        <GrowingText
          aria-label="画面描述"
          least={4}
          most={10}
          maxLength={promptMax}
          placeholder={
            can?.is_composed
              ? '例：新品上市，冷萃咖啡液，三秒一杯好咖啡，0糖0脂、冷热皆宜，到手价¥29.9 日常价49.9，限时3天'
              : '写清主体、场景、光线和风格'
          }
          value={form.prompt}
          onChange={(event) => set({ prompt: event.target.value })}
        />
        <TextRoom text={form.prompt} max={promptMax} />
      </WishField>
      <PromptBook
        can_edit={can_edit}
        prompt={form.prompt}
        negative={form.negative}
        onUse={({ prompt, negative }) => set({ prompt, negative })}
      >
        {can_edit && can && !can.is_composed && can.references_max > 0 && (
          <DescribeButton
            project_id={project_id}
            engine={engine.engine}
            reference={form.references[0]}
            prompt={form.prompt}
            onUse={(prompt) => set({ prompt })}
          />
        )}
      </PromptBook>
      <WishField label="引擎">
        <EnginePicker
          engines={engines}
          value={engine?.engine ?? ''}
          onChange={(next) => set({ engine: next })}
          about={aboutOf}
        />
      </WishField>
      {can && can.references_max > 0 && (
        <WishField label={can.is_composed ? '商品图（自动抠图，最多 4 张）' : '参考图'}>
          <PictureField
            label={can.is_composed ? '商品图' : '参考图'}
            place="文生图"
            project_id={project_id}
            known={[]}
            max={Math.min(PICTURE_REFERENCES_MAX, can.references_max)}
            value={form.references}
            onChange={pictures('references')}
          />
          {can.is_composed && form.references.length === 0 && (
            <Checkbox checked={form.finds_pictures} onChange={({ target }) => set({ finds_pictures: target.checked })}>
              没选图时，从素材库里找合适的
            </Checkbox>
          )}
        </WishField>
      )}
      {can?.has_mask && form.references.length === 1 && form.references[0] && (
        <MaskField
          key={form.references[0].material_id}
          reference={form.references[0]}
          value={form.mask}
          onChange={(mask) => set({ mask })}
        />
      )}
      <WishField label="画面比例">
        <RatioPicker
          ratios={RATIOS}
          value={form.ratio}
          allowed={can?.ratios ?? RATIOS}
          onChange={(ratio) => set({ ratio })}
        />
      </WishField>
      <WishField label="张数">
        <Choice
          label="张数"
          options={COUNTS.filter((n) => Number(n) <= (can?.count_max ?? 4)).map((n) => ({
            value: n,
            label: `${n} 张`,
          }))}
          value={String(form.count)}
          onChange={(value) => set({ count: Number(value) })}
        />
      </WishField>
      {can?.has_brand && (
        <WishField label="品牌色">
          <BrandColours value={form.brand_colours} onChange={(brand_colours) => set({ brand_colours })} />
        </WishField>
      )}
      <Collapse
        ghost
        size="small"
        items={[
          {
            key: 'more',
            label: '更多',
            children: (
              <div className={styles['more']}>
                {can?.is_composed && (
                  <WishField label="品牌标志">
                    <PictureField
                      label="品牌标志"
                      place="文生图"
                      project_id={project_id}
                      known={[]}
                      max={1}
                      value={form.logo}
                      onChange={pictures('logo')}
                    />
                  </WishField>
                )}
                {can?.has_negative && (
                  <WishField label="不想要的">
                    <Input
                      aria-label="不想要的"
                      maxLength={PICTURE_NEGATIVE_MAX}
                      placeholder="模糊、多余的手、文字"
                      value={form.negative}
                      onChange={(event) => set({ negative: event.target.value })}
                    />
                  </WishField>
                )}
                {can?.has_seed && (
                  <WishField label="种子（同样的种子做出同样的图，空着随机）">
                    <Input
                      aria-label="种子"
                      inputMode="numeric"
                      placeholder="随机"
                      value={form.seed}
                      onChange={(event) => set({ seed: event.target.value.trim() })}
                    />
                  </WishField>
                )}
              </div>
            ),
          },
        ]}
      />
    </WishForm>
  );
}

function aboutOf({ can }: PictureEngine): string {
  if (can.is_composed) return '把文字、商品图和品牌色排成海报，不是画出来的；印上去的字就是你写的';
  const parts = [
    can.ratios.length < RATIOS.length ? can.ratios.join(' ') : `${RATIOS.length} 种比例`,
    can.count_max > 1 ? `一次 ${can.count_max} 张` : '一次 1 张',
    can.references_max > 0 ? `参考图 ${can.references_max} 张` : '不用参考图',
    can.has_negative ? '可写不想要的' : '',
    can.has_seed ? '可定种子' : '',
    can.has_mask ? '局部重绘' : '',
    can.has_upscale ? '放大' : '',
    can.has_variation ? '变体' : '',
    can.has_reroll ? '重做' : '',
    can.has_describe ? '看图写描述' : '',
  ];
  return parts.filter(Boolean).join(' · ');
}
