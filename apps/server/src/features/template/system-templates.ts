import { DEFAULT_CAPTION_STYLE, type Template } from '@mixreel/contract';
import { CAPTION_PRESETS, findPreset } from '@mixreel/media';
import { toWireStyle } from '#features/caption/media-style.ts';

/** When the product got them. */
const created_at = '2026-11-01T00:00:00.000Z';
const COMMON = { is_system: true, use_count: 0, creator_name: '', shootings: [], created_at };

/** Whole looks that people ask for again and again. */
const MIXES: Template[] = [
  mix('douyin-goods', '抖音带货', {
    picture: { ratio: '9:16', fps: 30, platform: 'douyin', fit: 'cover' },
    caption: { style: styleOf('yellow'), position: { kind: 'preset', preset: 'lower' }, max_lines: 2 },
    voice: { voice_id: 'builtin:zf_xiaoxiao', rate: 1.15, pause_ms: 120 },
    filter: { filter_key: 'clear', strength: 60 },
    music: { volume: 0.3, duck_db: 14 },
    combine: { count: 30, max_share_percent: 50 },
  }),
  mix('talk', '真人口播', {
    picture: { ratio: '9:16', fps: 30, platform: 'douyin', fit: 'cover' },
    caption: { source: 'speech', style: styleOf('karaoke-yellow'), position: { kind: 'preset', preset: 'lower' } },
    voice: { is_on: false },
    duration: { rule: 'clip' },
    sound: { own_volume: 1 },
    music: { volume: 0.18, duck_db: 16 },
  }),
  mix('xiaohongshu-life', '小红书种草', {
    picture: { ratio: '3:4', fps: 30, platform: 'xiaohongshu', fit: 'cover' },
    caption: { style: styleOf('soft'), position: { kind: 'preset', preset: 'lower' } },
    voice: { rate: 1, pause_ms: 300 },
    filter: { filter_key: 'natural', strength: 80 },
    transition: { kind: 'fade', ms: 300 },
    music: { volume: 0.4, fade_in_ms: 800, fade_out_ms: 2000 },
  }),
  mix('beat', '卡点快剪', {
    picture: { ratio: '9:16', fps: 30, platform: 'douyin', fit: 'cover' },
    caption: { source: 'none' },
    voice: { is_on: false },
    duration: { rule: 'fixed', fixed_ms: 1500 },
    sound: { own_volume: 0 },
    music: { volume: 1, is_beat_snapped: true },
    transition: { kind: 'none' },
  }),
  mix('landscape-brand', '横屏品牌片', {
    picture: { ratio: '16:9', fps: 25, platform: 'none', quality: 'high', fit: 'blur' },
    caption: { style: styleOf('clean'), position: { kind: 'preset', preset: 'bottom' }, max_lines: 1 },
    voice: { rate: 0.95, pause_ms: 400 },
    transition: { kind: 'dissolve', ms: 500 },
    music: { volume: 0.35, fade_in_ms: 1000, fade_out_ms: 2500 },
  }),
];

const CAPTIONS = CAPTION_PRESETS.map(({ key, name, style }): Template => ({
  ...COMMON,
  template_id: `system-caption-${key}`,
  template_name: name,
  template_type: 'caption',
  config: { caption: { style: toWireStyle(style) } },
}));

/** Sequences that sell: what each shot is for, with a line to write over. */
const STRUCTURES: Template[] = [
  structure('pain-relief', '痛点—方案—证明—促单', [
    ['痛点', '你是不是也有这样的烦恼？'],
    ['方案', '试试这个，问题一下就解决了。'],
    ['卖点', '它好用在哪里？看这三点。'],
    ['证明', '用过的人都这么说。'],
    ['促单', '现在下单更划算，点下方链接带走。'],
  ]),
  structure('unboxing', '开箱测评', [
    ['开场', '今天开箱一个最近很火的东西。'],
    ['外观', '先看外观和做工。'],
    ['上手', '实际用起来是这样的。'],
    ['对比', '和我之前用的比一比。'],
    ['结论', '适合谁，不适合谁，看这里。'],
  ]),
  structure('shop-visit', '探店', [
    ['门头', '这家店藏在街角，差点错过。'],
    ['环境', '一进门就很舒服。'],
    ['招牌', '招牌必点的是这一道。'],
    ['口感', '吃一口告诉你值不值。'],
    ['信息', '地址和营业时间放在这里了。'],
  ]),
];

/** Templates that come with the product. */
export const SYSTEM_TEMPLATES: Template[] = [...MIXES, ...STRUCTURES, ...CAPTIONS];

function mix(key: string, template_name: string, config: Template['config']): Template {
  return { ...COMMON, template_id: `system-mix-${key}`, template_name, template_type: 'mix', config };
}

function structure(key: string, template_name: string, shots: [string, string][]): Template {
  const shootings = shots.map(([shooting_name, line]) => ({ shooting_name, lines: [line], config: {} }));
  const template_id = `system-structure-${key}`;
  return { ...COMMON, template_id, template_name, template_type: 'structure', config: {}, shootings };
}

function styleOf(key: string) {
  const preset = findPreset(key);
  return preset ? toWireStyle(preset.style) : DEFAULT_CAPTION_STYLE;
}
