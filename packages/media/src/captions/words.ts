import { Jieba } from '@node-rs/jieba';
import { dict } from '@node-rs/jieba/dict.js';

/** A piece of text that stays on one line, with the spaces that follow it. */
export type Word = { text: string; space: string };

/** Measure words: a number keeps together with one of these. */
const UNITS = new Set(
  (
    '元 块 角 毛 分 折 倍 个 只 件 条 张 片 瓶 盒 包 袋 支 枝 台 部 套 双 对 副 把 杯 碗 份 斤 公斤 千克 克 吨 升 毫升 米 厘米 毫米 公里 千米 寸 英寸 ' +
    '平 平米 平方米 平方 度 年 月 日 号 天 周 小时 分钟 分 秒 秒钟 点 岁 人 位 名 次 遍 步 期 代 级 层 楼 款 种 类 项 万 亿 千 百 多 余 个月 块钱 元钱 ' +
    '万元 亿元 美元 欧元 港币 人民币 场 集 章 页 行 列 颗 粒 枚 根 朵 棵 头 匹 辆 艘 架 座 间 户 家 门 课 节 组 排 箱 桶 罐 听 卷 串 勺 滴 圈 环 星 季 ' +
    '年代 世纪 周年 周岁 公里 里 亩 公顷 瓦 千瓦 伏 安 毫安 像素 帧 倍速 人份 折起 元起 本 毛钱 角钱 分钱 星级 季度 摄氏度 华氏度 卡 大卡 千卡 卡路里 毫克 ' +
    '微克 毫安时 立方米 立方 平方厘米 英尺 尺 码 档 挡 轮 句 字 首 幅 口 餐 顿 盘 锅 壶 束 捆 堆 批 样 道 单 笔 日元 韩元 英镑 场次 回 席 日夜 年级 联 连 胎 格'
  ).split(' '),
);

const NUMERAL = /^[零〇一二三四五六七八九十百千万亿两半几]+$/;
/** The end of a piece to which a unit may still belong: a number, or a number with 多, 万 or 个 behind it (三个 + 月). */
const NUMBER_END = /[\d零〇一二三四五六七八九十百千万亿两半几](?:[多余来]?[十百千万亿wWkK]?个?)\+?$/;
/** Decimals in words, and money without its last unit: 三点 + 五折, 百分之三十五 + 点六, 3块 + 5. */
const DECIMAL_START = /[零〇一二三四五六七八九十百两]点$|\d[块毛角]$/;
const DECIMAL_END = /^点[零〇一二三四五六七八九]/;
const DEMONSTRATIVE = /^[这那哪每某]$/;
/** A number with a word that counts things, which are then named: 三个 and 两款 lean on what follows. */
const COUNTING =
  /[\d零〇一二三四五六七八九十百千万亿两半几这那哪每某][个只件条张片瓶盒包袋支台部套双对把杯碗份位名款种类项]$/;
/** Words of the trade that the dictionary lacks. */
const TRADE_WORDS =
  '双十一 双十二 双十 直播间 小黄车 手慢无 性价比 种草 拔草 平替 显瘦 显白 防晒霜 氛围感 颜值 沉浸式 开箱 测评 包邮 秒杀 预售 尾款 定金 买一送一 买二送一 买三送一 买一赠一 第二件 下单 立减 满减 直降 价保 ' +
  '无理由 加赠 高刷屏 精华水 修复霜';
/** Punctuation that may not begin a line, and that which may not end one. */
const CLOSING = /^[，。！？；：、…—～·,.!?;:)\]}»”’）】》」』〉〕%％℃°/×*]/;
const OPENING = /[([{«“‘（【《「『〈〔#＃@¥￥$€£第≤≥±≈×*]$/;
/** Particles that lean on the word before them. */
const LEANING = /^[的了吗呢吧啊呀哦哟着过们地得嘛]/;

/**
 * Numbers with their decimals, ranges, currency signs and Latin units; Latin words with what belongs inside them; Han
 * and kana; spaces; anything else.
 */
const CHUNK = new RegExp(
  [
    String.raw`(?<number>(?:(?:[¥￥€£]|(?:US|HK|NT)?\$|RMB|CNY|USD|HKD|EUR|JPY)\s?)?[+-]?\d+(?:[.,:：\-~～×xX/]\d+)*(?:\s?(?:%|％|‰|℃|°[CF]?)|\s(?:kg|mg|g|ml|mL|L|cm|mm|km|m|GB|MB|TB|Hz|GHz|W|kW|V|mAh|min|h|s|kcal|kJ|dB|fps|oz)(?![A-Za-z])|[A-Za-zµΩ]+\d*)?(?:\+(?!\d))?)`,
    String.raw`(?<latin>\p{Script=Latin}[\p{Script=Latin}\p{M}\d'’._&+@/-]*)`,
    String.raw`(?<ideographs>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+)`,
    String.raw`(?<space>\s+)`,
    String.raw`(?<other>[^\s\d\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+)`,
  ].join('|'),
  'gu',
);

let jieba: Jieba | undefined;
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/** The words of a line, in order: joined with their spaces they give the text again, apart from outer spaces. */
export function splitWords(text: string): Word[] {
  const pieces: string[] = [];
  for (const { groups = {}, 0: chunk } of text.trim().matchAll(CHUNK)) {
    if (groups['ideographs'] === undefined && groups['other'] === undefined) pieces.push(chunk);
    else if (/^\p{Script=Han}+$/u.test(chunk)) pieces.push(...cutChinese(chunk, NUMBER_END.test(pieces.at(-1) ?? '')));
    else pieces.push(...Array.from(segmenter.segment(chunk), ({ segment }) => segment));
  }
  return joinUnits(pieces).reduce<Word[]>(attach, []);
}

/** Whether a line would begin badly with this word although it may. */
export function isLeaning({ text }: Word): boolean {
  return LEANING.test(text);
}

/** Whether a line would end badly with this word: what it counts stands on the next line. */
export function isCounting({ text }: Word): boolean {
  return COUNTING.test(text);
}

/** Whether a sentence or a clause ends with this word, so that a line may well end there. */
export function endsClause({ text }: Word): boolean {
  return /[，。！？；：、…,.!?;:]["”’）】》」』)]*$/.test(text);
}

/** Behind a number, what the dictionary does not know may be a unit and the beginning of the next word: 元减, 天无. */
function cutChinese(text: string, isCounted: boolean): string[] {
  if (!jieba) {
    jieba = Jieba.withDict(dict);
    const lines = TRADE_WORDS.split(' ').map((word) => `${word} 10000`);
    jieba.loadDict(Buffer.from(lines.join('\n')));
  }
  const words = jieba.cut(text, true);
  for (const [i, word] of words.entries()) {
    const isBehindNumber = i === 0 ? isCounted : NUMBER_END.test(words[i - 1]!);
    const [unit = word] = isBehindNumber && !isUnit(word) ? jieba.cut(word, false) : [];
    if (unit === word || !isUnit(unit)) continue;
    const before = [...words.slice(0, i), unit];
    const rest = text.slice(before.join('').length);
    return [...before, ...cutChinese(rest, false)];
  }
  return words;
}

/** Put numbers and their units together: 199 + 元, 199 + 空格 + 元, 三个 + 月, 100 + 多万, 元 + / + 杯, 这 + 款. */
function joinUnits(pieces: string[]): string[] {
  const joined: string[] = [];
  for (const piece of pieces) {
    const isSpaced = /^\s+$/.test(joined.at(-1) ?? '');
    const last = joined.at(isSpaced ? -2 : -1) ?? '';
    if (isSpaced ? NUMBER_END.test(last) && isUnit(piece) : belongs(last, piece)) {
      const space = isSpaced ? (joined.pop() ?? '') : '';
      joined[joined.length - 1] = last + space + piece;
    } else joined.push(piece);
  }
  return joined;
}

function belongs(last: string, piece: string): boolean {
  if (NUMBER_END.test(last) && (isUnit(piece) || NUMERAL.test(piece) || DECIMAL_END.test(piece))) return true;
  if (DECIMAL_START.test(last)) return /^[\d零〇一二三四五六七八九]/.test(piece);
  return (DEMONSTRATIVE.test(last) || last === '/') && isUnit(piece);
}

function isUnit(piece: string): boolean {
  return UNITS.has(piece) || UNITS.has(piece.replace(/^[多余来]?[十百千万亿]*(?=.)/, ''));
}

/** Closing punctuation joins the word before it, whatever follows an opening mark joins that mark, spaces go with their word. */
function attach(words: Word[], piece: string): Word[] {
  const last = words.at(-1);
  if (last && /^\s+$/.test(piece)) last.space += piece;
  else if (last && last.space === '' && (CLOSING.test(piece) || OPENING.test(last.text))) last.text += piece;
  else words.push({ text: piece, space: '' });
  return words;
}
