/**
 * The route table: every page with address, title and guard (specification, section 2), for build, server and browser.
 */
import type { ComponentType } from 'react'
import { changelogFeed } from '#contract/product'
import { providerPagePath } from '#contract/provider-page'
import { lazyCode, lazyContents, type Page } from './frame/page.ts'
import { documentationPath } from './pages/documentation/documentation-path.ts'
import { panelOf, panelTitles } from './pages/home/panels.ts'
import { shownTitle } from './pages/providers/shown-provider.ts'

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
      'Find US doctors, clinicians and healthcare facilities by place, specialty, name or NPI with one call.',
    guard: anyone,
    isPrerendered: true,
    code: code('landing/DataApiPage', () => import('./pages/landing/DataApiPage.tsx')),
  },
  {
    path: '/explore',
    title: 'Explore providers',
    description: 'Find US doctors, clinicians and healthcare facilities on a map, by specialty, name or place.',
    guard: anyone,
    isPrerendered: true,
    code: code('explore/ExplorePage', () => import('./pages/explore/ExplorePage.tsx')),
  },
  {
    path: providerPagePath,
    title: 'Provider',
    titleIn: () => shownTitle(),
    guard: anyone,
    isRendered: true,
    code: code('providers/ProviderPage', () => import('./pages/providers/ProviderPage.tsx')),
  },
  {
    path: '/verifications',
    title: 'Verifications API',
    description: 'Check a doctor’s or nurse’s license and credentials against the national registry with one call.',
    guard: anyone,
    isPrerendered: true,
    code: code('landing/VerificationsPage', () => import('./pages/landing/VerificationsPage.tsx')),
  },
  {
    path: '/my-verifications',
    title: 'My Verifications for clinicians',
    description:
      'Get your license verified once, follow each request, and share the result with a link that expires when you choose.',
    guard: anyone,
    isPrerendered: true,
    code: code('landing/MyVerificationsPage', () => import('./pages/landing/MyVerificationsPage.tsx')),
  },
  {
    // One page, so that the sidebar stays when the address changes.
    path: `${documentationPath}/*`,
    title: 'Documentation',
    description: 'Search doctors, organizations and individuals and verify credentials, with a form to try every call.',
    guard: anyone,
    isPrerendered: true,
    addresses: async () => (await import('./pages/documentation/contents/addresses.ts')).addresses,
    contents: lazyContents(async () => (await import('./pages/documentation/contents.ts')).documentationContents),
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
  {
    path: '/status',
    title: 'Status',
    description: 'What’s working, how old the data is, and the results of our checks over the last 90 days.',
    guard: anyone,
    isPrerendered: true,
    code: code('trust/StatusPage', () => import('./pages/trust/StatusPage.tsx')),
  },
  {
    path: '/changelog',
    title: 'Changelog',
    description: 'What’s new in the API, the portal and the data.',
    feed: changelogFeed,
    guard: anyone,
    isPrerendered: true,
    code: code('trust/ChangelogPage', () => import('./pages/trust/ChangelogPage.tsx')),
  },
  {
    path: '/terms/data',
    title: 'Data terms',
    description: 'Where our data comes from, and what you may do with it.',
    guard: anyone,
    isPrerendered: true,
    code: code('trust/DataTermsPage', () => import('./pages/trust/DataTermsPage.tsx')),
  },
  {
    path: '/privacy',
    title: 'Privacy',
    description: 'What personal data we keep, why, and for how long.',
    guard: anyone,
    isPrerendered: true,
    code: code('trust/PrivacyPage', () => import('./pages/trust/PrivacyPage.tsx')),
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
