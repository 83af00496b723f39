import type { BoxToolName } from '@mixreel/contract';
import type { ReactNode } from 'react';
import styles from './Box.module.css';

const Film = ({ x, w = 34, h = 24 }: { x: number; w?: number; h?: number }) => (
  <rect className={styles['film']} x={x} y={20 - h / 2} width={w} height={h} rx={3} />
);
const Person = ({ x, y = 20, s = 1 }: { x: number; y?: number; s?: number }) => (
  <g className={styles['ink']}>
    <circle cx={x} cy={y - 3 * s} r={3.4 * s} />
    <path d={`M${x - 6.5 * s} ${y + 9 * s}a6.5 ${7 * s} 0 0 1 ${13 * s} 0z`} />
  </g>
);
const Wave = ({ x, bars }: { x: number; bars: number[] }) => (
  <g className={styles['ink']}>
    {bars.map((height, n) => (
      <rect key={x + n * 4} x={x + n * 4} y={20 - height / 2} width={2.4} height={height} rx={1.2} />
    ))}
  </g>
);
const Words = ({ x, y = 27, w = 22, lines = 1 }: { x: number; y?: number; w?: number; lines?: number }) => (
  <g className={styles['strong']}>
    {Array.from({ length: lines }, (_, n) => (
      <rect key={n} x={x} y={y + n * 5} width={n === lines - 1 && lines > 1 ? w * 0.7 : w} height={3} rx={1.5} />
    ))}
  </g>
);
const Letters = ({ x, y = 23, text }: { x: number; y?: number; text: string }) => (
  <text className={styles['letters']} x={x} y={y} textAnchor="middle">
    {text}
  </text>
);
const Dots = ({ x }: { x: number }) => (
  <g className={styles['ink']}>
    {[0, 1, 2, 3, 4, 5, 6, 7].map((n) => (
      <circle key={n} cx={x + 4 + ((n * 11) % 27)} cy={11 + ((n * 7) % 18)} r={1} />
    ))}
  </g>
);

/** What a tool does: before, and after. */
const PICTURES: Record<BoxToolName, [ReactNode, ReactNode]> = {
  silence_cut: [
    <Wave key="a" x={4} bars={[12, 18, 2, 2, 2, 16, 10, 2, 14]} />,
    <Wave key="b" x={74} bars={[12, 18, 16, 10, 14]} />,
  ],
  filler_cut: [<Letters key="a" x={21} text="嗯 好物" />, <Letters key="b" x={81} text="好物" />],
  speech_clean: [
    <g key="a">
      <Wave x={6} bars={[12, 18, 8, 16, 10, 14, 12, 16]} />
      <Dots x={4} />
    </g>,
    <Wave key="b" x={66} bars={[4, 18, 4, 16, 6, 14, 4, 16]} />,
  ],
  subtitle_extract: [
    <g key="a">
      <Film x={4} />
      <Person x={21} y={18} s={0.8} />
    </g>,
    <Words key="b" x={66} y={12} w={30} lines={4} />,
  ],
  subtitle_burn: [
    <g key="a">
      <Film x={4} />
      <Person x={21} y={18} s={0.8} />
    </g>,
    <g key="b">
      <Film x={64} />
      <Person x={81} y={17} s={0.8} />
      <Words x={70} y={26} />
    </g>,
  ],
  subtitle_translate: [<Letters key="a" x={21} text="你好" />, <Letters key="b" x={81} text="Hello" />],
  live_slice: [
    <g key="a">
      <Film x={2} w={40} h={14} />
      <rect className={styles['strong']} x={8} y={13} width={6} height={14} rx={1} />
      <rect className={styles['strong']} x={28} y={13} width={8} height={14} rx={1} />
    </g>,
    <g key="b">
      <rect className={styles['strong']} x={66} y={8} width={12} height={24} rx={3} />
      <rect className={styles['strong']} x={84} y={8} width={12} height={24} rx={3} />
    </g>,
  ],
  reframe: [
    <g key="a">
      <Film x={4} />
      <Person x={28} y={19} s={0.8} />
    </g>,
    <g key="b">
      <Film x={73} w={17} h={30} />
      <Person x={81.5} y={19} />
    </g>,
  ],
  stabilize: [
    <g key="a">
      <g transform="rotate(-8 21 20)">
        <Film x={4} />
      </g>
      <g transform="rotate(7 21 20)">
        <Film x={4} />
      </g>
    </g>,
    <g key="b">
      <Film x={64} />
      <Person x={81} y={19} s={0.8} />
    </g>,
  ],
  slow_motion: [
    <g key="a">
      <Film x={4} w={14} />
      <Film x={24} w={14} />
    </g>,
    <g key="b">
      <Film x={60} w={9} />
      <Film x={71} w={9} />
      <Film x={82} w={9} />
      <Film x={93} w={9} />
    </g>,
  ],
  denoise_video: [
    <g key="a">
      <Film x={4} />
      <Dots x={4} />
      <Person x={21} y={19} s={0.8} />
    </g>,
    <g key="b">
      <Film x={64} />
      <Person x={81} y={19} s={0.8} />
    </g>,
  ],
  upscale: [
    <g key="a">
      <Film x={12} w={18} h={13} />
      <Person x={21} y={19} s={0.4} />
    </g>,
    <g key="b">
      <Film x={60} w={42} h={30} />
      <Person x={81} y={20} />
    </g>,
  ],
  color_match: [
    <g key="a">
      <Film x={4} />
      <circle className={styles['faint']} cx={21} cy={20} r={7} />
    </g>,
    <g key="b">
      <Film x={64} />
      <circle className={styles['warm']} cx={81} cy={20} r={7} />
    </g>,
  ],
  person_bg: [
    <g key="a">
      <Film x={4} />
      <Dots x={4} />
      <Person x={21} y={20} />
    </g>,
    <g key="b">
      <rect className={styles['warm']} x={64} y={8} width={34} height={24} rx={3} />
      <Person x={81} y={20} />
    </g>,
  ],
  remove_bg: [
    <g key="a">
      <Film x={4} />
      <Person x={21} y={20} />
    </g>,
    <g key="b">
      <rect className={styles['empty']} x={64} y={8} width={34} height={24} rx={3} />
      <Person x={81} y={20} />
    </g>,
  ],
  frames: [
    <Film key="a" x={4} />,
    <g key="b">
      <Film x={62} w={12} h={18} />
      <Film x={77} w={12} h={18} />
      <Film x={92} w={12} h={18} />
    </g>,
  ],
  cover_pick: [
    <g key="a">
      <Film x={2} w={12} h={18} />
      <Film x={16} w={12} h={18} />
      <Film x={30} w={12} h={18} />
    </g>,
    <g key="b">
      <rect className={styles['chosen']} x={72} y={6} width={20} height={28} rx={3} />
      <Person x={82} y={20} />
    </g>,
  ],
  gif: [<Film key="a" x={4} />, <Letters key="b" x={82} text="GIF" />],
  compress: [<Letters key="a" x={21} text="90 MB" />, <Letters key="b" x={82} text="20 MB" />],
  convert: [<Letters key="a" x={21} text="MOV" />, <Letters key="b" x={82} text="MP4" />],
};

export function ToolPicture({ tool }: { tool: BoxToolName }) {
  const [before, after] = PICTURES[tool];
  return (
    <svg className={styles['picture']} viewBox="0 0 106 40" aria-hidden="true">
      {before}
      <path className={styles['arrow']} d="M46 20h9m-4-4 4 4-4 4" />
      {after}
    </svg>
  );
}
