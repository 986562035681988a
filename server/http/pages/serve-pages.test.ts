import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { testPages, testResource } from '../../../test/support/test-pages.ts'
import { answerUnknownRoutes } from '../error-answer.ts'
import { noteRoutes } from '../known-routes.ts'
import type { Pages } from './read-pages.ts'
import { servePages } from './serve-pages.ts'

const html = testResource('<h1>Welcome</h1>')
const blog = testResource('<h1>Blog</h1>', {
  type: 'text/html; charset=utf-8',
  isHashed: false,
  isPage: true,
  hasForeignImages: true,
})
const script = testResource('start()', { type: 'text/javascript; charset=utf-8', isHashed: true, isPage: false })
const files = new Map([
  ['/login', html],
  ['/blog', blog],
  ['/assets/main-1a2b3c.js', script],
])
const pages: Pages = {
  at: (path) => files.get(path),
  listed: ['/login', '/blog'],
  notFound: testResource('<h1>Page not found</h1>'),
  rendered: testPages.rendered,
}

function server({ isHttps = false } = {}) {
  const app = Fastify()
  answerUnknownRoutes(app, noteRoutes(app))
  app.get('/api/doctors', async () => ({ doctors: [] }))
  const publicUrl = isHttps ? 'https://praxidex.example.org' : 'http://localhost:3000'
  servePages(app, pages, { publicUrl, securityContact: 'mailto:security@example.org' }, async () => undefined)
  return app
}

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('the web app', () => {
  test('answers a known page with 200 and asks the browser to look again each time', async () => {
    const answer = await server().inject({ url: '/login?next=%2Fhome', headers: browser })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('Welcome')
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
  })

  test('answers a page the browser has already with 304 and nothing', async () => {
    const answer = await server().inject({ url: '/login', headers: { ...browser, 'if-none-match': html.etag } })
    expect(answer.statusCode).toBe(304)
    expect(answer.body).toBe('')
  })

  test('lets files whose names change with their contents be kept for ever', async () => {
    const { headers } = await server().inject('/assets/main-1a2b3c.js')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test.each(['/nope', '/nope/', '//login', '/%2Flogin', '/%2e%2e/etc/passwd', '/assets/'])(
    'answers a browser that requests %s with 404 and the not-found page',
    async (url) => {
      const answer = await server().inject({ url, headers: browser })
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toContain('Page not found')
    },
  )

  test.each([
    ['/login/', '/login'],
    ['/blog//?a=1%2F', '/blog?a=1%2F'],
    ['/%62log', '/blog'],
  ])('leads from %s, which a browser takes for the page, to %s', async (url, location) => {
    const answer = await server().inject({ url, headers: browser })
    expect(answer).toMatchObject({ statusCode: 308, headers: { location } })
  })

  test('says where to report a weakness, until a day within a year', async () => {
    const { statusCode, headers, body } = await server({ isHttps: true }).inject('/.well-known/security.txt')
    expect({ statusCode, type: headers['content-type'] }).toEqual({
      statusCode: 200,
      type: 'text/plain; charset=utf-8',
    })
    const lines = new Map(
      body
        .trim()
        .split('\n')
        .map((line): [string, string] => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
    )
    expect(lines.get('Contact')).toBe('mailto:security@example.org')
    expect(lines.get('Canonical')).toBe('https://praxidex.example.org/.well-known/security.txt')
    const days = (Date.parse(lines.get('Expires') ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(90)
    expect(days).toBeLessThan(365)
  })

  test('shows search engines where its pages are, by the address under which people reach it', async () => {
    const app = server({ isHttps: true })
    const robots = await app.inject('/robots.txt')
    expect(robots.body).toContain('Sitemap: https://praxidex.example.org/sitemap.xml')
    const sitemap = await app.inject('/sitemap.xml')
    expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8')
    expect([...sitemap.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual([
      'https://praxidex.example.org/login',
      'https://praxidex.example.org/blog',
    ])
  })

  test('answers programs, and any request below /api, with the error of the API', async () => {
    for (const request of [{ url: '/nope' }, { url: '/api/nope', headers: browser }]) {
      const answer = await server().inject(request)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ code: 'no_such_route' })
    }
  })

  test('leaves the calls of the API alone', async () => {
    expect((await server().inject({ url: '/api/doctors', headers: browser })).json()).toEqual({ doctors: [] })
  })

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['identity', undefined],
    ['br;q=0', undefined],
  ])('compresses for a browser that accepts %j by %s', async (accepted, encoding) => {
    const answer = await server().inject({ url: '/login', headers: { ...browser, 'accept-encoding': accepted } })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers.vary).toContain('accept-encoding')
    if (encoding === 'gzip') expect(gunzipSync(answer.rawPayload)).toEqual(html.bodies.identity)
    if (encoding === undefined) expect(answer.rawPayload).toEqual(html.bodies.identity)
  })

  test('B10: forbids whatever is inline or from elsewhere, and frames around it', async () => {
    const { headers } = await server().inject({ url: '/login', headers: browser })
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self' blob:",
      "connect-src 'self'",
      "form-action 'self' https://checkout.stripe.com",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
    ])
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
  })

  test('B10: allows images of other hosts on the page that needs them, and only there', async () => {
    const imagesAt = async (url: string) => {
      const { headers } = await server().inject({ url, headers: browser })
      return /img-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
    }
    expect(await imagesAt('/blog')).toBe("'self' https:")
    for (const url of ['/login', '/nope', '/assets/main-1a2b3c.js']) expect(await imagesAt(url)).toBe("'self' blob:")
  })

  test('B10: requires https for more than a year where it is reached by https, and only there', async () => {
    const ask = async (isHttps: boolean) => (await server({ isHttps }).inject('/login')).headers
    expect((await ask(true))['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
    expect(await ask(false)).not.toHaveProperty('strict-transport-security')
  })
})
