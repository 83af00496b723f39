import { lazily, requireNow } from '#text/lazy.ts';

/** Words of the trade that the dictionary lacks. */
const TRADE_WORDS =
  '双十一 双十二 六幺八 直播间 小黄车 手慢无 性价比 种草 拔草 平替 显瘦 显白 防晒霜 氛围感 颜值 沉浸式 开箱 测评 包邮 秒杀 预售 尾款 定金 ' +
  '买一送一 第二件 保温杯 充电宝 不锈钢 家人们 宝子们 姐妹们 一键 下单 到手价 券后价 满减 立减 折后 拍下 加购 旗舰店 专柜 同款 爆款 新款 送礼 ' +
  '敏感肌 玻尿酸 烟酰胺 面膜 精华液 素颜霜 不粘锅 空气炸锅 扫地机器人 洗地机 投影仪 蓝牙耳机 快充 续航';

const loaded = lazily(() => {
  const { Jieba, TfIdf } = requireNow('@node-rs/jieba') as typeof import('@node-rs/jieba');
  const { dict, idf } = requireNow('@node-rs/jieba/dict.js') as typeof import('@node-rs/jieba/dict.js');
  const jieba = Jieba.withDict(dict);
  jieba.loadDict(Buffer.from(`${TRADE_WORDS.replaceAll(' ', ' 10000\n')} 10000`));
  return { jieba, keywords: TfIdf.withDict(idf) };
});

/** The words of a text in order, punctuation and spaces included: joined they give the text again. */
export function cutWords(text: string): string[] {
  return loaded().jieba.cut(text, true);
}

/** What a text is about: its most telling words with their weights, most telling first. Bare numbers tell nothing. */
export function findKeywords(text: string, count = 10): { word: string; weight: number }[] {
  const { jieba, keywords } = loaded();
  return keywords
    .extractKeywords(jieba, text, count * 3)
    .filter(({ keyword }) => !/^[\d.,%\s]+$/.test(keyword))
    .slice(0, count)
    .map(({ keyword, weight }) => ({ word: keyword, weight }));
}
