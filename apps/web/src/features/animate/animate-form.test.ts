import { AnimateParams, type AnimateEngine, type Generation, type Material } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { costOf, EMPTY_FORM, filmsOf, formOf, problemOf, wishOf } from './animate-form.ts';
import { CAMERA_CHOICES, choiceOf, USUAL_STRENGTH } from './camera-choices.ts';

const engine = {
  engine: 'kling',
  engine_name: '可灵',
  is_built_in: false,
  is_ready: true,
  reason: null,
  price: 0.5,
  price_unit: '秒',
  can: {
    ratios: ['9:16'],
    keeps_shape: false,
    durations: [5, 10],
    lengths: [6, 10],
    ways: ['camera', 'morph'],
    has_prompt: true,
    prompt_max: 10,
    negative_max: 12,
    has_camera: true,
    has_effects: false,
    qualities: [
      { mode: 'std', size: '768P', durations: [5, 10] },
      { mode: 'pro', size: '1080P', durations: [5] },
    ],
    tail_modes: ['pro'],
    brush_modes: [],
    picture: { bytes_max: 1, side_min: 300, ratio_max: 2.5 },
  },
} satisfies AnimateEngine;

function picture(width: number, height: number): Material {
  const source_info = { width, height, duration: null, bytes: 1, fps: null };
  return { material_id: `m${width}`, material_name: '杯子.jpg', source_info } as Material;
}

test('every move of the camera that can be chosen is found again in what was made with it', () => {
  for (const { key, control } of CAMERA_CHOICES) {
    const made = control(8);
    expect(choiceOf(made)).toEqual({ key, strength: made?.type === 'simple' ? 8 : USUAL_STRENGTH });
  }
});

test('what a service would not take is said before it is sent, and what it costs', () => {
  const form = { ...EMPTY_FORM, pictures: [picture(800, 1200), picture(900, 900)], count: 2 };
  expect([filmsOf(form), costOf(form, engine), problemOf(form, engine)]).toEqual([4, 12, null]);
  expect(problemOf({ ...form, pictures: [picture(200, 400)] }, engine)).toContain('300 像素');
  expect(problemOf({ ...form, pictures: [picture(300, 1200)] }, engine)).toContain('2.5 倍');
  const only = { ...engine, can: { ...engine.can, durations: [5], lengths: [6], ways: ['camera' as const] } };
  expect(problemOf({ ...form, duration: 10 }, only)).toContain('没有 10 秒的，可选 6 秒');
  expect(problemOf({ ...form, duration: 10 }, engine)).toBeNull();
  const better = { ...form, mode: 'pro' as const, duration: 10 as const };
  expect(problemOf(better, engine)).toContain('「高品质 1080P」只有 6 秒的，或改用「标准 768P」');
  expect(problemOf({ ...form, ratio: '1:1' }, engine)).toContain('1:1');
  expect(problemOf({ ...form, ratio: '1:1' }, { ...engine, can: { ...engine.can, keeps_shape: true } })).toBeNull();
  expect(problemOf({ ...form, prompt: '字'.repeat(11) }, engine)).toContain('10 字');
  expect(problemOf({ ...form, negative: '字'.repeat(13) }, engine)).toContain('12 字');
  expect(problemOf({ ...form, way: 'morph', mode: 'pro' }, engine)).toContain('再选一张尾帧');
  const between = { ...form, way: 'morph' as const, tail: [picture(800, 1200)] };
  expect(problemOf(between, engine)).toContain('要用「高品质 1080P」');
  expect(problemOf({ ...between, mode: 'pro' }, engine)).toBeNull();
  expect(problemOf({ ...form, way: 'morph' }, only)).toContain('可灵做不了「首尾帧」');
  expect(problemOf(form, { ...engine, is_ready: false, reason: '正在下载' })).toBe('正在下载');
});

test('a card opened in the form again asks for the same', () => {
  const params = AnimateParams.parse({ camera: { type: 'simple', config: { tilt: -4 } }, ease: 'loop', ratio: '1:1' });
  const made = { generation_id: 'g', params, prompt: '花', negative: '', engine: 'kling' } as unknown as Generation;
  const wish = wishOf(formOf(made, [picture(800, 1200)]), 'p');
  expect(wish).toMatchObject({
    project_id: 'p',
    camera: params.camera,
    ease: 'loop',
    ratio: '1:1',
    prompt: '花',
    parent_id: 'g',
    images: [{ material_id: 'm800' }],
  });
});
