/** What is measured, and how much of it a unit is: 1.2L and 1200ml are the same volume. */
export type Unit = { of: string; times: number };

const MEASURES: Record<string, Record<string, number>> = {
  ml: { ml: 1, 毫升: 1, cc: 1, l: 1000, 升: 1000, 公升: 1000 },
  g: { mg: 0.001, 毫克: 0.001, g: 1, 克: 1, kg: 1000, 千克: 1000, 公斤: 1000, 斤: 500, 吨: 1e6 },
  mm: {
    mm: 1,
    毫米: 1,
    cm: 10,
    厘米: 10,
    公分: 10,
    m: 1000,
    米: 1000,
    km: 1e6,
    公里: 1e6,
    千米: 1e6,
    英寸: 25.4,
    寸: 25.4,
  },
  秒: { s: 1, 秒: 1, 秒钟: 1, 分钟: 60, min: 60, 小时: 3600, 个小时: 3600, 钟头: 3600, 个钟头: 3600, h: 3600 },
  天: { 天: 1, 日: 1, 个工作日: 1, 工作日: 1, 周: 7, 星期: 7, 个星期: 7, 礼拜: 7, 个礼拜: 7 },
  月: { 个月: 1, 月: 1, 个季度: 3, 季度: 3, 年: 12, 周年: 12 },
  w: { w: 1, 瓦: 1, kw: 1000, 千瓦: 1000 },
  v: { v: 1, 伏: 1, 伏特: 1 },
  mah: { mah: 1, 毫安: 1, 毫安时: 1 },
  mb: { mb: 1, gb: 1024, tb: 1048576 },
  度: { 度: 1, '°c': 1, '℃': 1, 摄氏度: 1 },
  平米: { 平米: 1, 平方米: 1, 平方: 1, '㎡': 1 },
  卡: { 千卡: 1, kcal: 1, 大卡: 1, 卡: 0.001 },
  人: { 人: 1, 位: 1, 名: 1, 人次: 1 },
  倍: { 倍: 1 },
  次: { 次: 1, 遍: 1, 回: 1 },
  岁: { 岁: 1, 周岁: 1 },
};
const COUNTED = Array.from(
  '瓶件杯盒包袋支条只双套份台部款种个片颗粒滴口勺碗张层步码级期堂节页家罐箱桶粒贴枚串块把根株棵间道关门项',
);

const UNITS = new Map<string, Unit>();
for (const [of, units] of Object.entries(MEASURES)) {
  for (const [name, times] of Object.entries(units)) UNITS.set(name, { of, times });
}
/** As sheets from abroad have them; what is counted, by what it is counted by here. */
const ABROAD: Record<string, string[]> = {
  秒: ['second', 'seconds', 'sec', 'secs'],
  分钟: ['minute', 'minutes', 'mins'],
  小时: ['hour', 'hours', 'hrs'],
  天: ['day', 'days'],
  周: ['week', 'weeks'],
  个月: ['month', 'months'],
  年: ['year', 'years'],
  英寸: ['inch', 'inches'],
  毫升: ['milliliters', 'millilitres'],
  升: ['liter', 'liters', 'litre', 'litres'],
  克: ['gram', 'grams'],
  公斤: ['kilogram', 'kilograms', 'kgs'],
  米: ['meter', 'meters', 'metres'],
  公里: ['kilometer', 'kilometers', 'kilometres'],
  瓦: ['watt', 'watts'],
  人: ['people', 'persons'],
  次: ['times'],
  件: ['pcs', 'pieces'],
  包: ['pack', 'packs'],
  瓶: ['bottle', 'bottles'],
  杯: ['cup', 'cups'],
};

for (const name of COUNTED) UNITS.set(name, { of: name, times: 1 });

for (const [name, others] of Object.entries(ABROAD)) for (const other of others) UNITS.set(other, UNITS.get(name)!);

/** All names of units, the longest first. */
export const UNIT = [...UNITS.keys()].toSorted((a, b) => b.length - a.length).join('|');
export const COUNTER = `[${COUNTED.join('')}]`;

export function unitOf(name: string): Unit | null {
  return UNITS.get(name.toLowerCase()) ?? null;
}

export function isCounter(of: string): boolean {
  return COUNTED.includes(of) || of === '人' || of === '次';
}
