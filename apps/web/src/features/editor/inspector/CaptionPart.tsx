import {
  CAPTION_SOURCES,
  type CaptionPosition,
  type CaptionStyle,
  planScript,
  planText,
  type Script,
  type Shooting,
} from '@mixreel/contract';
import { Button } from 'antd';
import { useCallback, useDeferredValue } from 'react';
import { PresetGallery } from '#features/caption/PresetGallery.tsx';
import { allClips } from '#features/mix/slots.ts';
import { TabooNotes } from '#features/taboo/TabooNotes.tsx';
import { useCall } from '#lib/use-call.ts';
import { writeCaptions } from '../document/acts.ts';
import { useDesk, useMixState } from '../document/use-mix.ts';
import { lineLength } from '../plan/fit.ts';
import { CaptionLook } from './CaptionLook.tsx';
import { useScope, useScopeShooting } from './config-scope.ts';
import { ConfigField } from './ConfigField.tsx';
import { NumberField, SelectField } from './fields.tsx';
import { PositionField } from './PositionField.tsx';
import { SecondLine } from './SecondLine.tsx';
import { StyleFields } from './StyleFields.tsx';
import { TypedCaptions } from './TypedCaptions.tsx';
import styles from './Inspector.module.css';

const SAMPLE = '这里是字幕的样子';

/** What is written on the picture, how it looks and where it stands. */
export function CaptionPart() {
  const { config, can_edit, set } = useScope('caption');
  const { caption } = config;
  const disabled = !can_edit;
  const setStyle = useCallback((style: CaptionStyle) => set('caption', { style }), [set]);
  const setPosition = useCallback((position: CaptionPosition) => set('caption', { position }), [set]);
  return (
    <>
      <SelectField group="caption" field="source" label="字幕内容" options={CAPTION_SOURCES} />
      {caption.source !== 'none' && (
        <>
          <CaptionWords />
          <section aria-label="样式">
            <ConfigField group="caption" field="style" label="样式">
              <div className={styles['rows']}>
                <PresetGallery chosen={caption.style} disabled={disabled} onChoose={setStyle} />
                <StyleFields value={caption.style} disabled={disabled} onChange={setStyle} />
              </div>
            </ConfigField>
          </section>
          <section aria-label="位置与断行">
            <ConfigField group="caption" field="position" label="位置">
              <PositionField value={caption.position} disabled={disabled} onChange={setPosition} />
            </ConfigField>
            <NumberField
              group="caption"
              field="line_chars"
              label="每行字数"
              unit="字"
              min={0}
              max={40}
              hint={caption.line_chars === 0 ? '0：能放多少放多少。' : ''}
            />
            <NumberField group="caption" field="max_lines" label="最多几行" unit="行" min={1} max={4} />
          </section>
        </>
      )}
    </>
  );
}

/** The words themselves: how they look on the picture, what is wrong with them, and each of them to change. */
function CaptionWords() {
  const { config, can_edit } = useScope('caption', 'picture', 'title', 'logo');
  const { shooting, script } = useScopeShooting();
  const cover_url = useMixState(({ mix }) => {
    const clips = shooting && shooting.clips.length > 0 ? shooting.clips : allClips(mix);
    return clips[0]?.cover_url ?? null;
  });
  const { caption } = config;
  const text = script?.captions?.[0]?.text ?? (script?.text.trim() || SAMPLE);
  return (
    <>
      <div className={styles['sticky']}>
        <CaptionLook
          label="字幕效果"
          caption={{
            text,
            style: caption.style,
            position: caption.position,
            line_chars: caption.line_chars,
            max_lines: caption.max_lines,
            is_line: !script?.captions,
          }}
          config={config}
          cover_url={cover_url}
        />
      </div>
      {!shooting && can_edit && <AllCaptions />}
      {shooting && script && caption.source === 'line' && <LineCheck shooting={shooting} script={script} />}
      {shooting && script && <LineWords script={script} />}
      {shooting && script && !script.captions && <SecondLine key={script.script_id} script={script} />}
      {shooting && script && <TypedCaptions shooting={shooting} script={script} />}
    </>
  );
}

/** Cuts the lines of all shots into captions that can be changed one by one. */
function AllCaptions() {
  const desk = useDesk();
  const hasLines = useMixState(({ mix }) =>
    mix.shootings.some(({ scripts }) => scripts.some(({ text, captions }) => text.trim() !== '' && captions === null)),
  );
  if (!hasLines) return null;
  return (
    <div className={styles['item']}>
      <span className={styles['quiet']}>按台词和配音的时间自动断句</span>
      <Button size="small" onClick={() => void writeCaptions(desk, {})}>
        全部逐条修改
      </Button>
    </div>
  );
}

/** What may not be said or written of this line. */
function LineWords({ script: { script_id, text, captions } }: { script: Script }) {
  const desk = useDesk();
  const { can_edit } = useScope();
  const rewrite = ([line = '', ...others]: string[]) => {
    // A caption of which nothing is left is none.
    const typed = captions?.map((one, n) => ({ ...one, text: others[n] ?? '' })).filter((one) => one.text !== '');
    const captioned = captions ? planScript(desk.state, script_id, { captions: typed ?? null }) : [];
    desk.act([...planText(desk.state, script_id, line), ...captioned]);
  };
  const texts = [text, ...(captions ?? []).map((one) => one.text)];
  return <TabooNotes texts={texts} onRewrite={can_edit ? rewrite : undefined} />;
}

/** What the guardian of captions says of this line. */
function LineCheck({ shooting, script }: { shooting: Shooting; script: Script }) {
  const { config } = useScope('caption', 'picture', 'voice');
  const { style } = config.caption;
  const typed = script.captions;
  const text = typed
    ? typed
        .map((one) => one.text)
        .join('\n')
        .slice(0, 1000)
    : script.text;
  const seconds = typed
    ? typed.reduce((sum, { start_ms, end_ms }) => sum + (end_ms - start_ms) / 1000, 0)
    : lineLength(shooting, script.script_id, config).seconds;
  const asked = useDeferredValue(text);
  const check = useCall(
    'caption.analyze',
    {
      text: asked,
      font_id: style.font_id,
      size: style.size,
      ratio: config.picture.ratio,
      platform: config.picture.platform,
      ...(seconds > 0.1 && { seconds: Math.round(seconds * 10) / 10 }),
    },
    { enabled: asked.trim() !== '', keep_previous: true, stale_ms: 60_000 },
  );
  if (!check.data || asked.trim() === '') return null;
  const { missing_glyphs, is_too_fast, read_cps } = check.data;
  const problems = [
    missing_glyphs.length > 0 && `字体里没有，成片里不会出现：${missing_glyphs.join(' ')}`,
    is_too_fast && `念得太快，来不及看（每秒 ${read_cps?.toFixed(1)} 字）`,
  ].filter((problem) => problem !== false);
  if (problems.length === 0) return null;
  return (
    <div role="status" aria-label="字幕检查">
      {problems.map((problem) => (
        <p key={problem} className={styles['hint']} data-tone="warning">
          {problem}
        </p>
      ))}
    </div>
  );
}
