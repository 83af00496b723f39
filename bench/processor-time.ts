import { existsSync, readFileSync, readdirSync } from 'node:fs';

const TICK_MS = 10;

/** What a process and those below it have taken of the processors so far; 0 where the system does not tell. */
export function readProcessorMs(pid: number): number {
  if (!existsSync('/proc')) return 0;
  const processes = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
          const [, parent, ...fields] = stat
            .slice(stat.lastIndexOf(')') + 2)
            .split(' ')
            .map(Number);
          // Its own in user and system mode, and those of its children that have ended.
          const ticks = fields.slice(9, 13).reduce((sum, each) => sum + each, 0);
          return [[Number(name), { parent: parent ?? 0, ticks }] as const];
        } catch {
          return [];
        }
      }),
  );
  const isOurs = (each: number): boolean => each === pid || (each > 1 && isOurs(processes.get(each)?.parent ?? 0));
  return [...processes].reduce((sum, [each, { ticks }]) => sum + (isOurs(each) ? ticks * TICK_MS : 0), 0);
}
