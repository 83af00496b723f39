/** Something in the plan, or in what was typed, that a person has to change; the message is the whole story. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
}

type Range = { default?: number; min: number; max: number; isWhole?: boolean };

/** The fields of one object of a plan file. Every question throws `PlanError` with the place when the answer is wrong. */
export function fields(value: unknown, where: string) {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) throw new PlanError(`${where}必须是一个对象`);
  const object = new Map<string, unknown>(Object.entries(value));
  const known = new Set<string>();
  const read = (name: string): unknown => {
    known.add(name);
    return object.get(name);
  };
  return {
    has: (name: string) => object.get(name) !== undefined && object.get(name) !== null,
    text(name: string, otherwise?: string): string {
      const found = read(name) ?? otherwise;
      if (typeof found !== 'string') throw new PlanError(`${where}的 ${name} 必须是文字`);
      return found;
    },
    flag(name: string, otherwise: boolean): boolean {
      const found = read(name) ?? otherwise;
      if (typeof found !== 'boolean') throw new PlanError(`${where}的 ${name} 必须是 true 或 false`);
      return found;
    },
    number(name: string, { default: otherwise, min, max, isWhole = false }: Range): number {
      const found = read(name) ?? otherwise;
      const isFit = typeof found === 'number' && found >= min && found <= max && (!isWhole || Number.isInteger(found));
      if (!isFit) throw new PlanError(`${where}的 ${name} 必须是 ${min} 到 ${max} 之间的${isWhole ? '整数' : '数'}`);
      return found;
    },
    oneOf<T extends string>(name: string, choices: readonly T[], otherwise: T): T {
      const found = read(name) ?? otherwise;
      const choice = choices.find((one) => one === found);
      if (choice === undefined) throw new PlanError(`${where}的 ${name} 只能是：${choices.filter(Boolean).join('、')}`);
      return choice;
    },
    list(name: string): unknown[] {
      const found = read(name);
      if (!Array.isArray(found) || found.length === 0) throw new PlanError(`${where}的 ${name} 必须是至少一项的列表`);
      return found;
    },
    optional: (name: string) => fields(read(name) ?? {}, `${where}的 ${name} `),
    /** Throws for a field that nobody asked about: a typing mistake would otherwise pass in silence. */
    close(): void {
      const unknown = [...object.keys()].find((name) => !known.has(name));
      if (unknown !== undefined) throw new PlanError(`${where}里不认识 ${unknown}，请检查拼写`);
    },
  };
}
