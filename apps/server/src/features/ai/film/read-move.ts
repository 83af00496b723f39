import type { DepthMove } from '@mixreel/media';

const simple = (config: Extract<DepthMove, { type: 'simple' }>['config']): DepthMove => ({ type: 'simple', config });

/** What people write for moves of a camera, the more particular first. */
const WORDS: [RegExp, DepthMove][] = [
  [/右(转|旋).{0,4}(推|前)|向右环绕/, { type: 'right_turn_forward' }],
  [/左(转|旋).{0,4}(推|前)|环绕|orbit/i, { type: 'left_turn_forward' }],
  [/(推进|推近).{0,4}(上|升)|升.{0,4}推/, { type: 'forward_up' }],
  [/(下|降).{0,4}(拉远|后退)/, { type: 'down_back' }],
  [/拉远|后退|拉镜|zoom out|pull/i, simple({ zoom: -6 })],
  [/推进|推近|推镜|靠近|放大|zoom|push/i, simple({ zoom: 6 })],
  [/(向|往|从.到)?左(移|平移|滑)|move left/i, simple({ horizontal: -7 })],
  [/(向|往)?右(移|平移|滑)|平移|move right/i, simple({ horizontal: 7 })],
  [/上(移|升|摇)|升起|move up/i, simple({ vertical: 6 })],
  [/下(移|降|摇)|move down/i, simple({ vertical: -6 })],
  [/旋转|转动|roll/i, simple({ roll: 5 })],
  [/摇镜|左右摇|pan/i, simple({ tilt: 6 })],
];

/** The move that a prompt speaks of; a slow approach where it speaks of none. */
export function readMove(prompt: string): DepthMove {
  return WORDS.find(([words]) => words.test(prompt))?.[1] ?? simple({ zoom: 5 });
}
