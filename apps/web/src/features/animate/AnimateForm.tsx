import { VideoCameraOutlined } from '@ant-design/icons';
import {
  ANIMATE_PICTURES_MAX,
  ANIMATE_PROMPT_MAX,
  type AnimateEngine,
  VIDEO_EASES,
  filmSeconds,
  qualityName,
  VIDEO_EFFECTS,
  VIDEO_SUBJECTS,
  VIDEO_RATIOS,
  VIDEO_WAYS,
  type Material,
} from '@mixreel/contract';
import { Button, Collapse, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { EnginePicker } from '#features/generate/EnginePicker.tsx';
import { RatioPicker } from '#features/generate/RatioPicker.tsx';
import { useSizes } from '#features/generate/use-sizes.ts';
import { TextRoom, WishField, WishForm } from '#features/generate/WishForm.tsx';
import { PictureField } from '#features/sku/PictureField.tsx';
import { useSend } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import { GrowingText } from '#ui/GrowingText.tsx';
import { type AnimateForm as Form, costOf, filmsOf, problemOf, wishOf } from './animate-form.ts';
import { BrushDialog } from './BrushDialog.tsx';
import { CameraPicker } from './CameraPicker.tsx';
import styles from '#features/generate/Generate.module.css';

type Props = {
  project_id: string;
  engines: AnimateEngine[];
  form: Form;
  can_edit: boolean;
  onChange: (change: (now: Form) => Form) => void;
};

/** What is wanted: pictures, how they are to move, by whom. */
export function AnimateForm({ project_id, engines, form, can_edit, onChange }: Props) {
  const add = useSend('animate.add');
  const set = (part: Partial<Form>) => onChange((now) => ({ ...now, ...part }));
  const engine =
    engines.find((one) => one.engine === form.engine) ?? engines.find(({ is_ready }) => is_ready) ?? engines[0];
  const can = engine?.can;
  const [pictures, tail] = [useSizes(form.pictures), useSizes(form.tail)];
  const problem = problemOf({ ...form, pictures, tail }, engine);
  const films = filmsOf(form);
  const promptMax = Math.min(ANIMATE_PROMPT_MAX, can?.prompt_max ?? ANIMATE_PROMPT_MAX);
  const submit = async () => {
    await add.mutateAsync({ ...wishOf(form, project_id), engine: engine?.engine ?? '' });
    set({ parent_id: null });
  };
  return (
    <WishForm
      label="图生视频"
      problem={problem}
      first={films === 0 ? '先选图片' : null}
      amount={`${films} 条`}
      cost={costOf(form, engine)}
      button={{ label: '生成视频', icon: <VideoCameraOutlined aria-hidden="true" /> }}
      can_edit={can_edit}
      is_sending={add.isPending}
      onSend={submit}
    >
      <Choice label="方式" options={optionsOf(VIDEO_WAYS)} value={form.way} onChange={(way) => set({ way })} />
      <WishField label={form.way === 'morph' ? '首帧' : `图片（每张一条视频，最多 ${ANIMATE_PICTURES_MAX} 张）`}>
        <PictureField
          label={form.way === 'morph' ? '首帧' : '图片'}
          place="图生视频"
          project_id={project_id}
          known={[]}
          max={form.way === 'morph' ? 1 : ANIMATE_PICTURES_MAX}
          value={form.pictures}
          onChange={(change: (now: Material[]) => Material[]) =>
            // What was painted belongs to the picture it was painted on.
            onChange((now) => ({ ...now, pictures: change(now.pictures), brushes: [] }))
          }
        />
      </WishField>
      {form.way === 'morph' && (
        <WishField label="尾帧">
          <PictureField
            label="尾帧"
            place="图生视频"
            project_id={project_id}
            known={[]}
            max={1}
            value={form.tail}
            onChange={(change) => onChange((now) => ({ ...now, tail: change(now.tail) }))}
          />
        </WishField>
      )}
      <WishField label="引擎">
        <EnginePicker
          engines={engines}
          value={engine?.engine ?? ''}
          onChange={(next) => set({ engine: next })}
          about={aboutOf}
          limits={({ is_built_in, can: takes }) => (is_built_in ? null : limitsOf(takes))}
        />
      </WishField>
      <WishField label="画面描述">
        <GrowingText
          aria-label="画面描述"
          least={3}
          most={8}
          maxLength={promptMax}
          placeholder={
            can?.has_prompt === false
              ? '内置引擎按其中的镜头词运动：推近、拉远、左移、环绕…'
              : '写清谁在做什么、镜头怎么动'
          }
          value={form.prompt}
          onChange={(event) => set({ prompt: event.target.value })}
        />
        <TextRoom text={form.prompt} max={promptMax} />
      </WishField>
      {can && can.negative_max > 0 && (
        <WishField label="不想要的">
          <Input
            aria-label="不想要的"
            placeholder="模糊、变形、多余的手"
            maxLength={can.negative_max}
            value={form.negative}
            onChange={(event) => set({ negative: event.target.value })}
          />
          <TextRoom text={form.negative} max={can.negative_max} />
        </WishField>
      )}
      {can?.has_camera && form.way === 'camera' && (
        <WishField label="镜头运动">
          <CameraPicker
            value={form.camera}
            strength={form.strength}
            onChange={(camera, strength) => set({ camera, strength })}
          />
        </WishField>
      )}
      {can && can.brush_modes.length > 0 && form.way === 'camera' && form.pictures.length === 1 && (
        <BrushField form={{ ...form, pictures }} onChange={(brushes) => set({ brushes })} />
      )}
      <WishField label="画面比例">
        {can?.keeps_shape ? (
          <small className={styles['room']}>和图片一样：这个引擎不改画面比例</small>
        ) : (
          <RatioPicker
            ratios={VIDEO_RATIOS}
            value={form.ratio}
            allowed={can?.ratios ?? []}
            onChange={(ratio) => set({ ratio })}
          />
        )}
      </WishField>
      <WishField label="时长">
        <Choice
          label="时长"
          options={lengthsOf(can, form.duration)}
          value={String(form.duration)}
          onChange={(value) => set({ duration: value === '10' ? 10 : 5 })}
        />
      </WishField>
      {can && can.qualities.length > 1 && (
        <WishField label="品质">
          <Choice
            label="品质"
            options={can.qualities.map((one) => ({ value: one.mode, label: qualityName(one) }))}
            value={form.mode}
            onChange={(mode) => set({ mode })}
          />
        </WishField>
      )}
      <Collapse
        ghost
        size="small"
        items={[{ key: 'more', label: '更多', children: <More form={form} can={can} set={set} /> }]}
      />
    </WishForm>
  );
}

/** Parts of the picture that are to move, painted by hand. */
function BrushField({ form, onChange }: { form: Form; onChange: (brushes: Form['brushes']) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [picture] = form.pictures;
  const { width, height } = picture?.source_info ?? { width: null, height: null };
  if (!picture || !width || !height) return null;
  return (
    <WishField label="运动笔刷（5 秒，不和镜头运动同用）">
      <Button onClick={() => setIsOpen(true)}>
        {form.brushes.length > 0 ? `已画 ${form.brushes.length} 处，点开修改` : '画出哪里动、往哪里动'}
      </Button>
      {isOpen && (
        <BrushDialog
          picture={picture}
          size={{ width, height }}
          value={form.brushes}
          onDone={(brushes) => {
            onChange(brushes);
            setIsOpen(false);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </WishField>
  );
}

function More({
  form,
  can,
  set,
}: {
  form: Form;
  can: AnimateEngine['can'] | undefined;
  set: (part: Partial<Form>) => void;
}) {
  return (
    <div className={styles['fields']}>
      {can?.has_effects && (
        <WishField label="效果">
          <Select
            aria-label="效果"
            options={optionsOf(VIDEO_EFFECTS)}
            value={form.effect}
            onChange={(effect) => set({ effect })}
          />
        </WishField>
      )}
      {can?.has_camera && (
        <>
          <WishField label="起止">
            <Choice
              label="起止"
              options={optionsOf(VIDEO_EASES)}
              value={form.ease}
              onChange={(ease) => set({ ease })}
            />
          </WishField>
          <WishField label="主体">
            <Choice
              label="主体"
              options={optionsOf(VIDEO_SUBJECTS)}
              value={form.subject}
              onChange={(subject) => set({ subject })}
            />
          </WishField>
        </>
      )}
      <WishField label="份数">
        <InputNumber
          aria-label="份数"
          min={1}
          max={4}
          value={form.count}
          onChange={(count) => count !== null && set({ count })}
        />
      </WishField>
    </div>
  );
}

function optionsOf<T extends string>(words: Record<T, string>): { value: T; label: string }[] {
  return (Object.entries(words) as [T, string][]).map(([value, label]) => ({ value, label }));
}

function aboutOf({ is_built_in, can }: AnimateEngine): string {
  if (is_built_in) return '抠出主体、补好背景，镜头在前后层之间真实运动';
  const sizes = can.qualities.map(({ size }) => size).join('/');
  return `${can.lengths.join('/')} 秒，${sizes}${can.ways.includes('morph') ? '，可给尾帧' : '，不收尾帧'}`;
}

/** What a service takes, before anything is paid. */
function limitsOf({ picture, prompt_max, keeps_shape }: AnimateEngine['can']): string {
  const { side_min, ratio_max, bytes_max } = picture;
  const shape = keeps_shape ? '' : '，与画面比例不同的会裁切';
  const size = `每边至少 ${side_min} 像素，长边不超过短边的 ${ratio_max} 倍，超过 ${(bytes_max / 1e6).toFixed()} MB 的先压缩`;
  return `图片${size}${shape}；画面描述最多 ${Math.min(ANIMATE_PROMPT_MAX, prompt_max)} 字`;
}

/** Those that there are, as long as they really are; and the one that was set, so that it is seen what is wrong. */
function lengthsOf(can: AnimateEngine['can'] | undefined, chosen: number): { value: string; label: string }[] {
  return [5, 10]
    .filter((one) => one === chosen || !can || can.durations.includes(one))
    .map((one) => ({ value: String(one), label: `${can ? filmSeconds(can, one) : one} 秒` }));
}
