// Lives outside of `mix`, because the parts around the stage (features/candidate) use it too and mix uses those.
export * from '#features/editor/editor-state.ts';
