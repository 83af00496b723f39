import { type Claim, claim } from './taboo-claim.ts';

/** Ways around a platform, bait, and luck for sale. */
export const REACH_CLAIMS: Claim[] = [
  claim(
    'offsite',
    ['私聊|私我|私信(?:我)?|找我|滴滴我|踢我', '后台价|内部价|底价|单独|更便宜|便宜|低价|报价|折扣|拿货价|代理价'],
    '有问题在评论区留言',
    {
      within: 6,
      isSerious: false,
      unless: '客服|谨防',
    },
  ),
  claim('offsite', ['隔壁|绿色|橙色|黄色|红色|那个|某', '软件|平台|app|宝|东', '搜|找|下单|买|店'], '点击下方链接', {
    within: 2,
    isSerious: false,
    unless: '修图|剪辑|学习|画图',
  }),
  claim(
    'superstition',
    [
      '戴|带上|佩|请(?:一|个|回)|挂|摆|放在|随身',
      '财(?:运|源|气)|桃花|旺(?:$|,|起|三|生|一)|转运|贵人|挡灾|辟邪|招财|升官|发财|保\\p{Script=Han}{0,3}平安|逢凶|一天比一天旺|脱单|中奖|求子|怀上|姻缘|不出事|顺风顺水',
    ],
    '寓意美好',
    {
      within: 12,
      unless: '祝|寓意|猫|假|新年',
    },
  ),
  claim(
    'offsite',
    [
      '威信|薇信|卫星号?|v信|绿泡泡|绿色软件|企鹅号|扣扣|球球|裙号|群号|联系方式|微信号?|我的号|把号',
      '发(?:给)?(?:你|您|大家)|私(?:我|你)|给你|(?:放|留|写|挂)?在(?:主页|简介|评论区?|头像)|看(?:主页|简介|头像)|加上',
    ],
    '有问题在评论区留言',
    { within: 6, isSerious: false, unless: '支付|付款|官方|客服|谨防|不要|请勿' },
  ),
  claim('offsite', ['点|看|戳|进|去', '主页|头像|简介|橱窗外', '进群|加|领|联系|咨询|拿|群'], '有问题在评论区留言', {
    within: 3,
    isSerious: false,
    unless: '营业|猫|关注',
  }),
  claim(
    'offsite',
    [
      '私下|线下|站外|平台外|绕(?:开|过)平台|不走平台|走(?:微信|转账|支付宝)',
      '转账|交易|打款|付款?|汇款|成交|便宜|返|减',
    ],
    '请通过平台付款',
    {
      within: 6,
      isSerious: false,
      unless: '不要|请勿|谨防|禁止|切勿|别|警惕|门店|体验',
    },
  ),
  claim(
    'bait',
    [
      '评论区|公屏|弹幕|屏幕上?|下方|直播间|满屏|全屏',
      '(?:扣|打|刷|敲)(?:个|一个|上|一波)?(?:1|一(?!下)|6+|八|8+|想要|要|我要|来|爱)',
    ],
    '欢迎留言',
    {
      within: 2,
      isSerious: false,
      unless: '说说',
    },
  ),

  claim('offsite', ['加(?:我|一下)?(?:的)?', '(?:私人|小|大|工作|个人|私)号'], '有问题在评论区留言', {
    within: 2,
    isSerious: false,
    unless: '谨防|不要|大号(?:的)?(?:杯|碗|袋|锅)',
  }),
  claim('offsite', ['扫|长按|识别', '右下角|左下角|屏幕|图[里中上]|下方', '进|群|加|领'], '点击下方了解', {
    within: 8,
    isSerious: false,
    unless: '支付|点餐|谨防',
  }),
  claim('offsite', ['内购群|福利群|老粉群|闺蜜群|vip群', ''], '关注我们', { within: 0, isSerious: false }),
  claim(
    'offsite',
    ['(?:拍下|下单)(?:后)?(?:先)?(?:别|不要|先不)付款|走(?:另|别的)\\p{Script=Han}{0,2}(?:链接|渠道|通道)'],
    '请通过平台付款',
    { isSerious: false },
  ),
  claim(
    'bait',
    [
      '(?:点赞|关注|转发|评论|在看)(?:过|满|破|到|了)?',
      '发红包|抽奖|抽\\p{Script=Han}{0,3}送|开奖|(?:才|就)(?:能|可以)(?:领|拿|买|进)|免费送',
    ],
    '欢迎留言',
    { within: 8, isSerious: false },
  ),
  claim(
    'superstition',
    ['戴|挂|放|佩|枕', '不受惊|压惊|避小人|小人退散|镇邪|官运|考运|就能脱单|三天脱单'],
    '寓意美好',
    { within: 12, unless: '祝|愿' },
  ),

  claim('offsite', ['(?:直播间|平台)不让(?:说|提|发)|懂的都懂|看我手势|暗号'], '有问题在评论区留言', {
    isSerious: false,
    unless: '跳|练|队形',
  }),
  claim('offsite', ['加好友|私下加|加个好友', '价|便宜|给你|优惠|发'], '有问题在评论区留言', {
    within: 6,
    isSerious: false,
    unless: '谨防|游戏',
  }),
  claim('bait', ['不关注|没关注|不点赞', '领不到|拿不到|不能领|没有'], '欢迎留言', { within: 3, isSerious: false }),
  claim('bait', ['转发', '群|朋友圈|好友', '免费|领|拿|送'], '欢迎留言', { within: 6, isSerious: false }),
  claim('superstition', ['供着|供在|请回家|求来', '抱俩|得子|发财|平安|转运|旺|升'], '寓意美好', {
    within: 8,
    unless: '祝|愿',
  }),
];
