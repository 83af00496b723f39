/** What the product can ask of models, one field per ability. None is built in yet. */
export type Ai = Record<string, never>;
