import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestTlsServer, type TestTlsServer } from '../../test/support/platform/test-tls-server.ts'
import { type Blog, openBlog } from './blog.ts'

const minutes = (count: number) => count * 60_000
const hours = (count: number) => minutes(60 * count)

let server: TestTlsServer
let requests: number
/** What the next visitors' feed answers with. */
let respond: (response: ServerResponse) => void
beforeAll(async () => {
  server = await startTestTlsServer((_, response) => {
    requests += 1
    respond(response)
  })
})
afterAll(() => server.close())

let nowMs: number
let warnings: string[]
beforeEach(() => {
  requests = 0
  nowMs = 0
  warnings = []
  respond = sends(feed('First'))
})

const sends = (body: string) => (response: ServerResponse) => void response.end(body)
const refuses = (status: number) => (response: ServerResponse) => void response.writeHead(status).end()
const feed = (title: string) =>
  `<rss><channel><item><title>${title}</title><link>https://blog.example.org/a</link></item></channel></rss>`

function open(kind: 'xml' | 'json' = 'xml'): Blog {
  const url = new URL(`https://localhost:${server.port}/feed`)
  const options = { warn: (sentence: string) => void warnings.push(sentence), now: () => nowMs }
  return openBlog({ kind, url }, { ...options, trust: { isAllowed: () => true, ca: server.ca } })
}

async function titles(blog: Blog): Promise<string[] | string> {
  const answer = await blog.read()
  if (answer.kind === 'posts') return answer.posts.map(({ title }) => title)
  return answer.kind === 'refused' ? `status ${answer.status}` : answer.kind
}

describe('the posts of the blog', () => {
  test('are fetched once for concurrent visitors', async () => {
    const blog = open()
    const answers = await Promise.all(Array.from({ length: 50 }, () => titles(blog)))
    expect(answers).toEqual(Array.from({ length: 50 }, () => ['First']))
    expect(requests).toBe(1)
  })

  test('are none without a feed, and nobody is warned', async () => {
    const options = { warn: (sentence: string) => void warnings.push(sentence) }
    expect(await titles(openBlog(undefined, options))).toEqual([])
    expect(warnings).toEqual([])
  })

  test('D2: are kept for 15 minutes and then fetched again', async () => {
    const blog = open()
    await titles(blog)
    respond = sends(feed('Second'))
    nowMs = minutes(15) - 1
    expect(await titles(blog)).toEqual(['First'])
    nowMs = minutes(15)
    expect(await titles(blog)).toEqual(['Second'])
    expect(requests).toBe(2)
  })

  test('D2, T30: are shown for 24 hours while the feed fails, and then how it fails', async () => {
    const blog = open()
    await titles(blog)
    respond = refuses(503)
    nowMs = hours(24)
    expect(await titles(blog)).toEqual(['First'])
    nowMs = hours(24) + 1
    expect(await titles(blog)).toBe('status 503')
  })

  test('come back when the feed does', async () => {
    const blog = open()
    respond = refuses(404)
    expect(await titles(blog)).toBe('status 404')
    respond = sends(feed('Back'))
    nowMs = 30_000
    expect(await titles(blog)).toEqual(['Back'])
  })

  test('are not fetched again within 30 seconds after the feed failed, and the log says once that it fails', async () => {
    const blog = open()
    respond = refuses(404)
    await titles(blog)
    nowMs = 29_999
    expect(await titles(blog)).toBe('status 404')
    expect(requests).toBe(1)
    nowMs = 30_000
    await titles(blog)
    expect(requests).toBe(2)
    expect(warnings).toEqual(['The blog: its feed answers with status 404.'])
  })

  test('are none when the connection breaks', async () => {
    respond = (response) => void response.destroy()
    expect(await titles(open())).toBe('unreadable')
    expect(warnings).toEqual([
      expect.stringMatching(/^The blog: its feed: the server at localhost:\d+ closed the connection /),
    ])
  })

  test('are read from an RSS-to-JSON service where one is set', async () => {
    const item = {
      title: 'From JSON',
      link: 'https://blog.example.org/a',
      pubDate: '2026-11-05 09:30:00',
      categories: ['api'],
    }
    respond = sends(JSON.stringify({ status: 'ok', items: [item, { title: 7 }, null] }))
    expect(await open('json').read()).toEqual({
      kind: 'posts',
      posts: [
        {
          title: 'From JSON',
          link: 'https://blog.example.org/a',
          pubDate: '2026-11-05T09:30:00.000Z',
          thumbnail: null,
          content: '',
          description: '',
          categories: ['api'],
          readingMinutes: 1,
        },
      ],
    })
  })

  test.each(['{"status":"error","message":"no such feed"}', '{"status":"ok"}', '[', ''])(
    'are none where that service answers %j',
    async (body) => {
      respond = sends(body)
      expect(await titles(open('json'))).toBe('unreadable')
    },
  )
})
