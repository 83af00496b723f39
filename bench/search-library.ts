import { existsSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ai } from '@mixreel/ai';
import { fontPath, runFfmpeg, type Args, type Tools } from '@mixreel/media';
import { DEMO_CLIPS } from '../apps/server/src/features/demo/clips.ts';
import { renderClip } from '../apps/server/src/features/demo/render-clip.ts';

/** A film of the library, by the key that questions name it with; its file gets a number for a name. */
export type LibraryClip = { key: string; path: string };

type Make = { tools: Tools; ai: Ai; footage: string; folder: string; signal: AbortSignal };

/** Pieces of the real recordings: key, file, seconds from and to (the whole where there are none). */
const REAL: [string, string, number?, number?][] = [
  ['man_skull_1', 'again.mkv'],
  ['woman_hoodie_1', 'book.mkv'],
  ['man_pattern', 'eat.mkv'],
  ['man_skull_2', 'help.mkv'],
  ['man_tee', 'milk.mkv'],
  ['woman_hoodie_2', 'walk.mkv'],
  ['bottles_3a', 'bottle-detection.mp4', 0.2, 2.8],
  ['bottles_3b', 'bottle-detection.mp4', 3, 5.2],
  ['bottle_hand_a', 'bottle-detection.mp4', 5.6, 6.7],
  ['bottles_2a', 'bottle-detection.mp4', 8.2, 10.4],
  ['bottle_hand_b', 'bottle-detection.mp4', 11.9, 13.6],
  ['bottles_3c', 'bottle-detection.mp4', 14.2, 15.4],
  ['bottle_hands', 'bottle-detection.mp4', 15.8, 17.3],
  ['bottles_1a', 'bottle-detection.mp4', 18.4, 20],
  ['bottles_1b', 'bottle-detection.mp4', 20, 21.4],
  ['bottle_hand_c', 'bottle-detection.mp4', 22.8, 24.4],
  ['bottles_2b', 'bottle-detection.mp4', 25.2, 26.6],
  ['bottle_hand_d', 'bottle-detection.mp4', 27.8, 28.7],
  ['bottles_3d', 'bottle-detection.mp4', 29.3, 30.4],
  ['bottle_hand_e', 'bottle-detection.mp4', 30.8, 31.6],
  ['bottles_2c', 'bottle-detection.mp4', 32.4, 34.2],
  ['bottle_hand_f', 'bottle-detection.mp4', 34.9, 36.3],
  ['bottles_3e', 'bottle-detection.mp4', 37.2, 39.4],
  ['road_1', 'car-detection.mp4', 0, 1.5],
  ['car_white_1', 'car-detection.mp4', 5.2, 7],
  ['road_2', 'car-detection.mp4', 9.4, 11],
  ['road_5', 'car-detection.mp4', 11.5, 13.5],
  ['cars_two', 'car-detection.mp4', 15.9, 17.2],
  ['car_red', 'car-detection.mp4', 17.4, 19],
  ['road_3', 'car-detection.mp4', 21.6, 23],
  ['car_white_2', 'car-detection.mp4', 25.6, 27],
  ['road_4', 'car-detection.mp4', 28.4, 29.8],
  ['apple', 'fruit-and-vegetable-detection.mp4', 0.3, 0.95],
  ['apple_broccoli', 'fruit-and-vegetable-detection.mp4', 1.1, 1.8],
  ['broccoli', 'fruit-and-vegetable-detection.mp4', 2.2, 2.8],
  ['cauliflower', 'fruit-and-vegetable-detection.mp4', 3.9, 4.8],
  ['orange', 'fruit-and-vegetable-detection.mp4', 5.8, 6.7],
  ['woman_head_side', 'head-pose-face-detection-female.mp4', 0, 0.5],
  ['woman_head_front', 'head-pose-face-detection-female.mp4', 1.2, 1.9],
  ['classroom', 'classroom.mp4'],
  ['pair_far', 'face-demographics-walking.mp4', 0, 1.2],
  ['pair_near', 'face-demographics-walking.mp4', 1.8, 2.9],
  ['park_1', 'person-bicycle-car-detection.mp4', 0, 1.4],
  ['park_2', 'person-bicycle-car-detection.mp4', 2, 3.4],
];

/** Photographs of the same folder. */
const PHOTOS: [string, string][] = [
  ['astronaut', 'astronaut'],
  ['cat', 'chelsea'],
  ['coffee', 'coffee'],
  ['rocket', 'rocket'],
  ['wall', 'kodak-01'],
  ['door', 'kodak-02'],
  ['hats', 'kodak-03'],
  ['red_hat', 'kodak-04'],
  ['motocross', 'kodak-05'],
  ['old_boat', 'kodak-06'],
  ['sails', 'kodak-09'],
  ['yacht', 'kodak-10'],
  ['beach', 'kodak-12'],
  ['raft', 'kodak-14'],
  ['girl', 'kodak-15'],
  ['statue', 'kodak-17'],
  ['black_dress', 'kodak-18'],
  ['lighthouse_1', 'kodak-19'],
  ['lighthouse_2', 'kodak-21'],
  ['parrots', 'kodak-23'],
];

/** Drawn cards: key, colour of the ground, what is written. */
const CARDS: [string, string, string][] = [
  ['card_half', '#c1121f', '全场五折起'],
  ['card_post', '#1d4ed8', '全国包邮'],
  ['card_plant', '#15803d', '天然植物成分'],
  ['card_new', '#facc15', '新品首发'],
  ['card_countdown', '#111111', '倒计时3天'],
  ['card_skin', '#f8fafc', '敏感肌可用'],
  ['card_return', '#7e22ce', '七天无理由退货'],
  ['card_gift', '#f97316', '买一送一'],
  ['card_mother', '#f9a8d4', '母亲节快乐'],
  ['card_router', '#0f172a', '千兆路由器'],
  ['card_sugar', '#a7f3d0', '0糖0脂0卡'],
  ['card_battery', '#334155', '续航72小时'],
  ['card_scan', '#ffffff', '扫码领取优惠券'],
  ['card_hours', '#78350f', '营业时间早九点到晚十点'],
  ['card_summer', '#38bdf8', 'SUMMER SALE'],
  ['card_steps', '#e5e7eb', '使用方法三步搞定'],
  ['card_hiring', '#94a3b8', '诚聘门店店员'],
  ['card_weather', '#bae6fd', '明天多云转晴'],
  ['card_menu', '#fde68a', '今日菜单红烧牛肉面'],
  ['card_exam', '#e2e8f0', '高考倒计时一百天'],
];

/** Spoken lines over a plain moving ground: key, ground as an ffmpeg source, what is said. */
const SPOKEN: [string, string, string][] = [
  ['say_cup', 'gradients=c0=0x203040:c1=0x406080', '今天给大家介绍一款保温杯，早上装的热水，晚上还是烫的。'],
  ['say_mask', 'gradients=c0=0x503040:c1=0x906080', '这款面膜补水效果特别好，用完皮肤很滑。'],
  ['say_factory', 'gradients=c0=0x204020:c1=0x408060', '我们工厂直接发货，没有中间商赚差价。'],
  ['say_children', 'gradients=c0=0x404020:c1=0x808060', '如果你家里有小朋友，一定要看完这个视频。'],
  ['say_shoes', 'gradients=c0=0x201040:c1=0x603080', '这双跑鞋非常轻，跑十公里脚也不累。'],
  ['say_delivery', 'gradients=c0=0x401010:c1=0x803030', '现在下单，明天就能送到家。'],
  ['say_dough', 'gradients=c0=0x604020:c1=0xa08060', '先把面团揉好，再放进烤箱烤二十分钟。'],
  ['say_house', 'gradients=c0=0x104040:c1=0x308080', '这套房子离地铁站只有五百米。'],
];

/** Pictures without anything to name: what differs is how they move and how bright they are. */
const PLAIN: [string, string][] = [
  ['fast', 'mandelbrot=s=640x360:r=25:end_scale=0.0005:end_pts=60'],
  ['life', 'life=s=640x360:mold=10:r=25:ratio=0.1:death_color=#C83232:life_color=#00ff00'],
  ['still_blue', 'color=c=0x2563eb:s=640x360:r=25'],
  ['still_green', 'color=c=0x16a34a:s=640x360:r=25'],
  ['dark', 'color=c=0x050505:s=640x360:r=25'],
];

/** Makes every film of the library; `null` where the real recordings are not there. */
export async function makeLibrary(make: Make): Promise<LibraryClip[] | null> {
  const { tools, ai, footage, folder, signal } = make;
  if (!footage || !existsSync(join(footage, 'car-detection.mp4'))) return null;
  const clips: LibraryClip[] = [];
  const next = (key: string, ending = 'mp4') => {
    const path = join(folder, `${String(1001 + clips.length)}.${ending}`);
    clips.push({ key, path });
    return path;
  };
  const encode: Args = [['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20']];

  for (const [key, file, from, to] of REAL) {
    const cut = from === undefined || to === undefined ? [] : ['-ss', from, '-t', to - from];
    await runFfmpeg(tools, [[...cut, '-i', join(footage, file)], ['-an'], ...encode, [next(key)]], { signal });
  }
  for (const [key, name] of PHOTOS) {
    const path = next(key, 'jpg');
    await copyFile(join(footage, 'photos', `${name}.jpg`), path);
  }
  for (const [key, colour, text] of CARDS) {
    const words = join(folder, `${key}.txt`);
    await writeFile(words, text);
    const ink = isLight(colour) ? '#111111' : '#ffffff';
    const size = Math.min(72, Math.floor(560 / Array.from(text).length));
    const draw = `drawtext=fontfile='${fontPath('hei')}':textfile='${words}':fontsize=${size}:fontcolor=${ink}:x=(w-tw)/2:y=(h-th)/2`;
    const ground = ['-f', 'lavfi', '-t', 2, '-i', `color=c=${colour}:s=640x360:r=25`];
    await runFfmpeg(tools, [ground, ['-vf', draw], ...encode, [next(key)]], {
      signal,
      reads: [words, fontPath('hei')],
    });
  }
  for (const [key, ground, text] of SPOKEN) {
    const { pcm, sample_rate: rate } = await ai.speak({ text, voice: 'zf_xiaoxiao' }, { signal });
    const sound = join(folder, `${key}.f32`);
    await writeFile(sound, Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength));
    const seconds = pcm.length / rate;
    await runFfmpeg(
      tools,
      [
        ['-f', 'lavfi', '-t', seconds, '-i', `${ground}:s=640x360:r=25`],
        ['-f', 'f32le', '-ar', rate, '-ac', 1, '-i', sound],
        ...encode,
        ['-c:a', 'aac'],
        [next(key)],
      ],
      { signal },
    );
  }
  for (const [key, source] of PLAIN) {
    await runFfmpeg(tools, [['-f', 'lavfi', '-t', 2.5, '-i', source], ...encode, [next(key)]], { signal });
  }
  for (const clip of DEMO_CLIPS) {
    await renderClip(tools, clip, next(clip.name.replace('.mp4', '')), { folder, signal });
  }
  return clips;
}

function isLight(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return red * 0.3 + green * 0.6 + blue * 0.1 > 140;
}
