import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract/api'
import { type Blog, openBlog } from '#server/blog/blog'
import { startTestTlsServer, type TestTlsServer } from '../support/platform/test-tls-server.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const xml = `<rss version="2.0"><channel><item><title>Searching by specialty</title>
  <link>https://medium.com/@us/searching</link><pubDate>Thu, 05 Nov 2026 09:30:00 GMT</pubDate><category>api</category>
  <description><![CDATA[<img src="https://cdn.example.org/a.png"><p>A search takes a taxonomy code.</p>]]></description>
  </item></channel></rss>`

let feed: TestTlsServer
let server: TestServer
let status = 200
let asked: string[] = []
/** The blog that the server reads at the moment. */
let blog: Blog
beforeAll(async () => {
  feed = await startTestTlsServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(status, { 'content-type': 'application/rss+xml' }).end(xml)
  })
  server = await startTestServer(undefined, {}, undefined, { read: () => blog.read() })
})
afterAll(async () => {
  await server.close()
  feed.close()
})
beforeEach(() => {
  status = 200
  asked = []
  const url = new URL(`https://localhost:${feed.port}/feed`)
  blog = openBlog({ kind: 'xml', url }, { warn: () => {}, trust: { isAllowed: () => true, ca: feed.ca } })
})

describe('GET /blog/posts', () => {
  test('answers anyone in the shape of an RSS-to-JSON service', async () => {
    const answer = await server.get('/blog/posts', {})
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(api.listBlogPosts.output.parse(answer.body)).toEqual({
      status: 'ok',
      items: [
        {
          title: 'Searching by specialty',
          link: 'https://medium.com/@us/searching',
          pubDate: '2026-11-05T09:30:00.000Z',
          thumbnail: 'https://cdn.example.org/a.png',
          content: 'A search takes a taxonomy code.',
          description: 'A search takes a taxonomy code.',
          categories: ['api'],
          readingMinutes: 1,
        },
      ],
    })
  })

  test.each(['rss_url', 'feed', 'url'])('D2: takes no address of a feed from a visitor, as %s', async (name) => {
    const answer = await server.get(`/blog/posts?${name}=https%3A%2F%2F169.254.169.254%2F`, {})
    expect(answer).toMatchObject({ status: 400, body: { code: 'unknown_parameter' } })
    expect(asked).toEqual([])
  })

  test('answers with the status of a feed that fails, in the words of the specification', async () => {
    status = 404
    expect(await server.get('/blog/posts', {})).toMatchObject({
      status: 502,
      body: { error: 'HTTP error! status: 404', code: 'feed_refused' },
    })
  })

  test('says without a network that the feed could not be fetched, and everything else works', async () => {
    const url = new URL('https://feed.invalid/')
    blog = openBlog({ kind: 'xml', url }, { warn: () => {} })
    expect(await server.get('/blog/posts', {})).toMatchObject({
      status: 502,
      body: { error: 'Failed to fetch or parse RSS feed.', code: 'feed_unreadable' },
    })
    expect((await server.get('/ready', {})).status).toBe(200)
  })
})
