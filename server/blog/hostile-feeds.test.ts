import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api'
import { blogDescriptionLengthMax, blogTitleLengthMax } from '#contract/limits'
import { hostileFeeds } from '../../test/support/blog/hostile-feeds.ts'
import { startTestTlsServer, type TestTlsServer } from '../../test/support/platform/test-tls-server.ts'
import { askFeed, feedLimits } from './blog.ts'

let server: TestTlsServer
let asked: string[] = []
beforeAll(async () => {
  server = await startTestTlsServer((request, response) => {
    asked.push(request.url ?? '')
    const feed = hostileFeeds[Number(request.url?.slice(1))]
    response.setHeader('content-type', feed?.contentType ?? 'application/rss+xml').end(feed?.body)
  })
})
afterAll(() => server.close())

test('D2: there are at least 40 hostile feeds', () => {
  expect(hostileFeeds.length).toBeGreaterThanOrEqual(40)
})

test.each(hostileFeeds.map((feed, index) => ({ ...feed, index })))(
  'D2: of $name come $outcome posts, of text and web addresses alone, and nothing else is fetched',
  async ({ index, outcome }) => {
    asked = []
    const url = new URL(`https://localhost:${server.port}/${index}`)
    const answer = await askFeed({ kind: 'xml', url }, { isAllowed: () => true, ca: server.ca })
    expect(asked).toEqual([`/${index}`])
    if (outcome === 'unreadable') return expect(answer.kind).toBe('unreadable')

    const items = answer.kind === 'posts' ? answer.posts : []
    expect(items.length).toBe(outcome)
    expect(api.listBlogPosts.output.safeParse({ status: 'ok', items }).error).toBeUndefined()
    for (const { link, thumbnail, title, description, content, categories } of items) {
      expect(link).toMatch(/^https?:\/\/(blog\.example\.org\/|localhost:)/)
      expect(thumbnail ?? 'https://').toMatch(/^https:\/\//)
      expect([...title].length).toBeLessThanOrEqual(blogTitleLengthMax + 3)
      expect([...description].length).toBeLessThanOrEqual(blogDescriptionLengthMax + 3)
      const words = [title, description, content, ...categories].join('\n')
      expect(words).not.toMatch(/<\/?[a-z]|alert|root:|haha|[\u202a-\u202e\u2066-\u2069\p{Cs}]|[^\P{Cc}\n]/u)
    }
  },
)

test('D2: a feed has three seconds and a megabyte', () => {
  expect(feedLimits).toEqual({ timeoutMs: 3_000, bytesMax: 1_048_576 })
})

test('D2: a feed that begins and never ends is abandoned', async () => {
  const slow = await startTestTlsServer((_, response) => {
    response.setHeader('content-type', 'application/rss+xml').write('<rss version="2.0"><channel><title>')
    const dripping = setInterval(() => response.write('a'), 100)
    response.on('close', () => clearInterval(dripping))
  })
  const url = new URL(`https://localhost:${slow.port}/feed`)
  const answer = await askFeed({ kind: 'xml', url }, { isAllowed: () => true, ca: slow.ca })
  slow.close()
  expect(answer).toEqual({
    kind: 'unreadable',
    reason: expect.stringMatching(/^the server at localhost:\d+ took longer than [\d.]+ s to answer$/),
  })
})

test('D2: a redirect is a refusal, so that no feed leads elsewhere', async () => {
  const elsewhere = await startTestTlsServer((_, response) => {
    response.writeHead(302, { location: `https://localhost:${server.port}/0` }).end()
  })
  asked = []
  const url = new URL(`https://localhost:${elsewhere.port}/feed`)
  const answer = await askFeed({ kind: 'xml', url }, { isAllowed: () => true, ca: elsewhere.ca })
  elsewhere.close()
  expect(answer).toEqual({ kind: 'refused', status: 302 })
  expect(asked).toEqual([])
})

test('D2: a feed on this machine or a private network is not asked', async () => {
  asked = []
  const url = new URL(`https://localhost:${server.port}/0`)
  const answer = await askFeed({ kind: 'xml', url }, { ca: server.ca })
  expect(answer).toEqual({
    kind: 'unreadable',
    reason: 'the host localhost is not on the public internet',
  })
  expect(asked).toEqual([])
})
