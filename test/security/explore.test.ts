/** What takes no key: its limits by network, and texts of the registry within pages. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultOrigin } from '#contract/product'
import { noHistory } from '#registry/search/history'
import { ensurePages, type Pages, readPages } from '#server/http/pages/read-pages'
import { loadSettings } from '#server/settings'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let pages: Pages
let server: TestServer
beforeAll(async () => {
  pages = await readPages(await ensurePages(new AbortController().signal), defaultOrigin)
  const attempts = { ...loadSettings({}).attempts, exploreSearchesPerIp: 3, signUpsPerIp: 100 }
  server = await startTestServer(undefined, { attempts }, undefined, undefined, { pages })
})
afterAll(() => server.close())

describe('without an API key', () => {
  test.each([
    ['/explore/providers', 3],
    ['/explore/counts', 3],
    ['/explore/suggestions?q=a', 30],
  ])('%s answers a network so often, and then 429 with the seconds to wait', async (path, limit) => {
    for (let call = 0; call < limit; call++) expect((await server.get(path, {})).status).toBe(200)
    const { status, headers, body } = await server.get(path, {})
    expect({ status, body }).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    const elsewhere = await server.app.inject({ url: path, remoteAddress: '198.51.100.7' })
    expect(elsewhere.statusCode).toBe(200)
  })

  test('pages of providers are limited in the same way, by a page that says so', async () => {
    const npi = await someNpi()
    const statuses: number[] = []
    for (let call = 0; call < 4; call++) statuses.push((await server.app.inject(`/providers/${npi}`)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 429])
    const { headers, body } = await server.app.inject(`/providers/${npi}`)
    expect(headers['retry-after']).toBe('60')
    expect(body).toContain('Too many pages')
  })

  test('what is searched for is in no log', async () => {
    await server.app.inject({ url: '/explore/providers?q=canary-person', remoteAddress: '198.51.100.8' })
    expect(server.logged()).not.toContain('canary-person')
  })
})

async function someNpi(): Promise<number> {
  const { body } = await server.get('/registry', {})
  return Object(body).exampleNpis.doctors
}

describe('the page of a provider', () => {
  const at = (path: string, remoteAddress: string) => server.app.inject({ url: path, remoteAddress })

  test('is rendered by the server with its source and date, and as data of schema.org', async () => {
    const npi = await someNpi()
    const { statusCode, headers, body } = await at(`/providers/${npi}`, '198.51.100.9')
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(body).toMatch(/<h1[^>]*>[^<]{3}/)
    expect(body).toMatch(/sample data[^<]*, as of \w{3} \d+, \d{4}/)
    expect(body).toContain('<meta name="robots" content="noindex">')
    const [, data = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(body) ?? []
    expect(JSON.parse(data)).toMatchObject({
      '@context': 'https://schema.org',
      identifier: { propertyID: 'NPI', value: String(npi) },
    })
    expect(body).not.toMatch(/\{\{|undefined|\sstyle=|\son\w+=/)
  })

  test.each(['1999999999', '1', 'x', '0123456789', '%3Cscript%3E', '99999999999'])(
    'of %s is not found',
    async (npi) => {
      const { statusCode, body } = await at(`/providers/${npi}`, '198.51.100.10')
      expect(statusCode).toBe(404)
      expect(body).toContain('Page not found')
    },
  )

  test('of a deactivated NPI is gone, with the day and its successor', async () => {
    const { statusCode, body } = await at(`/providers/${server.deactivatedNpi}`, '198.51.100.11')
    expect(statusCode).toBe(410)
    expect(body).toContain('is deactivated')
    expect(body).toContain('removed its details. The provider now has a different NPI.')
    expect(body).toContain('noindex')
  })
})

describe('hostile texts of the registry', () => {
  const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"' {{content}} $& <!--`

  test('are text in the content, the head and the data of a page', async () => {
    const { renderProvider } = pages.rendered
    const { providerPages } = await import('#server/http/pages/provider-pages')
    const { secrets, registry: source } = server
    const registry = source.current()
    const npi = await someNpi()
    const found = registry?.get(npi)
    if (registry === undefined || found?.kind !== 'found') throw new Error('The sample has no doctor')
    const entry = JSON.parse(found.json('individuals').toString('utf8'))
    const evil = {
      ...entry,
      name: hostile,
      credentials: [hostile],
      specialties: [hostile],
      address: { ...entry.address, firstLine: hostile, city: hostile },
    }
    const json = Buffer.from(JSON.stringify(evil))
    const page = providerPages({
      limiter: { take: async () => ({ isAllowed: true, states: [] }), close: async () => {} },
      secrets,
      registry: {
        ...source,
        current: () => Object.create(registry, { get: { value: () => ({ ...found, json: () => json }) } }),
      },
      sources: async () => ({
        members:
          ',"medicare":{"enrolled":null,"optedOut":null,"mayOrder":null,"mayRefer":null,"asOf":null},"affiliations":null,"licenses":[]',
        provenance: [],
      }),
      history: noHistory,
      rendered: { document: pages.rendered.document, renderProvider },
      publicUrl: 'http://localhost:3000',
      settings: { attempts: loadSettings({}).attempts },
    })
    const { html } = (await page({ ip: '198.51.100.12' }, String(npi))) ?? { html: '' }
    expect(html).toContain('&lt;/script&gt;&lt;script&gt;alert(1)')
    expect(html).not.toContain('<script>alert')
    expect(html).not.toMatch(/<img/)
    // The first script, the program's data and schema.org's: no more.
    expect(html.match(/<script/g)).toHaveLength(3)
    const [, data = ''] = /<script type="application\/json" id="provider">([^<]*)<\/script>/.exec(html) ?? []
    expect(JSON.parse(data).provider.name).toBe(hostile)
  })
})
