/** One measured figure and the bar it has to meet; without a bar it is only reported. */
export type Bar = { name: string; figure: number; unit: string; bar: number | null; better: 'lower' | 'higher' };
