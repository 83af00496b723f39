/**
 * Words that pinyin-pro reads wrongly or leaves to chance, found by reading marketing texts back. Longest match wins.
 * `word:pinyin`, tones as numbers, 5 is neutral.
 */
const LISTED = `
还款:huan2kuan3 还钱:huan2qian2 还贷:huan2dai4 还给:huan2gei3 还书:huan2shu1 还是:hai2shi5 重组:chong2zu3
重塑:chong2su4 排行:pai2hang2 行不行:xing2bu5xing2 央行:yang1hang2 长高:zhang3gao1 店长:dian4zhang3
长肉:zhang3rou4 长胖:zhang3pang4 长痘:zhang3dou4 值得:zhi2de5 得买:dei3mai3 得用:dei3yong4 得去:dei3qu4
得看:dei3kan4 得试:dei3shi4 得试试:dei3shi4shi5 得看看:dei3kan4kan5 还得:hai2dei3 地道:di4dao5 慢慢地:man4man4de5 轻轻地:qing1qing1de5 好好地:hao3hao1de5
真正地:zhen1zheng4de5 着装:zhuo2zhuang1 受不了:shou4bu5liao3 忘不了:wang4bu5liao3 用不了:yong4bu5liao3
少不了:shao3bu5liao3 错不了:cuo4bu5liao3 了不起:liao3bu5qi3 大不了:da4bu5liao3 免不了:mian3bu5liao3
买不了:mai3bu5liao3 最为:zui4wei2 只为:zhi3wei4 视为:shi4wei2 变为:bian4wei2 均为:jun1wei2 功夫:gong1fu5
纤薄:xian1bo2 薄膜:bo2mo2 色差:se4cha1 偏好:pian1hao4 数不清:shu3bu5qing1 好处:hao3chu5 选中:xuan3zhong4
中招:zhong4zhao1 种草:zhong4cao3 种植:zhong4zhi2 发质:fa4zhi4 秀发:xiu4fa4 护发:hu4fa4 染发:ran3fa4 发丝:fa4si1
洗发水:xi3fa4shui3 洗发:xi3fa4 发膜:fa4mo2 理发:li3fa4 发根:fa4gen1 发量:fa4liang4 发夹:fa4jia1 掉发:diao4fa4
曲面:qu1mian4 切换:qie1huan4 切菜:qie1cai4 散粉:san3fen3 冲着:chong4zhe5 石榴:shi2liu5 葡萄:pu2tao5 枇杷:pi2pa5
荸荠:bi2qi5 核桃:he2tao5 樱桃:ying1tao5 一应俱全:yi1ying1ju4quan2 参茸:shen1rong2 有空:you3kong4 抽空:chou1kong4
商量:shang1liang5 量贩:liang4fan4 供货:gong1huo4 晕车:yun1che1 晕染:yun4ran3 台州:tai1zhou1 单县:shan4xian4
阿胶:e1jiao1 熨斗:yun4dou3 粘贴:zhan1tie1 不粘锅:bu4zhan1guo1 粘锅:zhan1guo1 不粘:bu4zhan1 粘毛:zhan1mao2
粘牙:zhan1ya2 扎头发:za1tou2fa5 扁担:bian3dan5 泡涨:pao4zhang4 几个:ji3ge5 率先:shuai4xian1 系鞋带:ji4xie2dai4
关系:guan1xi5 系紧:ji4jin3 系上:ji4shang4 琢磨:zuo2mo5 呕吐:ou3tu4 划痕:hua2hen2 防刮划:fang2gua1hua2
和面:huo2mian4 创可贴:chuang1ke3tie1 打的:da3di1 扇风:shan1feng1 钉牢:ding4lao2 背着:bei1zhe5
双肩背:shuang1jian1bei1 斜挎背:xie2kua4bei1 倒水:dao4shui3 倒入:dao4ru4 倒计时:dao4ji4shi2 倒出:dao4chu1
倒立:dao4li4 憋闷:bie1men5 清楚:qing1chu5 舒服:shu1fu5 厉害:li4hai5 东西:dong1xi5 朋友:peng2you5 知道:zhi1dao5
告诉:gao4su5 消息:xiao1xi5 关系户:guan1xi5hu4 先生:xian1sheng5 学生:xue2sheng5 姑娘:gu1niang5 眼睛:yan3jing5
脑袋:nao3dai5 指甲:zhi3jia5 窗户:chuang1hu5 早上:zao3shang5 晚上:wan3shang5 身上:shen1shang5 脸上:lian3shang5
手上:shou3shang5 家里:jia1li5 这里:zhe4li5 那里:na4li5 哪里:na3li5 朋友们:peng2you5men5 分量:fen4liang5
糖分:tang2fen4 时候:shi2hou5 意思:yi4si5 福气:fu2qi5 客气:ke4qi5 味道:wei4dao5 麻烦:ma2fan5 明白:ming2bai5
打扮:da3ban5 收拾:shou1shi5 热闹:re4nao5 月亮:yue4liang5 故事:gu4shi5 生意:sheng1yi5 名字:ming2zi5 本事:ben3shi5
动静:dong4jing5 禁不住:jin1bu5zhu4 旋风:xuan4feng1 铺满:pu1man3 铺货:pu1huo4 闪晃:shan3huang3 卡住:qia3zhu4
卡扣:qia3kou4 卡粉:qia3fen3 盛饭:cheng2fan4 盛水:cheng2shui3 一宿:yi1xiu3 勒紧:lei1jin3 勒痕:lei1hen2
不勒:bu4lei1 勒脚:lei1jiao3 撒上:sa3shang4 只需:zhi3xu1 不只:bu4zhi3 得劲:dei3jin4 劈叉:pi3cha4 当天:dang4tian1
当季:dang4ji4 当日达:dang4ri4da2 当晚:dang4wan3 当月:dang4yue4 三十儿:san1shi2er5 一会儿:yi1huir4 一点儿:yi1dianr3
玩儿:wanr2 花儿:huar1 那儿:nar4 这儿:zher4 哪儿:nar3 有点儿:you3dianr3 好玩儿:hao3wanr2 一块儿:yi1kuair4 事儿:shir4
味儿:weir4 小孩儿:xiao3hair2 劲儿:jinr4
色子:shai3zi5 宝子们:bao3zi5men5
`;

const readings = new Map(
  LISTED.trim()
    .split(/\s+/)
    .map((line) => {
      const [word = '', pinyin = ''] = line.split(':');
      return [word, pinyin.match(/[a-zü]+\d/g) ?? []] as const;
    }),
);
const LONGEST = Math.max(...Array.from(readings.keys(), (word) => word.length));

/** The listed word that begins here, the longest if there are several, with a syllable for each sound. */
export function findReading(text: string, from: number): { word: string; pinyin: string[] } | undefined {
  for (let length = Math.min(LONGEST, text.length - from); length > 1; length -= 1) {
    const word = text.slice(from, from + length);
    const pinyin = readings.get(word);
    if (pinyin) return { word, pinyin };
  }
  return undefined;
}

/** Every listed word, for the tests that keep the list honest. */
export function listReadings(): ReadonlyMap<string, string[]> {
  return readings;
}
