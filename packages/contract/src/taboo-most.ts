import { clauseAt, rule, type TabooRule } from './taboo-rule.ts';

/**
 * 最 says that nothing is above: a claim where it praises what is sold. It claims nothing of times, places, measures,
 * feelings and faults, in advice on use, in questions, and where things of one's own are compared: these are the cases
 * that the guide of the market authority for absolute terms (2023, no. 6) leaves alone.
 */
const SCOPE =
  '(?:(?:全国|全网|全球|全世界|全市|全城|全行业|国内|国产|世界上?|史上|市面上|市场上|同类(?:产品)?(?:里|中)?|同价位|行业(?:内|里)?|业内|亚洲|中国|历史|有史以来)(?:的)?)?';

/** What follows 最 makes it no claim. */
const PLAIN = [
  // When, in which order, how many.
  '近|后|初|终|末|先(?!进)|早|晚|迟|少(?!见)|多(?!人)|起码|快(?=也|要|可|当天|当日|次日|今天|明天|今晚|\\d|[一二两三四五六七八九十半])',
  '新(?=消息|通知|公告|政策|动态|进展|资讯|规定|税法|数据|版本|一期|一集|公布|发布的|的(?:一期|一集|消息|政策|规定|通知))',
  // Where.
  '(?:里|外|上|下|前|底|左|右|中|顶|旁|边|南|北|东|西)(?=面|层|边|端|方|排|部|侧|间|格|下|的|那|一)|(?:里|外|前)头',
  // How much of a measure.
  '(?:大|小|高|低|长|短|重|轻|宽|厚|薄|远)(?=功率|温度|水温|容量|承重|载重|转速|速度|风速|尺寸|直径|高度|厚度|宽度|长度|档|号|码|' +
    '到|至|限额|限度|额度|程度|起订|可|能|支持|不超|输出|输入|电流|电压|音量|值|量|化|只|达|为|是|减|省|立减|满减|优惠券|\\d|[一二两三四五六七八九十百千](?!流))',
  // A limit: 最高报销 5 万元.
  '(?:高|大|长|多)(?=(?:报销|赔付?|理赔|保障|保额|补贴|补偿|返现?|抵扣?|可?贷|借|领|送|赠|享|退|降|直降|节省|立省|减免|奖励?|续航|待机|通话|质保)' +
    '[^，。！？]{0,3}?[\\d一二两三四五六七八九十百千万半])',
  '(?:大|高)(?=人民法院|法院|检察院|公约数)|惠国',
  // What somebody feels or needs; what is ordinary, weighs much, or is no merit.
  '爱|喜欢|怕|想|恨|烦|讨厌|担心|害怕|关心|关注|在意|在乎|看重|难忘|怀念|期待|盼|需要|羡慕|佩服|感谢|感动|心疼|舍不得|放心不下|不|没|该|要(?!强)',
  '重要|关键|要紧|主要|基本|基础|常|熟悉|普通|平凡|平常|日常|朴素|真实|真诚|原始|传统|古老|特别的(?:一天|日子|人)',
  '陡|深|远(?!大)|暗|弯|斜|窄|浅|偏|老|年长|年轻的|挑|调皮|淘气|黏人|粘人|听话|倒霉|离谱|奇怪|意外|显眼|吃力|费|耗|伤|占|难|贵|累|' +
    '苦|脏|旧|慢|差|丑|坏|糟|冷|热|忙|困|饿|渴|痛|惨|穷|笨|闷|吵|挤|堵|潮|湿|晒|乱|危险|可怕|尴尬|遗憾|可惜|无聊|麻烦|头疼|头痛|头大|' +
    '浪费|糟糕|艰难|辛苦|孤独|痛苦|焦虑|容易(?=被|踩|忽|忘|出|犯|坏|脏|生病|受|发霉|堵|过敏|掉|丢|弄|晒|出现|让人|起)',
  '简单的?(?=办法|方法|做法|方式|道理|早餐|一招|动作|一餐|一顿|快乐|幸福)',
  // Advice: 最好先…, 最好用温水…
  '好(?=先|提前|在|别|不|把|放|每|能|是|带|再|和|跟|避|冷藏|配|趁|早|晚|隔|由|找|让|给|一次|一周|当天|常|多|少|拿|写|问|看(?=清|' +
    '一|说明|看)|吃(?=热|完|点)|喝(?=温|热|完|点)|空腹|饭|睡|洗|穿(?=袜|上|着)|用(?!的|了|也|$|[，。！？；,!?;\\n]|到))',
  '佳(?=饮用|食用|赏味|使用|观赏|拍摄|睡眠|时间|时机|时期|时段|温度|保存|状态|观影|入睡|补|浇|距离|角度|女|男|导演|影片|球员|辩手|新人|编剧)',
  // What is not sold: people, landscapes, moments, reasons.
  '\\p{Script=Han}{1,4}?的?(?:时候|那[几一]?[天刻年次晚个段]|几天|一天|日子|季节|时刻|时段|月份|一刻|瞬间|姿势|年纪|年华|' +
    '时光|时间|童年|回忆|记忆|一段|一年|几个月|一次|一件事|事情|事|一面)',
  '\\p{Script=Han}{1,4}?的(?:自己|我们|你|人|妈妈|爸爸|孩子|老师|朋友|闺蜜|家人|亲人|陌生人|风景|夜景|星空|笑容|祝福|陪伴|' +
    '模样|样子|问题|错误|地方|部分|办法|方法|道理|原因|区别|不同|变化|困难|烦恼|缺点|特点|秘密|愿望|梦想|收获|压力|敌人|成本|开销|支出|挑战|' +
    '顾虑|误区|城市|山|山峰|河|湖|海|动物|国家|鸟|星|安排|结果|告别|爱|老样子|一页|一排|一层|一个月|码|号|尺寸|规格|杯型|那[个双件杯款只]|' +
    '朋友圈|心愿|礼物是)',
  '小(?!巧)|(?:让|令|使|叫|把|被)|强大脑|炫民族风|美逆行|美不过',
].join('|');

const BEFORE =
  '(?<![们])我|[他她猫狗妈爸爷奶]|宝宝|孩子|小朋友|老人|老师|同事|老板|邻居|客人|店里|本店里?|系列(?:里|中)?(?:的)?|这[几两三四五六]款(?:里|' +
  '中)?(?:的)?|这些(?:里|中)?|其中|当中|班上|班里|家里|自家(?:的)?|同学(?:里|中)|我们(?:几个|当中)|努力(?:做到|做)?|做到|' +
  '追求|希望|争取|不求|比上一代|做|成为|遇见|未必|不一定|不敢说(?:它|这款?|自己|我们)?(?:是)?|不是|并非|不见得';

/** A question asks, it does not claim. */
function asks(text: string, at: number): boolean {
  const clause = clauseAt(text, at);
  if (/不是|难道|可不/u.test(clause)) return false;
  return /哪|谁|怎么|如何|什么(?!都)|几点|为啥|[吗么]$/u.test(clause);
}

const ADJECTIVES: Record<string, string> = {
  好: '很好',
  佳选择: '不错的选择',
  佳: '优选',
  优: '优选',
  优秀: '优秀',
  优质: '优质',
  高级: '高级',
  高端: '高端',
  高品质: '高品质',
  高标准: '高标准',
  高等级: '高等级',
  低价: '优惠价',
  低价格: '优惠价格',
  低折扣: '优惠折扣',
  低: '优惠',
  便宜: '很实惠',
  实惠: '很实惠',
  优惠: '很优惠',
  强: '强劲',
  新: '新',
  新款: '新款',
  新科技: '新科技',
  新技术: '新技术',
  先进: '先进',
  受欢迎: '广受欢迎',
  受喜爱: '深受喜爱',
  受好评: '广受好评',
  畅销: '很畅销',
  具: '很有',
  权威: '专业',
  专业: '专业',
  安全: '安全可靠',
  有效: '有用',
  正宗: '地道',
  顶级: '高端',
  顶: '很',
  为: '很',
  多人: '很多人',
  接近母乳: '营养均衡',
};
const KNOWN = Object.keys(ADJECTIVES).toSorted((a, b) => b.length - a.length);
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** How much of what follows 最 belongs to it: a known word, or the next one. */
function adjectiveOf(after: string): string {
  const known = KNOWN.find((word) => after.startsWith(word));
  const next = segmenter.segment(after.slice(0, 8)).containing(0)?.segment ?? '';
  const word = /^\p{Script=Han}+$/u.test(next) && next !== '的' ? next : '';
  return known && known.length >= word.length ? known : word;
}

/** What stands before it and makes it no claim is shorter. */
const REACH = 40;
const SINGLE = new RegExp(`^(?:${PLAIN})`, 'u');
const ENDS_SO = new RegExp(`(?:${BEFORE})$`, 'u');

export const MOST_RULES: TabooRule[] = [
  {
    ...rule('absolute', `(${SCOPE})最`, (found, text) => {
      const word = adjectiveOf(text.slice(found.index + found[0].length));
      return ADJECTIVES[word] ?? `很${word}`;
    }),
    reach: (found, text) => adjectiveOf(text.slice(found.index + found[0].length)).length,
    isFine: (found, text) => {
      const after = text.slice(found.index + found[0].length);
      const hasScope = found[1] !== '';
      if (!/^\p{Script=Han}/u.test(after)) return true;
      if (SINGLE.test(after)) return !hasScope || !/^(?:爱|喜欢|想|期待)/u.test(after);
      return (
        !hasScope &&
        (ENDS_SO.test(text.slice(Math.max(0, found.index - REACH), found.index)) || asks(text, found.index))
      );
    },
  },
];
