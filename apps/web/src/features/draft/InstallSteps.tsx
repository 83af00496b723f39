import { useState } from 'react';
import { Choice } from '#ui/Choice.tsx';
import { type DraftTarget, isDraft, thisSystem } from './draft-target.ts';
import styles from './Draft.module.css';

type System = ReturnType<typeof thisSystem>;

const SYSTEMS = [
  { value: 'windows' as const, label: 'Windows' },
  { value: 'mac' as const, label: 'macOS' },
];

const OTHERS: Record<Exclude<DraftTarget, 'jianying_5' | 'jianying_6' | 'capcut'>, string[]> = {
  otio: ['解压到一个不会再移动的文件夹', '在达芬奇里：文件 → 导入 → 时间线，选 .otio 文件'],
  fcpxml: ['解压到一个不会再移动的文件夹', '在 Final Cut Pro 里：文件 → 导入 → XML；达芬奇：文件 → 导入 → 时间线'],
  srt: ['解压后，在平台或剪辑软件里和同名视频一起上传'],
};

/** How what was downloaded gets into the program. */
export function InstallSteps({ target }: { target: DraftTarget }) {
  const [system, setSystem] = useState<System>(thisSystem);
  const app = target === 'capcut' ? ' CapCut ' : '剪映';
  const steps = isDraft(target) ? draftSteps(app, system) : OTHERS[target];
  return (
    <section className={styles['install']} aria-label="怎么打开">
      <header>
        <h3>怎么打开</h3>
        {isDraft(target) && <Choice label="系统" options={SYSTEMS} value={system} onChange={setSystem} />}
      </header>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

function draftSteps(app: string, system: System): string[] {
  return [
    `先退出${app.trimEnd()}：开着的时候写进去的草稿会被它盖掉`,
    system === 'windows'
      ? '解压整个压缩包，双击 install.cmd；提示「已保护你的电脑」时点「更多信息 → 仍要运行」'
      : '解压整个压缩包，打开「终端」，输入 zsh 和一个空格，把 install.command 拖进窗口，按回车',
    `重新打开${app.trimEnd()}，草稿就在列表里；素材都在草稿的文件夹里，请不要移动`,
  ];
}
