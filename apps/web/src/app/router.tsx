import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { handOverRouter } from '#lib/go.ts';
import type { PageHandle } from './page-handle.ts';
import { PageFailed } from './PageFailed.tsx';
import { Redirect } from './Redirect.tsx';
import { RequireSession } from './RequireSession.tsx';
import { RouteFailed } from './RouteFailed.tsx';
import { stayInSpace } from './stay-in-space.ts';
import { Titled } from './Titled.tsx';

type Page = () => Promise<ComponentType>;

const bareLayout = lazily(async () => (await import('./BareLayout.tsx')).BareLayout);

/** Pages with the shell around them. */
const inShell: RouteObject[] = [
  page(
    '/home/material',
    { name: 'materialLibrary', app_name: '素材库' },
    async () => (await import('./LibraryPage.tsx')).LibraryPage,
  ),
  page(
    '/home/task',
    { name: 'taskCentre', app_name: '任务中心' },
    async () => (await import('#features/task/TaskPage.tsx')).TaskPage,
  ),
  page(
    '/audioStudio',
    { name: 'audioStudio', app_name: '音频工坊' },
    async () => (await import('#features/audio/AudioStudioPage.tsx')).AudioStudioPage,
  ),
  page(
    '/storyBoard',
    { name: 'storyBoard', app_name: '故事板' },
    async () => (await import('#features/story/StoryPage.tsx')).StoryPage,
  ),
  page(
    '/studio/workspace',
    { name: 'studioWorkspace', app_name: '混剪' },
    async () => (await import('#features/mix/MixWorkspacePage.tsx')).MixWorkspacePage,
  ),
  page(
    '/studio/videoProduction',
    { name: 'videoProduction', app_name: '混剪制作' },
    async () => (await import('#features/editor/VideoProductionPage.tsx')).VideoProductionPage,
  ),
  page(
    '/studio/result',
    { name: 'studioResult', app_name: '混剪成片' },
    async () => (await import('#features/editor/result/ResultPage.tsx')).ResultPage,
  ),
  page(
    '/studio/likeness',
    { name: 'studioLikeness', app_name: '查重报告' },
    async () => (await import('#features/likeness/LikenessPage.tsx')).LikenessPage,
  ),
  page(
    '/aiCapabilities/aiBox',
    { name: 'aiBox', app_name: 'AI 工具箱' },
    async () => (await import('#features/box/BoxPage.tsx')).BoxPage,
  ),
  page(
    '/aiCapabilities/faceSwap',
    { name: 'faceSwap', app_name: 'AI 换脸' },
    async () => (await import('#features/face/FacePage.tsx')).FacePage,
  ),
  page(
    '/aiCapabilities/textMarkRefiner',
    { name: 'textMarkRefiner', app_name: '文字水印去除' },
    async () => (await import('#features/clean/CleanPage.tsx')).CleanPage,
  ),
  page(
    '/videoGenerate',
    { name: 'videoGenerate', app_name: '图生视频' },
    async () => (await import('#features/animate/AnimatePage.tsx')).AnimatePage,
  ),
  page(
    '/videoGenerate/image',
    { name: 'imageGenerate', app_name: '文生图' },
    async () => (await import('#features/picture/PicturePage.tsx')).PicturePage,
  ),
  page(
    '/videoGenerate/image/editor',
    { name: 'imageEditor', app_name: '图片编辑' },
    async () => (await import('#features/sheet/SheetPage.tsx')).SheetPage,
  ),
  page(
    '/socialAgent',
    { name: 'socialAgent', app_name: '社媒智能体' },
    async () => (await import('#features/agent/SocialAgentPage.tsx')).SocialAgentPage,
  ),
  page(
    '/agentSelect',
    { name: 'agentSelect', app_name: '广告智能体' },
    async () => (await import('#features/agent/AgentSelectPage.tsx')).AgentSelectPage,
  ),
  page(
    '/agentConfig',
    { name: 'agentConfig', app_name: '广告智能体' },
    async () => (await import('#features/agent/AgentConfigPage.tsx')).AgentConfigPage,
  ),
  page(
    '/agentDetail',
    { name: 'agentDetail', app_name: '广告智能体' },
    async () => (await import('#features/agent/AgentDetailPage.tsx')).AgentDetailPage,
  ),
  page(
    '/admin',
    { name: 'admin', app_name: '管理' },
    async () => (await import('#features/admin/AdminPage.tsx')).AdminPage,
  ),
  page(
    '*',
    { name: 'notFound', app_name: '页面不存在' },
    async () => (await import('./NotFoundPage.tsx')).NotFoundPage,
  ),
];

/** Pages that fill the window, opened from others. */
const bare: RouteObject[] = [
  page(
    '/materialPreview',
    { name: 'materialPreview', app_name: '视频预览' },
    async () => (await import('#features/material/MaterialPreviewPage.tsx')).MaterialPreviewPage,
  ),
  page(
    '/searchVideoDialog',
    { name: 'searchVideoDialog', app_name: '搜索视频' },
    async () => (await import('#features/search/SearchVideoDialogPage.tsx')).SearchVideoDialogPage,
  ),
  page(
    '/workbench',
    { name: 'workbench', app_name: '图像工作台' },
    async () => (await import('#features/home/WorkbenchPage.tsx')).WorkbenchPage,
  ),
];

const redirects: RouteObject[] = [
  redirect('/home', '/home/material'),
  redirect('/studio', '/studio/workspace'),
  redirect('/aiCapabilities', '/aiCapabilities/faceSwap'),
  redirect('/agent', '/socialAgent'),
  redirect('/adAgent', '/agentSelect'),
];

const routes: RouteObject[] = [
  {
    element: <Titled />,
    errorElement: <RouteFailed />,
    hydrateFallbackElement: <></>,
    children: [
      redirect('/', '/home', 'root'),
      page(
        '/login',
        { name: 'login', app_name: '' },
        async () => (await import('#features/auth/LoginPage.tsx')).LoginPage,
      ),
      page(
        '/materialShare',
        { name: 'materialShare', app_name: '素材分享' },
        async () => (await import('#features/share/SharePage.tsx')).SharePage,
      ),
      page(
        '/shootingDay',
        { name: 'shootingDay', app_name: '拍摄清单' },
        async () => (await import('#features/story/phone/PhonePage.tsx')).PhonePage,
      ),
      // Outside the guard, so that the login page leads back to where the redirect would have led.
      ...redirects,
      {
        element: <RequireSession />,
        children: [
          { lazy: bareLayout, children: bare },
          { lazy: lazily(async () => (await import('./Shell.tsx')).Shell), children: inShell },
        ],
      },
    ],
  },
];

export const router = stayInSpace(createBrowserRouter(routes));

handOverRouter(router);

function page(path: string, handle: PageHandle, load: Page): RouteObject {
  return { path, handle, errorElement: <RouteFailed />, lazy: lazily(load) };
}

/** A router whose lazy route failed goes on waiting for it and shows nothing, so the failure becomes the page. */
function lazily(load: Page) {
  return async () => ({
    Component: await load().catch((error: unknown) => () => <PageFailed error={error} />),
  });
}

function redirect(path: string, to: string, name = ''): RouteObject {
  return { path, handle: { name, app_name: '' } satisfies PageHandle, element: <Redirect to={to} /> };
}
