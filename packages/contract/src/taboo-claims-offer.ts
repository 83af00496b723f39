import { type Claim, claim } from './taboo-claim.ts';

const N = '[\\d一二两三四五六七八九十百半几]{1,9}';
const PRICE = '[\\d一二两三四五六七八九十百千]{1,9}(?:块|元)?[\\d一二两三四五六七八九十]?';

/** Claims about an offer: how little is left, how cheap it is, and that it never comes back. */
export const OFFER_CLAIMS: Claim[] = [
  claim('price', ['今[天晚]|现在|此刻', '等于|相当于|跟|就是', '白(?:送|捡|拿|给)|不要钱|捡钱'], '活动期间有优惠', {
    within: 6,
    isSerious: false,
  }),
  claim(
    'scarcity',
    [
      '(?:错过|过了)(?:了)?(?:今[晚天]|这[波次场]|这个(?:村|价)|本场|零点|十二点)|今[天晚]不(?:买|下单|抢|拍)',
      '永远|再也|再没|没有了|没机会|绝版|一辈子|后悔|不会再|翻倍|涨|等不到|没有',
    ],
    '活动时间以页面为准',
    { within: 10, isSerious: false, unless: '车|船|航班|雨|路口' },
  ),
  claim(
    'scarcity',
    [
      `(?:只剩|仅剩|就剩|最后|剩下)(?:最后|这|那|不到)?${N}(?:单|件|份|套|名额|台|箱|席|瓶|个名额)`,
      '永远|这辈子|再也|绝版|不(?:会)?(?:再)?(?:补|返|生产|有|上)|没有了|没机会',
    ],
    '数量有限',
    { within: 6, isSerious: false },
  ),
  claim(
    'scarcity',
    ['这辈子|一辈子|终身|永远|再也|以后', '不(?:会)?(?:再)?(?:补货|上架|卖|生产|返场|有)|买不到|没有', '价|了|次|货'],
    '活动时间以页面为准',
    {
      within: 4,
      isSerious: false,
      unless: '车|毛球|联系|消息|烦恼|开车|手机|担心|用担|怕',
    },
  ),

  claim(
    'scarcity',
    [
      '十二点|零点|今晚|明天|一过|活动结束|下播',
      '翻\\p{Script=Han}{0,2}[倍番]|涨\\p{Script=Han}{0,2}倍|立刻涨|没有这个价|再等[一两三五十几]+年',
    ],
    '活动时间以页面为准',
    {
      within: 10,
      isSerious: false,
    },
  ),
  claim('price', ['倒闭|跑路|含泪|破产|老板疯了', '卖|甩|清(?!仓价)|处理'], '活动期间有优惠', {
    within: 8,
    isSerious: false,
    unless: '新闻|那年|优惠|让利',
  }),
  claim(
    'price',
    ['(?:自己|我们|老板|工厂|厂家)?(?:都|就|真)?(?:亏|赔|倒贴)着?(?:钱)?(?:卖|给|出|做)'],
    '活动期间有优惠',
    { isSerious: false, unless: '不能|创业|那年' },
  ),

  claim(
    'scarcity',
    [`今[天晚]\\p{Script=Han}{0,2}${PRICE}`, `明[天晚]\\p{Script=Han}{0,3}${PRICE}`],
    '活动时间以页面为准',
    { within: 3, isSerious: false, unless: '度|点|号' },
  ),
  claim(
    'price',
    ['全网|全国|哪里|别处|任何平台', '找不[到着]|没有|买不到', '更低|更便宜|这个价|这价'],
    '活动期间有优惠',
    { within: 6, isSerious: false },
  ),
  claim('scarcity', ['倒计时|最后\\S{0,3}分钟|手速', '抢完|下架|只能哭|拍大腿|没机会|后悔'], '活动时间以页面为准', {
    within: 6,
    isSerious: false,
    unless: '烤|煮|试卷',
  }),
];
