/** What a trouble and its remedy are spoken of with. */
const GROUPS = [
  /摔|跌|碎|裂|磕|防震/u,
  /甜|糖|腻|热量|卡路里/u,
  /排队|等|来不及|赶|起不来|秒|分钟|快|当天|即/u,
  /重|沉|轻|克|好带|便携|收进/u,
  /闷|汗|透气|热|网面/u,
  /吵|响|拖拉机|分贝|静音|睡不着/u,
  /看不懂|不清楚|打听|一对一|顾问|讲|一个价|显示|先看/u,
  /扯皮|理赔|售后|赔|协助|怕/u,
  /催|进度|汇总|提醒|手忙脚乱|周报|申报/u,
  /传来传去|最新|同步|导入|自动/u,
  /硬|弯|软|塌|高度|僵|脖子|压/u,
  /发黄|脏|擦|洗|指纹/u,
  /白|泛白|成膜|糊|油/u,
  /挑食|不吃|鲜|肉|嚼|口感|味/u,
  /软便|拉肚子|肠胃|不加|添加|诱食/u,
  /球|胖|臃肿|薄|整件/u,
  /冷|保暖|绒|风/u,
  /喷嚏|鼻|灰|滤芯|一遍|净化/u,
  /躲开|安静|推窗|山|远|高铁/u,
  /题|分数|应用题|错题|测|讲到会|班/u,
  /烂|不糊|煮|筋道|晒/u,
  /周末|拖地|打扫|上门|两小时|起约/u,
  /说不来|固定|换来换去|放鸽子/u,
  /年卡|去三次|按次|次/u,
  /推销|强卖|套路|隐形/u,
  /一年一换|长太快|可调|长高/u,
  /趴|近视|坐姿|厘米/u,
  /嗓子|辣|微辣|上火/u,
  /请客|聚餐|包间|停车/u,
  /缺牙|一边|方案|拍 ?CT|复查/iu,
];

/** The remedies with that first which speaks of the trouble; as they are where none does. */
export function related(pain: string, points: string[]): { points: string[]; isRelated: boolean } {
  const groups = GROUPS.filter((one) => one.test(pain));
  const nearness = (point: string) => 2 * groups.filter((one) => one.test(point)).length + shared(pain, point);
  const near = points.map(nearness);
  const most = Math.max(0, ...near);
  if (most === 0) return { points, isRelated: false };
  const at = near.indexOf(most);
  return { points: [points[at]!, ...points.toSpliced(at, 1)], isRelated: true };
}

/** Whether two neighbouring characters are in both. */
function shared(a: string, b: string): number {
  const pairs = Array.from(a, (_, n) => a.slice(n, n + 2)).filter((pair) => /^\p{Script=Han}{2}$/u.test(pair));
  return pairs.some((pair) => b.includes(pair)) ? 1 : 0;
}
