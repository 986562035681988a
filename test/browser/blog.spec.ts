import type { Page } from '@playwright/test'
import type { BlogPost } from '#contract/blog'
import { expectNoFault } from './support/axe.ts'
import { breakCalls, expect, holdCalls, test } from './support/test.ts'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const post: BlogPost = {
  title: 'Searching by specialty',
  link: 'https://medium.example/searching',
  pubDate: '2026-01-05T23:30:00.000Z',
  thumbnail: 'https://images.example/cover.png',
  content: 'A search takes a taxonomy code.',
  description: 'A search takes a taxonomy code, a label or a common word such as <b>cardiology</b>.',
  categories: ['api', 'healthcare', 'search'],
  readingMinutes: 4,
}

/** Posts as the server answers them: a feed is on the internet, where no test goes. */
async function withPosts(page: Page, items: BlogPost[]): Promise<void> {
  await page.route('/blog/posts', (route) => route.fulfill({ json: { status: 'ok', items } }))
}

/** Answers every image of other hosts; tells the headers it was asked with. */
async function withImages(page: Page): Promise<Record<string, string>[]> {
  const asked: Record<string, string>[] = []
  await page.route('https://images.example/**', (route) => {
    asked.push(route.request().headers())
    return route.fulfill({ body: pixel, contentType: 'image/png' })
  })
  return asked
}

test('the blog has its heading, its subtitle and three link cards', async ({ page }) => {
  await withPosts(page, [])
  await page.goto('/blog')
  await expect(page.getByRole('heading', { level: 1, name: 'Praxidex Blog' })).toBeVisible()
  await expect(
    page.getByText('Stay updated with the latest healthcare technology insights, API updates, and industry news'),
  ).toBeVisible()
  const cards = page.getByRole('navigation', { name: 'Products' }).getByRole('link')
  await expect(cards).toHaveCount(3)
  for (const [index, [name, to]] of [
    ['Praxidex', '/'],
    ['Verifications API', '/verifications'],
    ['Personal Portal', '/my-verifications'],
  ].entries()) {
    await expect(cards.nth(index)).toContainText(name ?? '')
    await expect(cards.nth(index)).toHaveAttribute('href', to ?? '')
  }
})

test('a post is an external link in a new tab, with cover, up to 2 tags, title, description, reading time and long date', async ({
  page,
}) => {
  await withPosts(page, [post])
  const asked = await withImages(page)
  await page.goto('/blog')
  const card = page.getByRole('listitem').filter({ hasText: post.title })
  const link = card.getByRole('link', { name: `${post.title} (opens in a new tab)` })
  await expect(link).toHaveAttribute('href', post.link)
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(link).toHaveAttribute('referrerpolicy', 'no-referrer')
  await expect(card.getByRole('list', { name: 'Categories' }).getByRole('listitem')).toHaveText(['api', 'healthcare'])
  // The words of a post are words, whatever is in them.
  await expect(card).toContainText('such as <b>cardiology</b>.')
  await expect(card).toContainText('4 min read')
  await expect(card).toContainText('January 5, 2026')
  await expect(card.locator('img')).toHaveJSProperty('naturalWidth', 1)
  // Also a square cover is cut to the shape of all.
  const cover = await card.locator('> :first-child').boundingBox()
  expect((cover?.width ?? 0) / (cover?.height ?? 1)).toBeCloseTo(16 / 9, 1)
  await expectNoFault(page)
  expect(asked).toHaveLength(1)
  expect(asked[0]).not.toHaveProperty('referer')
})

test('a cover that does not load, or that there is none of, has a placeholder of the same size', async ({ page }) => {
  await page.route('https://images.example/**', (route) => route.abort())
  await withPosts(page, [post, { ...post, link: 'https://medium.example/b', title: 'Without', thumbnail: null }])
  await page.goto('/blog')
  const covers = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
    .locator('> :first-child')
  await expect(covers).toHaveCount(2)
  await expect(page.locator('main img')).toHaveCount(0)
  const [failed, without] = await Promise.all([covers.nth(0).boundingBox(), covers.nth(1).boundingBox()])
  expect(failed?.height).toBeGreaterThan(100)
  expect(Math.round(failed?.height ?? 0)).toBe(Math.round(without?.height ?? 0))
})

test('the blog shows skeletons of cards while it waits, after 300 ms', async ({ page }) => {
  const letGo = await holdCalls(page, 'GET', '/blog/posts')
  await page.goto('/blog')
  const posts = page.getByRole('region', { name: 'Latest posts' })
  await expect(posts).toHaveAttribute('aria-busy', 'true')
  const skeleton = posts.getByRole('listitem').first()
  expect(await skeleton.evaluate((element) => getComputedStyle(element).animationDuration)).toBe('0.3s')
  await expect(skeleton).toBeVisible()
  letGo()
  await expect(posts).toHaveAttribute('aria-busy', 'false')
})

test('No blog posts found, where the feed holds none', async ({ page }) => {
  await withPosts(page, [])
  await page.goto('/blog')
  await expect(page.getByText('No blog posts found')).toBeVisible()
  await expect(page.getByText('Check back soon for new content!')).toBeVisible()
  await expectNoFault(page)
})

test('without a network the blog says so, everything else of it works, and Retry asks again', async ({ page }) => {
  await page.goto('/blog')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(
    'Error loading posts: Failed to fetch or parse RSS feed. Please ensure the Medium username is correct.',
  )
  await expect(page.getByRole('navigation', { name: 'Products' }).getByRole('link')).toHaveCount(3)
  await expectNoFault(page)
  await withPosts(page, [])
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No blog posts found')).toBeVisible()
  await expect(alert).toHaveCount(0)
})

test('menus lead to the blog, but not where the server has no feed', async ({ page }) => {
  await page.goto('/')
  const links = [
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }),
    page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }),
  ]
  for (const link of links) await expect(link).toBeVisible()
  // As the server has written it into every page.
  await page.locator('html').evaluate((html) => html.setAttribute('data-blog', 'none'))
  for (const link of links) await expect(link).toBeHidden()
})

test('HTTP error! status: the code that came in place of an answer', async ({ page }) => {
  await breakCalls(page, 'GET', '/blog/posts', 500)
  await page.goto('/blog')
  await expect(page.getByRole('alert')).toContainText(
    'Error loading posts: HTTP error! status: 500. Please ensure the Medium username is correct.',
  )
})

test('An unknown error occurred, where nothing came', async ({ page }) => {
  await page.route('/blog/posts', (route) => route.abort())
  await page.goto('/blog')
  await expect(page.getByRole('alert')).toContainText(
    'Error loading posts: An unknown error occurred. Please ensure the Medium username is correct.',
    { timeout: 10_000 },
  )
})

test('B10: images of other hosts are allowed on the blog alone, whichever way one comes and goes', async ({ page }) => {
  await withPosts(page, [post])
  await withImages(page)
  const policies: string[] = []
  page.on('response', async (response) => {
    if (!response.request().isNavigationRequest()) return
    const policy = response.headers()['content-security-policy'] ?? ''
    policies.push(`${new URL(response.url()).pathname} ${/img-src ([^;]*)/.exec(policy)?.[1]}`)
  })
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click()
  await expect(page.locator('main img')).toHaveJSProperty('naturalWidth', 1)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Verifications' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Doctor and Nurse Verification API' })).toBeVisible()
  await page.goBack()
  await expect(page.locator('main img')).toHaveJSProperty('naturalWidth', 1)
  expect(policies).toEqual([
    "/ 'self' blob:",
    "/blog 'self' https:",
    "/verifications 'self' blob:",
    "/blog 'self' https:",
  ])
})
