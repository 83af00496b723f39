export { writeTinyChat } from '#testing/tiny-chat.ts';
export { writeTinyMatcher } from '#testing/tiny-matcher.ts';
