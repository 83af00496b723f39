import { createRequire } from 'node:module';
import { readFontFile } from '#captions/font-file.ts';
import type { FontMetrics } from '#captions/font-file.ts';

/** A font that comes with the product. `boldId` names the next heavier one of the same kind. */
export type FontEntry = { id: string; name: string; weight: number; boldId?: string };

/** Every font a caption may use. All are under the SIL Open Font License. */
export const FONTS = [
  { id: 'hei', name: '思源黑体', weight: 500, boldId: 'hei-bold' },
  { id: 'hei-bold', name: '思源黑体 粗', weight: 700, boldId: 'hei-black' },
  { id: 'hei-black', name: '思源黑体 特粗', weight: 900 },
  { id: 'kuaile', name: '站酷快乐体', weight: 400 },
  { id: 'huangyou', name: '站酷庆科黄油体', weight: 400 },
  { id: 'xiaowei', name: '站酷小薇体', weight: 400 },
  { id: 'mashan', name: '马善政楷书', weight: 400 },
  { id: 'zhimang', name: '志莽行书', weight: 400 },
] as const satisfies FontEntry[];

/** The id of a font of the product. */
export type FontId = (typeof FONTS)[number]['id'];

/** The font that stands in for characters which a display font lacks. */
export const FALLBACK_FONT: FontId = 'hei-bold';

const require = createRequire(import.meta.url);

const FILES: Record<FontId, () => string> = {
  hei: () => require.resolve('@expo-google-fonts/noto-sans-sc/500Medium/NotoSansSC_500Medium.ttf'),
  'hei-bold': () => require.resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf'),
  'hei-black': () => require.resolve('@expo-google-fonts/noto-sans-sc/900Black/NotoSansSC_900Black.ttf'),
  kuaile: () => require.resolve('@expo-google-fonts/zcool-kuaile/400Regular/ZCOOLKuaiLe_400Regular.ttf'),
  huangyou: () =>
    require.resolve('@expo-google-fonts/zcool-qingke-huangyou/400Regular/ZCOOLQingKeHuangYou_400Regular.ttf'),
  xiaowei: () => require.resolve('@expo-google-fonts/zcool-xiaowei/400Regular/ZCOOLXiaoWei_400Regular.ttf'),
  mashan: () => require.resolve('@expo-google-fonts/ma-shan-zheng/400Regular/MaShanZheng_400Regular.ttf'),
  zhimang: () => require.resolve('@expo-google-fonts/zhi-mang-xing/400Regular/ZhiMangXing_400Regular.ttf'),
};

const loaded = new Map<FontId, FontMetrics>();

/** The metrics of a font, read once per process. */
export function fontMetrics(id: FontId): FontMetrics {
  const known = loaded.get(id);
  if (known) return known;
  const metrics = readFontFile(fontPath(id));
  loaded.set(id, metrics);
  return metrics;
}

/** Where the file of a font is. */
export function fontPath(id: FontId): string {
  return FILES[id]();
}

/** The entry of a font; throws when there is none. */
export function findFont(id: FontId): FontEntry {
  const font = FONTS.find((entry) => entry.id === id);
  if (!font) throw new Error(`There is no font ${id}`);
  return font;
}
