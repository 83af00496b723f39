import type { NewShooting, Script, Template } from '@mixreel/contract';
import { newId } from '#db/id.ts';

type Asked = Pick<Template['shootings'][number], 'lines'> & Partial<Template['shootings'][number]>;

/** Shootings of lines, each with ids of its own. */
export function newShootings(asked: Asked[]): NewShooting[] {
  return asked.map(({ lines, shooting_name = '', config = {} }) => ({
    shooting_id: newId(),
    shooting_name,
    config,
    scripts: lines.length > 0 ? lines.map(newScript) : [newScript('')],
  }));
}

function newScript(text: string): Script {
  return { script_id: newId(), text: text.trim(), recording_material_id: null, captions: null };
}
