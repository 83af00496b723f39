/** How people come by a thing: it is bought, visited, booked or tried. */
export type Deal = 'buy' | 'visit' | 'book' | 'try';

export type Way = {
  deal: Deal;
  /** 一瓶; empty where nobody takes one home. */
  measure: string;
  use: string;
  scene: string;
  /** Short scenes of using it; any of them suits any product of the kind. */
  usage: string[];
  /** Where that is not what the deal has it be: what stands for it in a picture, behind its name. */
  thing?: string;
  /** What is never said of it, however well it sells other things. */
  never?: RegExp;
};

type Kind = Way & { is: RegExp };

/** How one counts things of a kind, what one does with them and where. The first that fits counts. */
const KINDS: Kind[] = [
  {
    is: /殡|葬|善终|善后|火化|墓|骨灰|遗物|临终|悼念/u,
    deal: 'book',
    measure: '',
    use: '办',
    scene: '安静的房间里',
    usage: ['先打个电话，慢慢说。', '什么时候来，听你的。', '每一步做什么，先讲给你听。', '想一个人待一会儿，也可以。'],
    never:
      /小事|麻烦|熟悉|偶尔|回回|笑话|说到点子上|先听我说完|赶得巧|正好有活动|活动|福利|心意|省心|松快|轻松|认准|经历过|搭子|主角|猜|香|拿捏|划算|算笔账|打动|一句话说完|别急着定|换个办法|办法|[!！]/u,
  },
  {
    is: /搬家|搬运|保洁|家政|维修|安装|疏通|开锁|装修|施工|养护|回收|上门|租赁|出租|租车|农机|收割|吊装|拖车/u,
    deal: 'book',
    measure: '',
    use: '用',
    scene: '干活的现场',
    usage: [
      '先说情况，再约时间。',
      '到了先看一眼现场，再动手。',
      '做到哪一步，随时告诉你。',
      '走之前对一遍，没问题再收尾。',
    ],
    thing: '的招牌',
  },
  {
    is: /保险|(?<![冒探惊风])险|重疾|理财|基金|贷款|信用卡/u,
    deal: 'book',
    measure: '',
    use: '办',
    scene: '家里的餐桌边',
    usage: [
      '条款拿出来，一条一条对着看。',
      '先算家里缺什么，再谈买什么。',
      '健康告知照实填，别嫌麻烦。',
      '不懂就问，问到明白再签字。',
    ],
  },
  {
    is: /牙|齿|医院|诊所|门诊|口腔|体检|医美|眼科|康复|理疗/u,
    deal: 'book',
    measure: '',
    use: '看',
    scene: '明亮的诊室',
    usage: [
      '先拍片，看清楚再谈方案。',
      '坐下来，医生先听你说。',
      '每一步做什么，提前讲给你听。',
      '做完约好复诊，不用自己记。',
    ],
  },
  {
    is: /软件|系统|平台|SaaS|CRM|ERP|小程序|工具|App|协作|云(?:盘|端|服务|平台|存储|计算|文档|表格)/iu,
    deal: 'try',
    measure: '',
    use: '用',
    scene: '办公桌前，屏幕亮着',
    usage: [
      '打开网页就能用，不用装。',
      '表格拖进来，剩下的它来理。',
      '谁做到哪一步，一眼看见。',
      '新人跟着点一遍，就会了。',
    ],
  },
  {
    is: /课|培训|辅导|教育|学堂|训练营|考研|留学/u,
    deal: 'book',
    measure: '',
    use: '学',
    scene: '书桌前',
    usage: [
      '先测一测，再定从哪儿学起。',
      '一节一节来，卡住了有人答。',
      '课后练一练，错的题再讲。',
      '听得懂，才往下走。',
    ],
  },
  {
    is: /餐厅|饭店|菜馆|火锅|烤肉|烧烤|面馆|小吃店|咖啡馆|茶馆|酒馆|食堂|馆$|店$/u,
    deal: 'visit',
    measure: '',
    use: '吃',
    scene: '店里靠窗的桌边',
    usage: ['坐下先点招牌，别的慢慢看。', '趁热上桌，先来一口。', '锅一开，香味就出来了。', '吃到一半，再添个小菜。'],
  },
  {
    is: /酒店|民宿|景区|乐园|公园|影城|健身房|健身|瑜伽|美容院|美发|理发|洗车|摄影/u,
    deal: 'visit',
    measure: '',
    use: '去',
    scene: '门口到里面，一路走进去',
    usage: [
      '提前约好时间，到了不用等。',
      '进门先转一圈，看看环境。',
      '带上家里人，待上大半天。',
      '第一次来，有人领着走。',
    ],
  },
  {
    is: /服务|咨询|代办|代理|代账|记账|财税|报税|商标|顾问|设计|法律|律师|翻译|招聘|物流|中介/u,
    deal: 'book',
    measure: '',
    use: '用',
    scene: '办公桌前',
    usage: [
      '先说情况，再定怎么做。',
      '资料发过来，剩下的一起理。',
      '做到哪一步，随时告诉你。',
      '第一次找人做，也有人带着走。',
    ],
  },
  {
    is: /猫|狗|宠物|犬/u,
    deal: 'buy',
    measure: '袋',
    use: '喂',
    scene: '客厅的食盆边',
    usage: [
      '倒进碗里，等它自己过来。',
      '换粮慢慢来，先掺一点旧的。',
      '勺子一响，它就跑来了。',
      '看它低头吃，我就放心了。',
    ],
  },
  {
    is: /奶粉|辅食|尿不湿|纸尿裤|奶瓶|婴|宝宝|儿童餐|绘本|玩具|积木/u,
    deal: 'buy',
    measure: '份',
    use: '用',
    scene: '儿童房的地垫上',
    usage: [
      '让孩子自己来，我在旁边看。',
      '先试一次，看他喜不喜欢。',
      '收拾起来，也就一会儿。',
      '出门放包里，随手就拿。',
    ],
  },
  {
    is: /外卖|小龙虾|卤味|炸鸡|烤串|熟食|便当|快餐/u,
    deal: 'buy',
    measure: '份',
    use: '吃',
    scene: '餐桌边',
    usage: ['打开盖子，趁热先来一口。', '摆上桌，一家人围着吃。', '分量自己看，镜头不挪开。', '晚上不想做饭，就点它。'],
  },
  {
    is: /咖啡液|饮料|果汁|牛奶|酸奶|饮|水$|酒|茶|气泡水|豆浆/u,
    deal: 'buy',
    measure: '瓶',
    use: '喝',
    scene: '厨房台面',
    usage: ['倒进杯子，加冰加奶都随你。', '拧开就喝，出门也带着。', '想浓想淡，自己说了算。', '早上先来一杯，再出门。'],
  },
  {
    is: /咖啡|零食|饼|糖|坚果|面包|蛋糕|果|米|面|肉|食|酱|油|蜂蜜|燕窝|海鲜|火腿|蛋/u,
    deal: 'buy',
    measure: '袋',
    use: '吃',
    scene: '餐桌边',
    usage: ['打开先闻一闻，再尝一口。', '一家人分着吃，刚刚好。', '手边放着，饿了就拿。', '照着包装上写的做，不难。'],
  },
  {
    is: /鞋|靴|袜/u,
    deal: 'buy',
    measure: '双',
    use: '穿',
    scene: '玄关',
    usage: [
      '脚伸进去，一拉就好。',
      '走两步，跑两步，自己看。',
      '出门前自己穿，不用人催。',
      '上脚先走一圈，看合不合适。',
    ],
  },
  {
    is: /衣|衫|裤|裙|外套|羽绒|内衣|帽|围巾|包$|背包|书包/u,
    deal: 'buy',
    measure: '件',
    use: '穿',
    scene: '衣柜前的镜子边',
    usage: ['套上就走，不用多想怎么搭。', '抬手，转身，看看合不合身。', '上身看一眼就知道。', '出门照一下镜子，走了。'],
  },
  {
    is: /防晒|面霜|精华|乳|口红|粉底|洁面|护肤|牙膏|洗发|沐浴|护手|香水|眼霜/u,
    deal: 'buy',
    measure: '支',
    use: '用',
    scene: '梳妆台前',
    usage: ['挤一点，推开，拍一拍。', '出门前这一步，很快。', '一点点就够，慢慢抹开。', '带在包里，想补就补。'],
  },
  {
    is: /面膜|纸巾|湿巾|卫生巾|洗衣|清洁|抽纸/u,
    deal: 'buy',
    measure: '包',
    use: '用',
    scene: '洗手台前',
    usage: ['打开就用，不用准备别的。', '晚上顺手就做了。', '一次一份，不浪费。', '放在手边，随手就拿。'],
  },
  {
    is: /手机壳|保护壳|贴膜|数据线|支架|充电宝|键盘|鼠标/u,
    deal: 'buy',
    measure: '个',
    use: '用',
    scene: '书桌上',
    usage: ['往手机上一扣，就好了。', '拿在手里，转一圈看看。', '装上，拔下，再装一次。', '出门往兜里一揣，走了。'],
  },
  {
    is: /手机|平板/u,
    deal: 'buy',
    measure: '台',
    use: '用',
    scene: '书桌上',
    usage: ['拿在手里，转一圈看看。', '开机，先把屏幕看一遍。', '拍一张，放大了看看。', '装上卡，用半天就知道。'],
  },
  {
    is: /轮椅|助行|代步车/u,
    deal: 'buy',
    measure: '台',
    use: '用',
    scene: '小区门口的路上',
    usage: ['坐上去，试着走一圈。', '按一下，看它怎么走。', '收起来，放进后备箱。', '过个坎，转个弯，自己看。'],
  },
  {
    is: /壶|锅|机$|机器|器$|灯|风扇|空调|电视|电脑|耳机|音箱|车|净水|冰箱|吸尘/u,
    deal: 'buy',
    measure: '台',
    use: '用',
    scene: '家里的台面上',
    usage: ['按一下，剩下的交给它。', '插上电，选好档，就行了。', '家里老人看一遍也会用。', '用完顺手一擦，放回原处。'],
  },
  {
    is: /床|枕|被|毯|垫|凉席/u,
    deal: 'buy',
    measure: '',
    use: '睡',
    scene: '卧室的床边',
    usage: ['躺下去，翻个身，自己试。', '铺上，拍一拍，晚上就用。', '早上起来，叠好就行。', '头一晚，先适应一下。'],
  },
  {
    is: /沙发|椅|桌|柜|窗帘|地板|瓷砖|家具|书架|置物/u,
    deal: 'buy',
    measure: '',
    use: '用',
    scene: '家里的客厅',
    usage: ['摆在家里，看看搭不搭。', '坐下来，靠一靠，自己试。', '擦一擦，也不费事。', '挪个位置，换个样子。'],
  },
  {
    is: /杯|碗|筷|盘|收纳|餐具/u,
    deal: 'buy',
    measure: '个',
    use: '用',
    scene: '厨房台面',
    usage: ['接一杯水，端起来看看。', '用完一冲，就干净了。', '放在手边，天天用得上。', '摆在一起，看着也顺眼。'],
  },
];

const OTHER: Way = {
  deal: 'buy',
  measure: '份',
  use: '用',
  scene: '家里',
  usage: ['拿出来就用，不复杂。', '照着说明做一遍就会。', '我平时就这么用。', '第一次用，也不用人教。'],
};

/** By what it is said to be, else by its name. */
export function wayOf({ category, name }: { category: string; name: string }): Way {
  return KINDS.find(({ is }) => is.test(category)) ?? KINDS.find(({ is }) => is.test(name)) ?? OTHER;
}
