import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const TICK_MS = 10;

/** What a process and those below it have taken of the processors so far; 0 where the system does not tell. */
export function readProcessorMs(pid: number): number {
  return TICK_MS * Array.from(familyOf(pid).values()).reduce((sum, ticks) => sum + ticks, 0);
}

/** Who runs on other machines in life leaves the processor to what is measured here. */
export function stepAside(pids: number[]): void {
  for (const pid of pids) {
    for (const each of familyOf(pid).keys()) {
      try {
        setPriority(each, constants.priority.PRIORITY_LOW);
      } catch (error) {
        // A connection of the database may have ended meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error;
      }
    }
  }
}

/** A process and all below it, with the ticks of each; nobody where the system does not tell. */
function familyOf(pid: number): Map<number, number> {
  if (!existsSync('/proc')) return new Map();
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
  return new Map([...processes].flatMap(([each, { ticks }]) => (isOurs(each) ? [[each, ticks] as const] : [])));
}
