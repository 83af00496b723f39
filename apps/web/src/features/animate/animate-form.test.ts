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
    durations: [5],
    ways: ['camera'],
    has_prompt: true,
    prompt_max: 10,
    has_negative: true,
    has_camera: true,
    has_effects: false,
    has_modes: true,
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
  expect([filmsOf(form), costOf(form, engine), problemOf(form, engine)]).toEqual([4, 10, null]);
  expect(problemOf({ ...form, pictures: [picture(200, 400)] }, engine)).toContain('300 像素');
  expect(problemOf({ ...form, pictures: [picture(300, 1200)] }, engine)).toContain('2.5 倍');
  expect(problemOf({ ...form, duration: 10 }, engine)).toContain('10 秒');
  expect(problemOf({ ...form, ratio: '1:1' }, engine)).toContain('1:1');
  expect(problemOf({ ...form, prompt: '字'.repeat(11) }, engine)).toContain('10 字');
  expect(problemOf({ ...form, way: 'morph' }, engine)).toContain('尾帧');
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
