import type { Sight } from '@mixreel/ai';
import type { Tag } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { applyCorrections, correctShots, type Correction, machineText } from './corrections.ts';
import { heardIn, soundName, textOf } from './listen.ts';
import { planShots, shotsBetween } from './plan-shots.ts';
import { rateQuality } from './rate-quality.ts';
import { materialTags, replaceMeasured, replaceUnderstood } from './tags.ts';
import { writingOf } from './writing.ts';

const spans = (shots: { start_ms: number; end_ms: number }[]) =>
  shots.map(({ start_ms, end_ms }) => [start_ms, end_ms]);

test('a film without cuts is one shot, and shots cover all of it', () => {
  expect(spans(planShots(12.3, []))).toEqual([[0, 12_300]]);
  expect(spans(planShots(10, [2, 6.5, 99]))).toEqual([
    [0, 2000],
    [2000, 6500],
    [6500, 10_000],
  ]);
});

test('what is too short to be a shot belongs to its neighbour, and a stroboscope has no thousands of shots', () => {
  expect(spans(planShots(10, [0.1, 5, 5.2]))).toEqual([
    [0, 5200],
    [5200, 10_000],
  ]);
  const flashes = Array.from({ length: 3000 }, (_, i) => (i + 1) * 0.5);
  const shots = planShots(1501, flashes);
  expect(shots).toHaveLength(1000);
  expect([shots[0]?.start_ms, shots.at(-1)?.end_ms]).toEqual([0, 1_501_000]);
});

test('cuts by hand are taken as they are', () => {
  expect(spans(shotsBetween(5000, [4000, 100, 100, 9000]))).toEqual([
    [0, 100],
    [100, 4000],
    [4000, 5000],
  ]);
});

const ai = (tag_type: Tag['tag_type'], name: string, score = 0.8): Tag => ({ tag_type, name, source: 'ai', score });
const machine = {
  caption: '一个杯子',
  ocr_text: '新品',
  speech_text: '大家好',
  tags: [ai('object', '杯子'), ai('scene', '厨房')],
};
const at = (field: Correction['field'], start_ms: number, end_ms: number, value: unknown) => ({
  field,
  start_ms,
  end_ms,
  value,
});

test('what people set wins over what the machine found, and only there', () => {
  const corrected = applyCorrections(machine, [
    at('caption', 0, 2000, '白色马克杯'),
    at('remove_tag', 0, 2000, 'scene:厨房'),
    at('add_tag', 0, 2000, { tag_type: 'custom', name: '主推' }),
  ]);
  expect(corrected).toEqual({
    caption: '白色马克杯',
    ocr_text: '新品',
    speech_text: '大家好',
    tags: [ai('object', '杯子'), { tag_type: 'custom', name: '主推', source: 'user', score: null }],
  });
});

const shot = (start_ms: number, end_ms: number) => ({ start_ms, end_ms, ...machine });

test('a correction follows its time when the shots are others', () => {
  const said = [at('caption', 2000, 4000, '第二段')];
  const captions = (shots: ReturnType<typeof shot>[]) => correctShots(shots, said).map(({ caption }) => caption);
  expect(captions([shot(0, 2000), shot(2000, 4000)])).toEqual(['一个杯子', '第二段']);
  // Half a second off, cut in two, and joined with what comes before.
  expect(captions([shot(0, 2400), shot(2400, 4000)])).toEqual(['一个杯子', '第二段']);
  expect(captions([shot(0, 2000), shot(2000, 3000), shot(3000, 4000)])).toEqual(['一个杯子', '第二段', '第二段']);
  expect(captions([shot(0, 4000)])).toEqual(['第二段']);
});

test('joined shots say what was set for each of them; what the machine found is kept beside it', () => {
  const both = [at('caption', 2000, 4000, '后一段'), at('caption', 0, 2000, '前一段')];
  const [joined] = correctShots([{ start_ms: 0, end_ms: 4000, ...machine }], both);
  expect(joined).toMatchObject({ caption: '前一段；后一段', found: { caption: '一个杯子' } });
  expect(machineText(joined!)).toEqual(machine);
});

test('measuring again leaves what models and people found; understanding leaves flaws and products', () => {
  const old = [ai('scene', '厨房'), ai('colour', '红色'), ai('quality', '抖动'), ai('product', '咖啡机')];
  expect(replaceMeasured(old, [ai('colour', '蓝色')]).map(({ name }) => name)).toEqual(['厨房', '咖啡机', '蓝色']);
  expect(replaceUnderstood(old, [ai('scene', '卧室')]).map(({ name }) => name)).toEqual(['咖啡机', '抖动', '卧室']);
});

test('a material has the tags of most of it, filters find all of its shots, and hands stay', () => {
  const many = Array.from({ length: 30 }, (_, i) => ai('object', `物${i}`, 0.5));
  const { tags, tag_keys } = materialTags(
    [{ tag_type: 'custom', name: '主推', source: 'user', score: null }, ai('scene', '旧的')],
    [
      { start_ms: 0, end_ms: 8000, tags: [ai('scene', '厨房'), ai('duration', '3–10 秒')] },
      { start_ms: 8000, end_ms: 9000, tags: many },
    ],
    { duration: 9 },
  );
  expect(tags[0]).toEqual(ai('scene', '厨房'));
  expect(tags).toHaveLength(26);
  expect(tags.at(-1)).toMatchObject({ name: '主推', source: 'user' });
  expect(tag_keys).toContain('object:物29');
  expect(tag_keys).not.toContain('scene:旧的');
});

test('quality falls with blur, darkness, shaking, small size and black', () => {
  const good = {
    sharpness: 400,
    brightness: 120,
    motion: 2,
    shake: 0.5,
    shortSide: 1080,
    black: 0,
    frozen: 0,
    damaged: 0,
  };
  expect(rateQuality(good)).toBe(100);
  const worse = [{ sharpness: 10 }, { brightness: 20 }, { shake: 9 }, { shortSide: 240 }, { black: 0.8 }];
  for (const change of worse) expect(rateQuality({ ...good, ...change })).toBeLessThan(60);
});

const line = (text: string, y: number, x = 0.1) => ({ text, score: 0.9, box: { x, y, width: 0.3, height: 0.05 } });
const sight = (text: Sight['text']): Sight =>
  ({ text, faces: [], objects: [], scenes: [], vector: new Float32Array(0), people: 0 }) as unknown as Sight;

test('writing that stays on screen is written down once, in the order of reading', () => {
  const first = sight([line('限时特惠', 0.8), line('右边', 0.101, 0.6), line('左边', 0.1)]);
  const second = sight([line('限时特惠 全场5折', 0.8), line('左 边', 0.1)]);
  expect(writingOf([first, second])).toBe('左边\n右边\n限时特惠 全场5折');
});

const seen = (texts: string[], score: number) =>
  sight(texts.map((text, i) => ({ ...line(text, 0.1 + i * 0.1), score })));

test.each([
  ['a dash that was read for 一', ['买一送一 今日下单'], ['买—送一 今日下单'], '买一送一 今日下单'],
  ['one letter read wrongly', ['加厚防滑地垫'], ['加厚防滑地塾'], '加厚防滑地垫'],
  ['an ornament around it', ['— 好物推荐 —'], ['好物推荐'], '— 好物推荐 —'],
  ['a line that moves by', ['夏日清爽好物'], ['清爽好物推荐清单'], '夏日清爽好物推荐清单'],
  ['a line that is being written', ['限时优'], ['限时优惠三折起'], '限时优惠三折起'],
  ['another price', ['直播价 99 元'], ['直播价 89 元'], '直播价 99 元\n直播价 89 元'],
  ['another offer', ['买一送一'], ['买二送一'], '买一送一\n买二送一'],
  ['another word', ['红色'], ['蓝色'], '红色\n蓝色'],
  [
    'two lines of one picture',
    ['纯棉面料 透气舒适', '透气舒适 不起球不掉色'],
    [],
    '纯棉面料 透气舒适\n透气舒适 不起球不掉色',
  ],
])('writing of a shot: %s', (_what, first, second, expected) => {
  expect(writingOf([seen(first, 0.95), seen(second, 0.8)])).toBe(expected);
});

const word = (text: string, start: number) => ({ text, start, end: start + 0.4, from: 0, to: 0 });

test('a shot says the words that are heard in it', () => {
  const heard = {
    speech: [{ start: 0.5, end: 3.2 }],
    words: [word('你', 1), word('好', 1.9), word('big', 2.5), word('sale', 3)],
  };
  expect(heardIn(heard, { start_ms: 0, end_ms: 2000 })).toEqual({ speech_text: '你', has_speech: true });
  expect(heardIn(heard, { start_ms: 2000, end_ms: 4000 })).toEqual({ speech_text: '好big sale', has_speech: true });
  expect(heardIn(heard, { start_ms: 4000, end_ms: 9000 })).toEqual({ speech_text: '', has_speech: false });
  expect(textOf(heard.words)).toBe('你好big sale');
});

test('a shot is silent, or music, or speech', () => {
  const peaks = [...Array.from({ length: 100 }, () => 0), ...Array.from({ length: 100 }, () => 40)];
  expect(soundName(peaks, { start_ms: 0, end_ms: 2000 }, false)).toBe('静音');
  expect(soundName(peaks, { start_ms: 2000, end_ms: 4000 }, false)).toBe('有音乐或环境声');
  expect(soundName(peaks, { start_ms: 0, end_ms: 2000 }, true)).toBe('有人说话');
});
