import { callOf, type Material, type MaterialDetail, type Shot } from '@mixreel/contract';
import type { Page, Route } from '@playwright/test';
import { answerStreams } from './streams.ts';

/** A library as large as asked for, answered in the browser: for measuring the page alone, without a server's time. */
export type FakeLibrary = {
  total: number;
  /** Where pictures come from: `<pictures>/cover-1`. */
  pictures: string;
};

const HERE = 'pictures:';
const TAGS = ['厨房', '牛奶', '女生', '近景', '户外', '开箱', '暖色', '特写'];
const NAMES = ['早餐倒牛奶', '海边涂防晒霜', '开箱第一视角', '产品转台', '街头采访', '口播背景'];

export async function answerLibrary(page: Page, { total, pictures }: FakeLibrary): Promise<void> {
  const own = <T extends object>(data: T) => JSON.parse(JSON.stringify(data).replaceAll(HERE, pictures)) as T;
  await page.route(`**${callOf('material.list').path}`, (route) => {
    const { page_index, page_size } = route.request().postDataJSON() as { page_index: number; page_size: number };
    const first = (page_index - 1) * page_size;
    const count = Math.max(0, Math.min(page_size, total - first));
    const items = Array.from({ length: count }, (_, n) => fakeMaterial(first + n));
    return answer(route, {
      items: own(items),
      page_info: { page_index, page_size, total, total_page: Math.ceil(total / page_size) },
    });
  });
  await page.route(`**${callOf('material.tagTypes').path}**`, (route) =>
    answer(route, {
      items: [
        { type: 'scene', label: '场景', multi: true, values: values('scene', ['厨房', '户外', '海边', '街头']) },
        { type: 'object', label: '物体', multi: true, values: values('object', [...TAGS, '杯子', '手机', '防晒霜']) },
      ],
    }),
  );
  const analysis = {
    analysis_status: 'running',
    analysis_total: 288,
    all_total: 300,
    later_total: 0,
    failed_total: 0,
    changed: [],
  };
  await answerStreams(page, (path) => (path === callOf('analysis.info').path ? [{ data: analysis }] : []));
  await page.route(`**${callOf('material.detail').path}**`, (route) => answer(route, own(fakeDetail())));
  await page.route(`**${callOf('material.ids').path}`, (route) =>
    answer(route, { material_ids: Array.from({ length: Math.min(1000, total) }, (_, n) => `m${n}`), total }),
  );
  await page.route(`**${callOf('search.clips').path}**`, (route) => {
    const items = fakeDetail().shots.map((shot, n) => ({
      ...shot,
      shot_id: `c${n}`,
      material_name: `${NAMES[n % NAMES.length]} ${n}.mp4`,
      material_type: 'video',
      preview_url: null,
      sprite: fakeMaterial(0).sprite,
      width: 1080,
      height: 1920,
      used_count: n,
      rights_expires_at: null,
      rights_consent: 'unknown',
      score: 1 - n / 20,
      reasons: [
        { kind: 'caption', text: '女生在厨房里倒牛奶', words: ['倒', '牛奶'] },
        { kind: 'tag', text: '牛奶', words: ['牛奶'] },
      ],
    }));
    return answer(route, {
      items: own(items),
      page_info: { page_index: 1, page_size: 100, total: items.length, total_page: 1 },
      kinds: {},
      understood: { words: ['倒', '牛奶'], missing: [], has_meaning: true },
    });
  });
  await page.route(`**${callOf('analysis.persons').path}**`, (route) =>
    answer(route, {
      items: [
        { person_id: 'p1', person_name: '小林', cover_url: null, faces_count: 40, shots_count: 12 },
        { person_id: 'p2', person_name: '', cover_url: null, faces_count: 9, shots_count: 4 },
      ],
      page_info: { page_index: 1, page_size: 100, total: 2, total_page: 1 },
    }),
  );
}

function values(type: string, names: string[]) {
  return names.map((name, n) => ({ value: `${type}:${name}`, label: name, count: 12_400 - n * 877 }));
}

function answer(route: Route, data: unknown): Promise<void> {
  return route.fulfill({ json: { code: 0, message: '', data } });
}

function fakeMaterial(n: number): Material {
  const status = n % 11 === 5 ? 'running' : n % 13 === 7 ? 'failed' : n % 17 === 9 ? 'waiting' : 'done';
  return {
    material_id: `m${n}`,
    project_id: null,
    dir_id: null,
    material_name: `${NAMES[n % NAMES.length]} ${String(n).padStart(5, '0')}.mp4`,
    material_type: 'video',
    material_sub_type: 'shot_video',
    material_source: 'user_upload',
    vlc_id: `v${n}`,
    cdn_url: `/files/fake-${n}`,
    cover_url: `${HERE}/cover-${n}`,
    preview_url: null,
    sprite: { url: `${HERE}/sprite-${n}`, columns: 5, rows: 5, width: 160, height: 284, step: 0.5 },
    source_info: { duration: 12.5 + (n % 60), width: 1080, height: 1920, bytes: 12_000_000, fps: 30 },
    analysis_status: status,
    analysis_message: status === 'failed' ? '文件中间有一段损坏' : null,
    tags: [0, 3, 5].map((k) => ({
      tag_type: 'object',
      name: TAGS[(n + k) % TAGS.length] ?? '',
      source: 'ai',
      score: 0.9,
    })),
    shots_count: 6,
    quality: 80,
    has_speech: n % 2 === 0,
    ai_origin: n % 9 === 4,
    like_count: 0,
    liked: n % 7 === 3,
    used_count: n % 5,
    rights_expires_at: n % 19 === 6 ? '2020-01-01T00:00:00Z' : null,
    rights_consent: 'unknown',
    created_at: new Date(1.78e12).toISOString(),
    deleted_at: null,
  };
}

function fakeDetail(): MaterialDetail {
  const shots = Array.from({ length: 8 }, (_, index) => fakeShot(index));
  return {
    ...fakeMaterial(0),
    shots,
    words: ['大家', '好', '今天', '给', '大家', '带来', '一款', '新的', '牛奶'].map((text, n) => ({
      text,
      start: n * 0.3,
      end: n * 0.3 + 0.3,
      from: n,
      to: n + 1,
    })),
    peaks: Array.from({ length: 625 }, (_, n) => Math.round(40 + 40 * Math.sin(n / 9) * Math.cos(n / 41))),
    marks: {
      black: [{ start: 0, end: 0.6 }],
      frozen: [],
      damaged: [],
      blurred: [{ start: 5, end: 6.2 }],
      shaky: [{ start: 9, end: 10 }],
    },
    facts: {
      format: 'mp4',
      codec: 'h264',
      audio_codec: 'aac',
      audio_tracks: 1,
      rotation: 90,
      hdr: 'none',
      is_variable_rate: true,
      loudness: -18.2,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      origin_url: null,
    },
    rights: { licence: 'own', consent: 'given', region: '中国大陆', expires_at: null, note: '' },
    withheld: null,
    note: '',
    made_of: null,
    uses: [],
    creator_name: '管理员',
  };
}

function fakeShot(index: number): Shot {
  return {
    shot_id: `s${index}`,
    material_id: 'm0',
    index,
    start_ms: index * 1560,
    end_ms: (index + 1) * 1560,
    cover_url: `${HERE}/cover-${index}`,
    caption: '女生在厨房里把牛奶倒进玻璃杯，窗边有自然光',
    tags: [
      { tag_type: 'object', name: '牛奶', source: 'ai', score: 0.93 },
      { tag_type: 'scene', name: '厨房', source: 'ai', score: 0.81 },
      { tag_type: 'custom', name: '新品', source: 'user', score: null },
    ],
    quality: 82,
    motion: 34,
    sharpness: 71,
    brightness: 55,
    colours: ['#e8dcc8', '#7d6a55', '#33404d'],
    faces: [{ person_id: 'p1', person_name: '小林', box: { x: 0.3, y: 0.2, width: 0.2, height: 0.2 } }],
    ocr_text: index === 1 ? '新品上市\n第二件半价' : '',
    speech_text: index < 3 ? '大家好，今天给大家带来一款新的牛奶' : '',
    has_speech: index < 3,
    corrected: index === 0 ? ['caption', 'tags'] : [],
  };
}
