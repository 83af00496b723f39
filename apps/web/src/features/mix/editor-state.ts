// The state itself is in features/editor: the stage (features/candidate) uses it too, and mix uses the stage, so here it
// would close a circle. Change it there.
export * from '#features/editor/editor-state.ts';
