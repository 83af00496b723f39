/** Units as written behind a number, and how they are said. Case counts: 10w is 十万, 10W is 十瓦. */
export const UNITS: Record<string, string> = {
  'km/h': '公里每小时',
  'm/s': '米每秒',
  kW·h: '千瓦时',
  kWh: '千瓦时',
  mAh: '毫安',
  Wh: '瓦时',
  kcal: '千卡',
  kPa: '千帕',
  MPa: '兆帕',
  Pa: '帕',
  kJ: '千焦',
  kg: '公斤',
  Kg: '公斤',
  KG: '公斤',
  mg: '毫克',
  μg: '微克',
  ug: '微克',
  ml: '毫升',
  mL: '毫升',
  ML: '毫升',
  cm: '厘米',
  CM: '厘米',
  mm: '毫米',
  MM: '毫米',
  km: '公里',
  nm: '纳米',
  μm: '微米',
  um: '微米',
  'cm²': '平方厘米',
  'm²': '平方米',
  m2: '平方米',
  '㎡': '平方米',
  'm³': '立方米',
  m3: '立方米',
  '㎏': '公斤',
  '㎝': '厘米',
  '㎜': '毫米',
  '㎞': '公里',
  '℃': '摄氏度',
  '°C': '摄氏度',
  '℉': '华氏度',
  '°F': '华氏度',
  '°': '度',
  kW: '千瓦',
  KW: '千瓦',
  W: '瓦',
  kV: '千伏',
  V: '伏',
  mA: '毫安',
  GHz: 'G赫兹',
  MHz: '兆赫',
  kHz: '千赫',
  Hz: '赫兹',
  HZ: '赫兹',
  dB: '分贝',
  min: '分钟',
  ms: '毫秒',
  rpm: '转每分钟',
  fps: '帧每秒',
  lm: '流明',
  oz: '盎司',
  lb: '磅',
  ft: '英尺',
  inch: '英寸',
  '″': '英寸',
  px: '像素',
  g: '克',
  L: '升',
  l: '升',
  m: '米',
  h: '小时',
  s: '秒',
  w: '万',
  k: '千',
};

/** Longest first, so that m does not take the m of mAh. */
export const UNIT_PATTERN = Object.keys(UNITS)
  .toSorted((a, b) => b.length - a.length)
  .map((unit) => unit.replaceAll(/[/.*+?^$()|[\]\\]/g, String.raw`\$&`))
  .join('|');

/** What is counted with 两 when there are two of them. Not here: 月 号 日 楼 折 级 代 期 次元, which take 二. */
export const COUNTED =
  '个|只|件|条|张|片|瓶|盒|包|袋|支|枝|台|部|套|双|对|副|把|杯|碗|份|斤|公斤|千克|克|吨|升|毫升|米|厘米|毫米|公里|' +
  '英寸|平方米|平|天|周|年|小时|分钟|秒|点|岁|人|位|名|次|遍|步|款|种|类|项|元|块|万|亿|千|倍|场|集|页|颗|粒|枚|根|朵|' +
  '辆|间|家|节|组|排|箱|桶|罐|卷|串|勺|滴|圈|季|层|毛|瓦|伏';

/** More that is counted with 两, but is no unit that ends an amount: 两大, 两侧, 两晚. */
export const COUNTED_TOO = '晚|大|者|侧|端|边|头|口|餐|顿|味|色';
