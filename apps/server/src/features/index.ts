import { DISK_KEEPS_HOURS } from '@mixreel/contract';
import type { Followers } from '#followers.ts';
import { manyStreamsRoutes } from '#http/many-streams.ts';
import { forgetOldRequests } from '#http/once.ts';
import type { Route } from '#http/route.ts';
import { forgetOldEvents } from '#http/streams.ts';
import type { Chore } from '#queue/chores.ts';
import type { Job } from '#queue/job.ts';
import { accountRoutes } from './account/account.routes.ts';
import { adminRoutes } from './admin/admin.routes.ts';
import { forgetOldAudit } from './admin/audit.queries.ts';
import { agentAskRoutes } from './agent/agent-ask.routes.ts';
import { agentBatchRoutes } from './agent/agent-batch.routes.ts';
import { agentPostRoutes } from './agent/agent-post.routes.ts';
import { agentRunRoutes } from './agent/agent-run.routes.ts';
import { agentRoutes } from './agent/agent.routes.ts';
import { batchDocument } from './agent/batch.document.ts';
import { binAgentsOf } from './agent/bin-agents.ts';
import { packAgentBatch } from './agent/pack-batch.jobs.ts';
import { planAgentBatch } from './agent/plan-batch.jobs.ts';
import { produceAgentBatch } from './agent/produce-batch.jobs.ts';
import { runAgent } from './agent/run.jobs.ts';
import { forgetOldJobs } from './ai/ai-job.queries.ts';
import { aiRoutes } from './ai/ai.routes.ts';
import { analysisRoutes } from './analysis/analysis.routes.ts';
import { copyMaterial } from './analysis/copy.jobs.ts';
import { measureMaterial } from './analysis/measure.jobs.ts';
import { renewOldAnalyses } from './analysis/renew-analysis.ts';
import { settleAnalysis } from './analysis/stop-analysis.ts';
import { understandMaterial } from './analysis/understand.jobs.ts';
import { animateElsewhere, animateHere } from './animate/animate.jobs.ts';
import { animateRoutes } from './animate/animate.routes.ts';
import { removeOldArtworks } from './artwork/artwork-bin.ts';
import { artworkRoutes } from './artwork/artwork.routes.ts';
import { binArtworksOf, followDirs } from './artwork/follow-dirs.ts';
import { indexInIdle } from './artwork/index-artworks.ts';
import { binAudiosOf, removeOldAudios } from './audio/audio-bin.ts';
import { audioDocument } from './audio/audio.document.ts';
import { renderAudio } from './audio/audio.jobs.ts';
import { audioRoutes } from './audio/audio.routes.ts';
import { forgetOldTokens } from './auth/auth.queries.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { forgetOldGuesses } from './auth/guess-limit.ts';
import { runTool } from './box/box.jobs.ts';
import { boxRoutes } from './box/box.routes.ts';
import { followAnalysed } from './box/recipe.queries.ts';
import { removeHalfTooled } from './box/run-chain.ts';
import { candidateRoutes } from './candidate/candidate.routes.ts';
import { exportMix } from './candidate/export.jobs.ts';
import { narrateMix } from './candidate/narrate.jobs.ts';
import { captionRoutes } from './caption/caption.routes.ts';
import { removeLostCleans } from './clean/change-cleans.ts';
import { findText, removeText } from './clean/clean.jobs.ts';
import { cleanRoutes } from './clean/clean.routes.ts';
import { removeHalfCleaned } from './clean/make-clean.ts';
import { clipRoutes } from './clip/clip.routes.ts';
import { drawInIdle } from './cover/draw-covers.ts';
import { awaitsDemo, bringFirstDemo } from './demo/demo-project.ts';
import { makeDemo } from './demo/demo.jobs.ts';
import { demoRoutes } from './demo/demo.routes.ts';
import { binDirsOf } from './dir/dir-bin.ts';
import { dirRoutes } from './dir/dir.routes.ts';
import { documentRoutes } from './document/document.routes.ts';
import { thinHistory } from './document/thin-history.ts';
import { forgetOldDeliveries } from './download/deliver.ts';
import { packArtworks } from './download/download.jobs.ts';
import { downloadRoutes } from './download/download.routes.ts';
import { exportDrafts } from './draft/draft.jobs.ts';
import { draftRoutes } from './draft/draft.routes.ts';
import { removeLostSwaps } from './face/change-swap.ts';
import { findPeople, makeSwapped, swapByService } from './face/face.jobs.ts';
import { faceRoutes } from './face/face.routes.ts';
import { removeHalfSwapped } from './face/make-swap.ts';
import { withholdLate } from './face/withdraw-face.ts';
import { factRoutes } from './fact/fact.routes.ts';
import { collectGarbage } from './file/collect-garbage.ts';
import { fileRoutes } from './file/file.routes.ts';
import { binGenerationsOf, removeOldGenerations } from './generate/bin-generations.ts';
import { generateRoutes } from './generate/generate.routes.ts';
import { homeRoutes } from './home/home.routes.ts';
import { forgetOldLabelLog } from './label/label-log.ts';
import { labelRoutes } from './label/label.routes.ts';
import { languageRoutes } from './language/language.routes.ts';
import { compareArtworks } from './likeness/likeness.jobs.ts';
import { likenessRoutes } from './likeness/likeness.routes.ts';
import { signInIdle } from './likeness/sign-artworks.ts';
import { materialRoutes } from './material/material.routes.ts';
import { binMaterialsOf, emptyOldBins } from './material/recycle-bin.ts';
import { mcpRoutes } from './mcp/mcp.routes.ts';
import { memberRoutes } from './member/member.routes.ts';
import { binMixesOf } from './mix/bin-mixes.ts';
import { mixDocument } from './mix/mix.document.ts';
import { removeOldMixes } from './mix/mix.queries.ts';
import { mixRoutes } from './mix/mix.routes.ts';
import { outdateMixes } from './mix/outdate-mixes.ts';
import { measureMusic } from './music/measure-music.ts';
import { musicRoutes } from './music/music.routes.ts';
import { pictureElsewhere, pictureHere } from './picture/picture.jobs.ts';
import { pictureRoutes } from './picture/picture.routes.ts';
import { projectRoutes } from './project/project.routes.ts';
import { proxyRoutes } from './proxy/proxy.routes.ts';
import { forgetOldReports } from './report/report.queries.ts';
import { reportRoutes } from './report/report.routes.ts';
import { matchInIdle } from './search/match-shots.ts';
import { searchRoutes } from './search/search.routes.ts';
import { makePreview } from './share/preview.jobs.ts';
import { shareRoutes } from './share/share.routes.ts';
import { batchSheet } from './sheet/batch.jobs.ts';
import { retouchSheet, studySheet } from './sheet/retouch.jobs.ts';
import { sheetDocument } from './sheet/sheet.document.ts';
import { binSheetsOf, removeOldSheets } from './sheet/sheet.queries.ts';
import { sheetRoutes } from './sheet/sheet.routes.ts';
import { shootingRoutes } from './shooting/shooting.routes.ts';
import { learnSku, markNewShots } from './sku/sku.jobs.ts';
import { skuRoutes } from './sku/sku.routes.ts';
import { startRoutes } from './start/start.routes.ts';
import { readVideo } from './story/read-video.jobs.ts';
import { placeTake } from './story/shoot/place-take.jobs.ts';
import { shootRoutes } from './story/shoot/shoot.routes.ts';
import { storyMixRoutes } from './story/story-mix.routes.ts';
import { storyVideoRoutes } from './story/story-video.routes.ts';
import { storyDocument } from './story/story.document.ts';
import { binStoriesOf, removeOldStories } from './story/story.queries.ts';
import { storyRoutes } from './story/story.routes.ts';
import { tabooRoutes } from './taboo/taboo.routes.ts';
import { forgetQuietTasks } from './task/task.queries.ts';
import { taskRoutes } from './task/task.routes.ts';
import { teamRoutes } from './team/team.routes.ts';
import { templateRoutes } from './template/template.routes.ts';
import { tokenRoutes } from './token/token.routes.ts';
import { translationRoutes } from './translation/translation.routes.ts';
import { forgetOldUploads } from './upload/forget-uploads.ts';
import { importLink } from './upload/import-link.jobs.ts';
import { uploadRoutes } from './upload/upload.routes.ts';
import { forgetOldSpeech } from './voice/voice.queries.ts';
import { voiceRoutes } from './voice/voice.routes.ts';
import { writerRoutes } from './writer/writer.routes.ts';

const ofFeatures: Route[] = [
  ...startRoutes,
  ...authRoutes,
  ...accountRoutes,
  ...tokenRoutes,
  ...mcpRoutes,
  ...memberRoutes,
  ...teamRoutes,
  ...projectRoutes,
  ...demoRoutes,
  ...homeRoutes,
  ...adminRoutes,
  ...reportRoutes,
  ...proxyRoutes,
  ...fileRoutes,
  ...materialRoutes,
  ...analysisRoutes,
  ...uploadRoutes,
  ...searchRoutes,
  ...shareRoutes,
  ...skuRoutes,
  ...taskRoutes,
  ...aiRoutes,
  ...voiceRoutes,
  ...audioRoutes,
  ...documentRoutes([audioDocument, mixDocument, storyDocument, batchDocument, sheetDocument]),
  ...musicRoutes,
  ...storyRoutes,
  ...writerRoutes,
  ...storyMixRoutes,
  ...storyVideoRoutes,
  ...shootRoutes,
  ...mixRoutes,
  ...shootingRoutes,
  ...clipRoutes,
  ...candidateRoutes,
  ...captionRoutes,
  ...templateRoutes,
  ...artworkRoutes,
  ...dirRoutes,
  ...likenessRoutes,
  ...downloadRoutes,
  ...draftRoutes,
  ...labelRoutes,
  ...tabooRoutes,
  ...factRoutes,
  ...languageRoutes,
  ...translationRoutes,
  ...generateRoutes,
  ...animateRoutes,
  ...pictureRoutes,
  ...agentRoutes,
  ...agentBatchRoutes,
  ...agentAskRoutes,
  ...agentPostRoutes,
  ...agentRunRoutes,
  ...sheetRoutes,
  ...cleanRoutes,
  ...faceRoutes,
  ...boxRoutes,
];

/** Everything the server answers. */
export const routes: Route[] = [...ofFeatures, ...manyStreamsRoutes(ofFeatures)];

/** Everything the workers can do. */
export const jobs: Job[] = [
  makePreview,
  renderAudio,
  measureMaterial,
  understandMaterial,
  copyMaterial,
  importLink,
  makeDemo,
  learnSku,
  readVideo,
  placeTake,
  narrateMix,
  exportMix,
  compareArtworks,
  packArtworks,
  exportDrafts,
  animateHere,
  animateElsewhere,
  pictureHere,
  pictureElsewhere,
  planAgentBatch,
  produceAgentBatch,
  runAgent,
  packAgentBatch,
  retouchSheet,
  studySheet,
  batchSheet,
  findText,
  removeText,
  findPeople,
  makeSwapped,
  swapByService,
  runTool,
];

/** What hangs on what, from below: see `followers.ts`. */
export const followers: Followers = {
  materials: [(tx, { space_id, material_ids }) => outdateMixes(tx, space_id, material_ids)],
  dirs: [followDirs],
  analysed: [followAnalysed],
  project: [
    binMaterialsOf,
    binArtworksOf,
    binDirsOf,
    binMixesOf,
    binStoriesOf,
    binGenerationsOf,
    binAgentsOf,
    binSheetsOf,
    binAudiosOf,
  ],
};

export const chores: Chore[] = [
  { name: 'demo', every_s: 1, when: awaitsDemo, run: (app) => bringFirstDemo(app) },
  { name: 'requests', every_s: 600, run: ({ db }) => forgetOldRequests(db) },
  { name: 'events', every_s: 300, run: ({ db }) => forgetOldEvents(db) },
  { name: 'tokens', every_s: 3600, run: ({ db }) => forgetOldTokens(db) },
  { name: 'ai-jobs', every_s: 86_400, run: ({ db }) => forgetOldJobs(db) },
  { name: 'guesses', every_s: 600, run: ({ db }) => forgetOldGuesses(db) },
  { name: 'analysis', every_s: 15, run: (app) => settleAnalysis(app) },
  { name: 'old analyses', every_s: 60, run: (app) => renewOldAnalyses(app) },
  { name: 'quiet tasks', every_s: 3600, run: ({ db }) => forgetQuietTasks(db) },
  { name: 'audit', every_s: 3600, run: ({ db, config }) => forgetOldAudit(db, config.auditKeepDays) },
  { name: 'reports', every_s: 3600, run: ({ db, config }) => forgetOldReports(db, config.report.keepDays) },
  { name: 'speech', every_s: 3600, run: ({ db }) => forgetOldSpeech(db) },
  { name: 'music', every_s: 60, run: (app) => measureMusic(app) },
  { name: 'products', every_s: 15, run: (app) => markNewShots(app) },
  { name: 'recycle', every_s: 3600, run: (app) => emptyOldBins(app) },
  { name: 'signatures', every_s: 20, run: (app) => signInIdle(app) },
  { name: 'covers', every_s: 30, run: (app) => drawInIdle(app) },
  { name: 'words of artworks', every_s: 30, run: (app) => indexInIdle(app) },
  { name: 'matches', every_s: 30, run: (app) => matchInIdle(app) },
  { name: 'sheets', every_s: 3600, run: (app) => removeOldSheets(app) },
  { name: 'story boards', every_s: 3600, run: (app) => removeOldStories(app) },
  { name: 'audio pieces', every_s: 3600, run: (app) => removeOldAudios(app) },
  { name: 'artworks', every_s: 3600, run: (app) => removeOldArtworks(app) },
  { name: 'mixes', every_s: 3600, run: (app) => removeOldMixes(app) },
  { name: 'generations', every_s: 3600, run: (app) => removeOldGenerations(app) },
  { name: 'cleanings', every_s: 3600, run: (app) => removeLostCleans(app) },
  { name: 'face swaps', every_s: 3600, run: (app) => removeLostSwaps(app) },
  { name: 'withdrawn faces', every_s: 300, run: (app) => withholdLate(app) },
  { name: 'half swapped', every_s: 3600, run: (app) => removeHalfSwapped(app) },
  { name: 'half tooled', every_s: 3600, run: (app) => removeHalfTooled(app) },
  { name: 'half cleaned', every_s: 3600, run: (app) => removeHalfCleaned(app) },
  { name: 'uploads', every_s: 3600, run: (app) => forgetOldUploads(app) },
  { name: 'deliveries', every_s: 600, run: (app) => forgetOldDeliveries(app) },
  { name: 'history', every_s: 3600, run: (app) => thinHistory(app) },
  { name: 'label log', every_s: 3600, run: ({ db }) => forgetOldLabelLog(db) },
  { name: 'storage', every_s: 3600, run: (app) => collectGarbage(app, { olderThanHours: DISK_KEEPS_HOURS }) },
];
