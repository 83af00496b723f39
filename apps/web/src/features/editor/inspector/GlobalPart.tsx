import { FRAME_RATES, QUALITIES, type Ratio, RATIOS, SAFE_PLATFORMS } from '@mixreel/contract';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { TabooNotes } from '#features/taboo/TabooNotes.tsx';
import { Choice } from '#ui/Choice.tsx';
import { NamePattern, ruleProblem } from '#ui/NamePattern.tsx';
import { NAME_PARTS } from '../document/name-rule.ts';
import { useMixState } from '../document/use-mix.ts';
import { CaptionLook } from './CaptionLook.tsx';
import { useScope } from './config-scope.ts';
import { ConfigField } from './ConfigField.tsx';
import { NumberField, SelectField, SwitchField } from './fields.tsx';
import { MaterialPicker } from './MaterialPicker.tsx';
import { PositionField } from './PositionField.tsx';
import { StyleFields } from './StyleFields.tsx';
import { TemplateField } from './TemplateField.tsx';
import { VaryPart } from './VaryPart.tsx';
import { MaterialName } from './VoicePart.tsx';
import styles from './Inspector.module.css';

const RATIO_OPTIONS = (Object.keys(RATIOS) as Ratio[]).map((value) => ({ value, label: value }));
const RATE_NAMES = Object.fromEntries(FRAME_RATES.map((rate) => [String(rate), `${rate} 帧/秒`]));
const CORNERS = [
  [7, '左上'],
  [9, '右上'],
  [1, '左下'],
  [3, '右下'],
] as const;

/** What is the same in every video: canvas, title, marks, how combinations are chosen and named. */
export function GlobalPart() {
  const scope = useScope('combine', 'picture', 'ai_mark');
  const { combine, picture } = scope.config;
  return (
    <>
      <TemplateField />
      <section aria-label="画布">
        <h2>画布</h2>
        <ConfigField
          group="picture"
          field="ratio"
          label="画面比例"
          hint={`${RATIOS[picture.ratio].width} × ${RATIOS[picture.ratio].height}`}
        >
          <Choice
            label="画面比例"
            options={RATIO_OPTIONS}
            value={picture.ratio}
            disabled={!scope.can_edit}
            onChange={(ratio) => scope.set('picture', { ratio })}
          />
        </ConfigField>
        <SelectField group="picture" field="fps" label="帧率" options={RATE_NAMES} />
        <SelectField group="picture" field="quality" label="画质" options={QUALITIES} />
        <SelectField
          group="picture"
          field="platform"
          label="发布平台"
          options={SAFE_PLATFORMS}
          hint="字幕会避开平台界面挡住的地方。"
        />
        <NumberField group="sound" field="target_lufs" label="成片响度（LUFS）" unit="" min={-30} max={-5} step={0.5} />
      </section>
      <TitlePart />
      <LogoPart />
      <section aria-label="AI 标识">
        <h2>AI 标识</h2>
        <ConfigField group="ai_mark" field="cell" label="「AI 生成」放在哪个角" hint="用到 AI 的视频才会出现。">
          <div className={styles['corners']} role="group" aria-label="AI 标识的位置">
            {CORNERS.map(([cell, name]) => (
              <button
                key={cell}
                type="button"
                aria-pressed={scope.config.ai_mark.cell === cell}
                disabled={!scope.can_edit}
                onClick={() => scope.set('ai_mark', { cell })}
              >
                {name}
              </button>
            ))}
          </div>
        </ConfigField>
      </section>
      <section aria-label="组合">
        <h2>组合</h2>
        <NumberField group="combine" field="count" label="要多少条" unit="条" min={1} max={1000} />
        <NumberField
          group="combine"
          field="max_share_percent"
          label="任意两条重复度最多"
          unit="%"
          min={0}
          max={100}
          step={5}
          hint="画面、声音、文字合在一起算，和导出后的查重是同一个算法。"
        />
        <SwitchField
          group="combine"
          field="allow_repeats"
          label="一条里可以重复同一画面"
          hint={combine.allow_repeats ? '' : '同一段画面放在几个镜头里时，一条视频只用一次。'}
        />
        {combine.forbidden_pairs.length > 0 && (
          <ConfigField group="combine" field="forbidden_pairs" label="禁止搭配">
            <p className={styles['quiet']}>{combine.forbidden_pairs.length} 对片段不会出现在同一条里。</p>
          </ConfigField>
        )}
      </section>
      <VaryPart />
      <section aria-label="导出">
        <h2>导出</h2>
        <NameRule />
      </section>
    </>
  );
}

function TitlePart() {
  const scope = useScope('title', 'picture', 'logo');
  const { title } = scope.config;
  const disabled = !scope.can_edit;
  return (
    <section aria-label="标题">
      <h2>标题</h2>
      <ConfigField group="title" field="text" label="标题文字" hint={title.text === '' ? '留空就没有标题。' : ''}>
        <Input
          aria-label="标题文字"
          maxLength={60}
          value={title.text}
          readOnly={disabled}
          onChange={(event) => scope.set('title', { text: event.target.value })}
        />
      </ConfigField>
      {title.text.trim() !== '' && (
        <>
          <TabooNotes
            texts={[title.text]}
            onRewrite={disabled ? undefined : ([text = '']) => scope.set('title', { text })}
          />
          <CaptionLook label="标题效果" caption={null} config={scope.config} cover_url={null} />
          <NumberField
            group="title"
            field="ms"
            label="停留"
            unit="秒"
            min={0}
            max={60}
            step={0.5}
            scale={1000}
            hint={title.ms === 0 ? '0：一直到结尾。' : ''}
          />
          <ConfigField group="title" field="position" label="标题位置">
            <PositionField
              value={title.position}
              disabled={disabled}
              onChange={(position) => scope.set('title', { position })}
            />
          </ConfigField>
          <ConfigField group="title" field="style" label="标题样式">
            <StyleFields
              value={title.style}
              disabled={disabled}
              has_animation={false}
              onChange={(style) => scope.set('title', { style })}
            />
          </ConfigField>
        </>
      )}
    </section>
  );
}

function LogoPart() {
  const scope = useScope('logo');
  const project_id = useMixState(({ mix }) => mix.project_id);
  const [isPicking, setIsPicking] = useState(false);
  const { logo } = scope.config;
  return (
    <section aria-label="角标">
      <h2>角标</h2>
      <ConfigField group="logo" field="material_id" label="图片">
        {logo.material_id ? (
          <MaterialName material_id={logo.material_id} />
        ) : (
          <p className={styles['quiet']}>没有角标。</p>
        )}
      </ConfigField>
      {scope.can_edit && (
        <div className={styles['buttons']}>
          <Button size="small" onClick={() => setIsPicking(true)}>
            {logo.material_id ? '换一张' : '选一张图片'}
          </Button>
          {logo.material_id && (
            <Button size="small" onClick={() => scope.set('logo', { material_id: '' })}>
              不用角标
            </Button>
          )}
        </div>
      )}
      {logo.material_id && (
        <>
          <NumberField group="logo" field="x" label="离左边" unit="%" min={0} max={100} scale={0.01} />
          <NumberField group="logo" field="y" label="离上边" unit="%" min={0} max={100} scale={0.01} />
          <NumberField group="logo" field="width" label="宽度" unit="%" min={2} max={100} scale={0.01} />
          <NumberField group="logo" field="opacity" label="不透明度" unit="%" min={0} max={100} scale={0.01} />
        </>
      )}
      {isPicking && (
        <MaterialPicker
          project_id={project_id}
          material_type="image"
          title="选一张图片当角标"
          onClose={() => setIsPicking(false)}
          onPick={({ material_id }) => scope.set('logo', { material_id })}
        />
      )}
    </section>
  );
}

/** A rule that can't be used is shown but not taken. */
function NameRule() {
  const scope = useScope('output');
  const { name_rule } = scope.config.output;
  const [typed, setTyped] = useState<string | null>(null);
  const rule = typed ?? name_rule;
  const problem = ruleProblem(rule, NAME_PARTS);
  return (
    <ConfigField group="output" field="name_rule" label="文件命名" hint={problem ?? '导出时还可以改。'}>
      <NamePattern
        label="文件命名规则"
        value={rule}
        parts={NAME_PARTS}
        disabled={!scope.can_edit}
        is_bad={problem !== null}
        onChange={(next) => {
          const isGood = ruleProblem(next, NAME_PARTS) === null;
          if (isGood) scope.set('output', { name_rule: next.trim() });
          setTyped(isGood && next === next.trim() ? null : next);
        }}
      />
    </ConfigField>
  );
}
