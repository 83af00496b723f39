import { pageInfo, voice as calls } from '@mixreel/contract';
import { speechEngines } from '#features/ai/speech.ability.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { implement } from '#http/route.ts';
import { speak } from './speak.ts';
import { deletePronunciation, filterVoices, readPronunciations, savePronunciation } from './voice.queries.ts';

const LINK_SECONDS = 6 * 3600;

export const voiceRoutes = implement(calls, {
  async list(filter, app) {
    return filterVoices(voicesOf(app), filter);
  },

  async find({ page_index, page_size, ...filter }, app) {
    const found = filterVoices(voicesOf(app), filter);
    const from = (page_index - 1) * page_size;
    const page_info = pageInfo({ page_index, page_size }, found.length);
    return { items: found.slice(from, from + page_size), page_info };
  },

  async speak(input, context) {
    const { user, space, secret } = context;
    const who = { space_id: space.space_id, user_uid: user.user_uid };
    const spoken = await speak(context, who, input, context.signal);
    const { url } = signFileLink({ secret }, spoken, { seconds: LINK_SECONDS });
    return { ...spoken, audio_url: url, sentence: input.sentence ?? null };
  },

  async pronunciations(_input, { db, space }) {
    return readPronunciations(db, space.space_id);
  },

  async savePronunciation(input, { db, space, user }) {
    return savePronunciation(db, { ...input, space_id: space.space_id, created_by: user.user_uid });
  },

  async deletePronunciation({ pronunciation_id }, { db, space }) {
    await deletePronunciation(db, space.space_id, pronunciation_id);
    return {};
  },
});

function voicesOf(app: Parameters<typeof speechEngines>[0]) {
  return speechEngines(app).flatMap(({ voices }) => voices);
}
