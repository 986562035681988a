/**
 * The route table: every page with address, title and guard (specification, section 2), for build, server and browser.
 */
import type { ComponentType } from 'react'
import { lazyCode, type Page } from './frame/page.ts'
import { addresses } from './pages/documentation/contents/addresses.ts'
import { documentationContents, documentationPath } from './pages/documentation/contents.ts'
import { panelOf, panelTitles } from './pages/home/panels.ts'

const anyone = { kind: 'none' } as const
const signedOutOfApi = { kind: 'signedOut', area: 'api' } as const
const signedOutOfPortal = { kind: 'signedOut', area: 'portal' } as const

const login = code('account/LoginPage', () => import('./pages/account/LoginPage.tsx'))
const signup = code('account/SignupPage', () => import('./pages/account/SignupPage.tsx'))
const forgotPassword = code('account/ForgotPasswordPage', () => import('./pages/account/ForgotPasswordPage.tsx'))
const resetPassword = code('account/ResetPasswordPage', () => import('./pages/account/ResetPasswordPage.tsx'))

export const pages: readonly Page[] = [
  {
    path: '/',
    title: 'Doctor and Medical Data API',
    description:
      'Find doctors, clinicians and healthcare facilities of the United States by place, specialty, name or NPI with one call.',
    guard: anyone,
    isPrerendered: true,
    code: code('landing/DataApiPage', () => import('./pages/landing/DataApiPage.tsx')),
  },
  {
    path: '/verifications',
    title: 'Verifications API',
    description: 'Check the license and credentials of a doctor or nurse against the national register with one call.',
    guard: anyone,
    isPrerendered: true,
    code: code('landing/VerificationsPage', () => import('./pages/landing/VerificationsPage.tsx')),
  },
  {
    path: '/my-verifications',
    title: 'My Verifications for clinicians',
    description:
      'Have your license verified once, follow each request, and share the result by a link that ends when you say.',
    guard: anyone,
    isPrerendered: true,
    code: code('landing/MyVerificationsPage', () => import('./pages/landing/MyVerificationsPage.tsx')),
  },
  {
    // One page, so that the sidebar stays when the address changes.
    path: `${documentationPath}/*`,
    title: 'Documentation',
    description:
      'How to search doctors, organizations and individuals and to verify credentials, with a form for every call.',
    guard: anyone,
    isPrerendered: true,
    addresses: () => addresses,
    contents: documentationContents,
    code: code('documentation/DocumentationPage', () => import('./pages/documentation/DocumentationPage.tsx')),
  },
  {
    path: '/blog',
    title: 'Blog',
    description: 'Healthcare technology insights, API updates, and industry news.',
    guard: anyone,
    isPrerendered: true,
    hasForeignImages: true,
    code: code('blog/BlogPage', () => import('./pages/blog/BlogPage.tsx')),
  },
  { path: '/login', title: 'Sign in', guard: signedOutOfApi, code: login },
  { path: '/signup', title: 'Create an account', guard: signedOutOfApi, code: signup },
  { path: '/forgot-password', title: 'Forgot your password', guard: signedOutOfApi, code: forgotPassword },
  { path: '/reset-password', title: 'Choose a new password', guard: signedOutOfApi, code: resetPassword },
  { path: '/portal-login', title: 'Sign in to My Verifications', guard: signedOutOfPortal, code: login },
  { path: '/portal-signup', title: 'Create a My Verifications account', guard: signedOutOfPortal, code: signup },
  {
    path: '/portal-forgot-password',
    title: 'Forgot your My Verifications password',
    guard: signedOutOfPortal,
    code: forgotPassword,
  },
  {
    path: '/portal-reset-password',
    title: 'Choose a new My Verifications password',
    guard: signedOutOfPortal,
    code: resetPassword,
  },
  {
    path: '/verify-email',
    title: 'Verify your email address',
    guard: anyone,
    code: code('account/VerifyEmailPage', () => import('./pages/account/VerifyEmailPage.tsx')),
  },
  {
    path: '/s',
    title: 'Shared credential',
    guard: anyone,
    code: code('share/SharePage', () => import('./pages/share/SharePage.tsx')),
  },
  {
    path: '/home',
    title: panelTitles.dashboard,
    titleIn: (query) => panelTitles[panelOf(query)],
    guard: { kind: 'signedIn', area: 'api' },
    firstCalls: ['GET /me', 'GET /api-events/stats', 'GET /me/requests'],
    code: code('home/HomePage', () => import('./pages/home/HomePage.tsx')),
  },
  {
    path: '/myPortal',
    title: 'My Verifications',
    guard: { kind: 'signedIn', area: 'portal' },
    firstCalls: ['GET /me'],
    code: code('portal/PortalPage', () => import('./pages/portal/PortalPage.tsx')),
  },
  {
    path: '/admin',
    title: 'Admin Dashboard',
    guard: { kind: 'admin' },
    firstCalls: ['GET /me'],
    code: code('admin/AdminPage', () => import('./pages/admin/AdminPage.tsx')),
  },
]

export const notFoundPage: Page = {
  path: '*',
  title: 'Page not found',
  guard: anyone,
  isPrerendered: true,
  code: code('not-found/NotFoundPage', () => import('./pages/not-found/NotFoundPage.tsx')),
}

/** A page's file exports its component and nothing else. */
function code(name: string, load: () => Promise<Readonly<Record<string, ComponentType>>>) {
  return lazyCode(`web/pages/${name}.tsx`, async () => Object.values(await load())[0])
}
