import type { Colour } from '#captions/style.ts';

/** What a poster is for. */
const OCCASIONS = ['sale', 'new', 'versus', 'tutorial', 'festival', 'brand'] as const;
export type Occasion = (typeof OCCASIONS)[number];

export type Style = 'plain' | 'cute' | 'tech' | 'chinese' | 'luxury';

export const OCCASION_WORDS: [Occasion, RegExp][] = [
  ['versus', /对比|相比|\bvs\.?\b|\bPK\b|区别|之前之后|前后|哪个好|测评|before and after/i],
  [
    'tutorial',
    /教程|步骤|(?<![每进第下逐])[二两三四五六2-6]步|怎么|如何|指南|攻略|用法|做法|食谱|避坑|清单|\bhow to\b|\bguide\b|\bsteps\b/i,
  ],
  [
    'festival',
    /春节|新年|元旦|元宵|除夕|年货|端午|七夕|中秋|国庆|重阳|情人节|母亲节|父亲节|儿童节|妇女节|女神节|教师节|圣诞|感恩节|万圣|龙年|蛇年|马年|羊年|节日|团圆|贺岁|\bchristmas\b|\bnew year\b|\bvalentine|\b(?:mother|father)['’]?s day\b|\bhalloween\b|\bthanksgiving\b|\beaster\b/i,
  ],
  [
    'sale',
    /促销|特价|折|半价|秒杀|优惠|直降|立减|满减|满\d+减|买.送|券|清仓|大促|双十[一二]|双1[12]|618|11\.11|12\.12|抢购|抢|福利|省|返场|降价|包邮|限时|\bsales?\b|\boff\b|\bdiscount|\bdeals?\b|\bblack friday\b|\bclearance\b/i,
  ],
  ['new', /新品|上新|首发|上市|全新|新款|发布|来了|升级|\bnew arrivals?\b|\blaunch|\bintroducing\b|\bbrand new\b/i],
];

export const STYLE_WORDS: [Style, RegExp][] = [
  ['cute', /可爱|萌|童趣|卡通|活泼|少女|甜美/],
  ['tech', /科技|未来|赛博|数码|智能/],
  ['chinese', /国潮|国风|中国风|古风|东方|水墨/],
  ['luxury', /高级|奢华|轻奢|质感|黑金|高端/],
  ['plain', /简约|极简|干净|清爽|北欧|ins|留白|日系|小清新|清新/i],
];

export const COLOUR_WORDS: [RegExp, Colour][] = [
  [/大红(?=[色底，,。、\s]|$)|红色|中国红|喜庆红/, '#D7261E'],
  [/粉色|樱花粉/, '#F38BB0'],
  [/橙色|橘色/, '#F2782A'],
  [/黄色|明黄/, '#F4C430'],
  [/墨绿|绿色|薄荷绿/, '#2E9E6B'],
  [/天蓝|蓝色|湖蓝/, '#2A6FDB'],
  [/紫色/, '#7B4CC9'],
  [/黑色|黑金/, '#1C1C20'],
  [/咖啡色|棕色|焦糖色/, '#8A5A3B'],
  [/米色|奶油色|杏色/, '#E8D9BF'],
  [/金色/, '#C9A24A'],
];

/** Kickers of occasions: what is named in the prompt, as it is named there. */
export const KICKER =
  /(?:双十一|双十二|双1[12]|618|11\.11|12\.12)(?:大促|狂欢节?|返场|预售|特惠)?|新品(?:上市|首发|发布|上新|预售)?|全新(?:上市|升级)|首发|上新|限时(?:特惠|秒杀|抢购|优惠|福利)?|大促|年货节|(?:3\.8|38|三八)?(?:春节|新年|元旦|元宵|除夕|端午|七夕|中秋|国庆|重阳|情人|母亲|父亲|儿童|女神|妇女|教师|圣诞|感恩)节?(?:快乐|安康|好礼|特惠|礼遇)?|(?<![每进第下逐])(?:只要|只需|仅需)?[二两三四五六2-6]步(?:教程|学会|搞定)?|(?:使用)?教程|攻略|指南|\b(?:black friday|cyber monday)(?: sale)?\b|\b(?:spring|summer|autumn|fall|winter|flash|clearance|mega|big|christmas|year-end) sale\b|\bnew arrivals?\b|\bjust launched\b|\blimited time(?: offer)?\b/i;

/** What a person says to whoever makes the picture, and not to whoever looks at it. */
export const INSTRUCTIONS = [
  /^(?:请|麻烦)?(?:帮我|给我|为我|替我)?(?:来|做|画|生成|设计|制作|出|写)(?:一[张幅个份组]|[四4]张|几张|张)?/,
  /^(?:一[张幅个份]|几张)/,
  /(?:的)?(?:小红书|抖音|朋友圈|公众号|淘宝|天猫|京东|拼多多)?(?:的)?(?:宣传|促销|新品|产品|商品|电商|节日|教程|活动|种草|对比)?(?:海报|主图|封面图|封面|宣传图|广告图|配图|头图|图片|画面)$/,
];

const STYLED =
  '(?:可爱|国潮|国|中国|古|日系|日|韩系|韩|欧美|美|法式|法|ins|极简|简约|复古|科技|北欧|小清新|甜美|赛博朋克|手绘|卡通|扁平|商务|暗黑|工业|森系|田园|水墨|港|性冷淡)风';
const FELT = '(?:电影|高级|氛围|科技|空气|胶片|故事|画面|通透|年代|立体|未来|节日|奢华|质|层次)感';

/** Phrases that say only how it should look. */
export const LOOK_ONLY = new RegExp(
  [
    '^.{0,8}(?:风格|色调|配色|背景|构图|氛围|质感|光线|光影|视角|景深|排版|字体|特写|留白|横版|竖版|方图|高清|超清|写实|摄影)$',
    '^(?:整体|画面|要求|需要|适合|用于|放在).{0,12}$',
    '^(?:配上|画上|背景是|背景为|[用以].{1,6}为主).{0,10}$',
    '^(?:简约|极简|高级感?|国潮|国风|中国风|可爱|科技感?|清新|奢华|轻奢|红色|粉色|橙色|黄色|绿色|蓝色|紫色|黑色|白色|喜庆|热闹|干净|明亮)+的?$',
    `^.{0,2}(?:${STYLED}|${FELT})(?:满满|十足|拉满)?$`,
  ].join('|'),
  'i',
);

/** What only says what kind of poster it is: it stands above the headline. */
export const GENERAL =
  /^(?:限时)?(?:促销|特价|活动|大促|新品|上新|教程|步骤|对比|测评|节日|优惠|特惠|推荐|种草|福利|秒杀|开业)(?:啦|季|日|周)?$/;

/** What says nothing without what it is about: sizes, counts and what makes it cheaper. It is no headline. */
export const BESIDE =
  /^(?:[\d.*×xX/\-~～+]+\s*(?:ml|g|kg|l|cm|mm|m|w|寸|英寸|片|包|支|瓶|盒|袋|件|条|卷|枚|粒|色|平|平米|岁|码|斤|两|人份)\+?[装量]?(?:[*×xX]\d+[\p{Script=Han}]?)?|(?:全场|全国|顺丰)?包邮|(?:免费)?送货上门|.{0,3}期?免息|清仓|[¥$€£]\s?[\d.,]+|买[\d一二三两]+[件杯份]|[定订]金.*|0元.{1,4}|.{0,4}直播间见|第[二三2-9两][件杯份].{1,6}|满\s*\d+.{1,8}|买.送.{1,4}|充\d+送\d+|.{0,4}必入|free shipping.*|shop .*)$/iu;

export const OFFER =
  /第[二2两][件杯份](?:半价|[\d.]+[折元])|买[一二三1-9]送[一二三1-9]|满\s*[\d一二三两]+\s*件打?\s*[\d.]+\s*折|满\s*\d+\s*元?\s*(?:减|送)\s*(?:\d+\s*元?|[^\s，。,\d]{1,6})|(?:立减|直降|立省|省|最高减)\s*\d+\s*元?|充\s*\d+\s*元?送\s*\d+\s*元?|(?:全场|低至|限时)?\s*[\d.一二三四五六七八九]+\s*折起?|半价|(?:现在|今日|今天)?下单(?:立)?[减送][^\s，。,]{1,8}|(?:\b(?:up to|extra|save)\s+)?\d{1,2}%\s*off\b(?:\s+(?:on\s+)?(?:all|everything|selected|sitewide)\b(?:\s+[a-z]+)?)?|\bbuy (?:one|two|\d) get (?:one|two|\d)(?: free)?\b|\bhalf price\b|\bsave (?:up to )?[$€£]\d+/i;

export const WHEN =
  /(?:限时|仅限?|最后)\s*(?:\d+|[一二三四五六七八九十]+)\s*[天日小时]+|(?:即日起)?至?\s*\d{1,2}月\d{1,2}[日号]?(?:\s*\d{1,2}(?:[:：]\d{2}|点半?))?(?:\s*[-–—~至到]\s*(?:\d{1,2}月)?\d{1,2}[日号]?)?(?:截止|开抢|开售|开业|开播)?|\d{1,2}[./]\d{1,2}\s*[-–—~至]\s*\d{1,2}[./]\d{1,2}|(?:今日|今晚|明天|本周[一二三四五六日末]?)[^，。,\s]{0,6}|\b(?:ends?|until|till|through)\s+\w+\.?\s+\d{1,2}\b|\b(?:today|this weekend|\d+ days) only\b/i;

export const BUTTON =
  /(?:立即|马上|点击)(?:抢购|购买|下单|了解|领取|预约|体验|查看)|扫码(?:购买|了解|下单)|进店(?:选购|领券)|\b(?:shop|buy|order|book|sign up|learn more|get yours)(?: now| today)?(?=\s*(?:[.!]|$))/i;

/** Where it is and how one reaches it: said as it is written. */
export const CONTACT =
  /(?:(?:地址|地点|店址|微信)\s*[:：]\s*|(?:客服)?(?:电话|热线)\s*[:：]?\s*(?=[\d+]))[^\s，,；;。]+/g;

const FIELDS = ['标题', '主标题', '副标题', '价格', '原价', '卖点', '按钮', '时间', '优惠', '角标'].join('|');
const OTHERS = ['地址', '地点', '电话', '产品', '商品', '主题', '内容', '活动', '品牌', '名称'].join('|');
/** Whoever writes which part is which: up to the next of them. */
export const FIELD = new RegExp(
  `(${FIELDS})\\s*[:：]\\s*([^\\n；;]+?)(?=[\\s，,。]*(?:${FIELDS}|${OTHERS})\\s*[:：]|[\\n；;]|$)`,
  'g',
);

/** Steps that are counted. */
export const STEP =
  /(?:^|[\s，,。；;：:])(?:\d{1,2}[.、)）](?!\d)|[①-⑨])\s*([^\n，,。；;①-⑨]+?)(?=\s*(?:\d{1,2}[.、)）](?!\d)|[①-⑨]|[\n，,。；;]|$))/g;
