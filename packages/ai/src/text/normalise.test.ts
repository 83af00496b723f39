import { describe, expect, test } from 'vitest';
import { normaliseForSpeech } from '#text/normalise.ts';

const say = (text: string) => normaliseForSpeech(text).text;

/** `written said`, one a line. */
function pairs(lines: string): [string, string][] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [written = '', said = ''] = line.trim().split(/\s*\|\s*/);
      return [written, said];
    });
}

describe('numbers', () => {
  test.each(
    pairs(`
    1999           | 一千九百九十九
    12000          | 一万两千
    3200           | 三千二百
    10000001       | 一千万零一
    100860         | 十万零八百六十
    1,234,567      | 一百二十三万四千五百六十七
    0.5            | 零点五
    -3             | 负三
    ９９           | 九十九
    第2个          | 第二个
    2个            | 两个
    22个           | 二十二个
    2月2号         | 二月二号
    2楼            | 二楼
    2000           | 两千
    1+1=2          | 一加一等于二
    3×4            | 三乘四
    24小时         | 二十四小时
    3/4杯          | 四分之三杯
    16:9           | 十六比九
    100+款         | 一百加款
    1.2万          | 一点二万
  `),
  )('%s is said %s', (written, said) => {
    expect(say(written)).toBe(said);
  });
});

describe('prices and shares', () => {
  test.each(
    pairs(`
    ¥9.90          | 九点九元
    1,999.00元     | 一千九百九十九元
    ￥99-199       | 九十九到一百九十九元
    $29.9          | 二十九点九美元
    2元            | 两元
    ¥1.2万         | 一点二万元
    10w+好评       | 十万加好评
    50%            | 百分之五十
    10~20%         | 百分之十到百分之二十
    8.5折          | 八五折
    85折           | 八五折
    3-5折          | 三到五折
    99元/件        | 九十九元每件
  `),
  )('%s is said %s', (written, said) => {
    expect(say(written)).toBe(said);
  });
});

describe('dates and times', () => {
  test.each(
    pairs(`
    2026-11-11     | 二零二六年十一月十一日
    2026/1/5       | 二零二六年一月五日
    11/11          | 十一月十一日
    11月11日       | 十一月十一日
    11.11大促      | 双十一大促
    11.11元        | 十一点一一元
    双11           | 双十一
    618大促        | 六幺八大促
    618元          | 六百一十八元
    2026新款       | 二零二六新款
    2025年         | 二零二五年
    15年质保       | 十五年质保
    20:00          | 二十点
    2:05           | 两点零五分
    9:00-18:00     | 九点到十八点
    3-5天          | 三到五天
  `),
  )('%s is said %s', (written, said) => {
    expect(say(written)).toBe(said);
  });
});

describe('units, phones and names with numbers', () => {
  test.each(
    pairs(`
    2kg装          | 两公斤装
    500ml装        | 五百毫升装
    面积60m²       | 面积六十平方米
    -5℃            | 零下五摄氏度
    时速120km/h    | 时速一百二十公里每小时
    120W快充       | 一百二十瓦快充
    5000mAh电池    | 五千毫安电池
    长20×30×10cm   | 长二十乘三十乘十厘米
    13800138000    | 幺三八、零零幺三、八零零零
    400-820-8888   | 四零零、八二零、八八八八
    12315          | 幺二三幺五
    316不锈钢      | 三一六不锈钢
    iPhone 15手机  | iPhone十五手机
    RTX 4090显卡   | RTX四零九零显卡
    1080P画质      | 一零八零P画质
    SPF50+防晒     | SPF五十加防晒
    销量No.1       | 销量第一
  `),
  )('%s is said %s', (written, said) => {
    expect(say(written)).toBe(said);
  });
});

test('a text without Chinese characters has its numbers said in English', () => {
  const said = say('Only $1,299.5 in 2026, 30% off 2kg packs').replaceAll(/\s+/g, ' ');
  expect(said).toBe(
    'Only one thousand two hundred ninety nine point five dollars in twenty twenty six, thirty percent off two kilograms packs',
  );
});

test('every said character knows which written ones it stands for', () => {
  const written = '只要¥199😀，3-5天到货';
  const { pieces } = normaliseForSpeech(written);
  const shown = pieces.map(({ text, from, to }) => `${written.slice(from, to)}=${text}`);
  expect(shown).toEqual(['只=只', '要=要', '¥199=一百九十九元', '，=，', '3-5=三到五', '天=天', '到=到', '货=货']);
});

test('emoji, control characters and invisible ones are dropped, and nothing is interpreted as markup', () => {
  expect(say('你\u0007好\u200B👨‍👩‍👧！🇨🇳')).toBe('你好！');
  expect(say('<speak>你好<break time="2s"/></speak>')).toContain('break time');
});

test("traditional characters are read, and a space's own dictionary comes first, longest word first", () => {
  expect(say('這個東西')).toBe('这个东西');
  const dictionary = [
    { word: '元气', words: '圆气' },
    { word: '元气森林', words: '源气森林' },
    { word: 'XKR', words: '星科瑞' },
  ];
  expect(normaliseForSpeech('喝元气森林，用xkr', dictionary).text).toBe('喝源气森林，用星科瑞');
});

test('a text of the allowed length, whatever it consists of, is read in well under a second', () => {
  for (const unit of ['9', '1-', '¥', 'a.', '11.11', '%', '<', '１，', '第']) {
    const began = process.cpuUsage();
    normaliseForSpeech(unit.repeat(5000 / unit.length));
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(1500);
  }
});
