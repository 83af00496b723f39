import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** What people write on marketing videos. */
export const VISION_LINES = [
  '限时特惠只要99.9元',
  '全场满300减50',
  '新品上市买一送一',
  '点击左下角链接下单',
  '这款保温杯真的太好用了',
  '早上一杯冷萃咖啡',
  '敏感肌也能用的防晒霜',
  '不含酒精不含香精',
  'Free shipping worldwide',
  'Buy now 50% OFF',
  'Hello World',
  '@混剪工场',
  '抖音号：88664422',
  '关注主播不迷路',
  '今天教大家做一道红烧肉',
  '三分钟学会穿搭技巧',
  'iPhone 16 Pro Max',
  '100%纯棉面料亲肤透气',
  '超大容量20000mAh',
  '办公室必备好物推荐',
  '繁體字測試優惠價',
  '拍一发三限量500份',
  '微胖女生显瘦穿搭',
  '厨房神器一擦就净',
];

const SIZES = [28, 44, 64];
const LINES_EACH = 8;
const FONT = fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-sc/500Medium/NotoSansSC_500Medium.ttf'));

/** Three phone frames with eight lines each, small, middling and large, over a picture that is not plain. */
export async function drawVisionPictures(dir: string): Promise<string[]> {
  const paths: string[] = [];
  for (const [page, size] of SIZES.entries()) {
    const lines = VISION_LINES.slice(page * LINES_EACH, (page + 1) * LINES_EACH);
    const composites = await Promise.all(
      lines.map(async (line, i) => ({
        input: await sharp({
          text: {
            text: `<span foreground="${i % 2 ? '#ffffff' : '#ffe100'}">${line}</span>`,
            font: `Noto Sans SC ${size * 0.75}`,
            fontfile: FONT,
            rgba: true,
            dpi: 96,
          },
        })
          .png()
          .toBuffer(),
        left: 80 + i * 20,
        top: 140 + i * 200,
      })),
    );
    const path = join(dir, `${page}.jpg`);
    writeFileSync(path, await sharp(Buffer.from(BACKGROUND)).composite(composites).jpeg({ quality: 85 }).toBuffer());
    paths.push(path);
  }
  return paths;
}

/** Somebody before a wall, a table with a clock above: a face and things to be found. */
const BACKGROUND = `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1920">
  <linearGradient id="g" x2="1" y2="1"><stop stop-color="#27364a"/><stop offset="1" stop-color="#8a6f55"/></linearGradient>
  <radialGradient id="s" cx=".45" cy=".4" r=".7"><stop stop-color="#f2c9ac"/><stop offset="1" stop-color="#8a5a44"/></radialGradient>
  <rect width="1080" height="1920" fill="url(#g)"/>
  <g transform="translate(420 700) scale(1.6)"><ellipse cx="150" cy="470" rx="150" ry="130" fill="#334"/>
  <rect x="115" y="300" width="70" height="80" fill="#b57f64"/><ellipse cx="150" cy="210" rx="112" ry="140" fill="#2b1b12"/>
  <ellipse cx="150" cy="225" rx="92" ry="118" fill="url(#s)"/><ellipse cx="112" cy="205" rx="19" ry="10" fill="#fff"/>
  <ellipse cx="188" cy="205" rx="19" ry="10" fill="#fff"/><circle cx="112" cy="205" r="9"/><circle cx="188" cy="205" r="9"/>
  <path d="M150 210q-14 42-16 48q16 12 32 0q-2-6-16-48" fill="#c98f74"/>
  <path d="M112 290q38 26 76 0q-38-14-76 0" fill="#a03a3a"/></g>
  <circle cx="850" cy="300" r="130" fill="#222"/><circle cx="850" cy="300" r="118" fill="#fdfdf8"/>
  <path d="M850 300V215M850 300L910 326" stroke="#111" stroke-width="9"/></svg>`;
