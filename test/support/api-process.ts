/** The API in processes of their own, on one database, for tests of what several of them do together. */
import { z } from 'zod'
import { startChild, type TestChild } from '#server/parts/test-child'

export interface ApiProcesses {
  /** Where each of them listens. */
  readonly origins: readonly string[]
  readonly children: readonly TestChild[]
  /** Makes an account at the first of them. */
  signUp(): Promise<{ apiKey: string; headers: Record<string, string> }>
  close(): Promise<void>
}

export interface ApiProcessOptions {
  count: number
  databaseUrl: string
  registryDir: string
  /** Where they count requests. */
  limiterUrl?: string
  /** What the free plan allows. */
  free: { callsPerMonth: number | null; requestsPerMinute: number | null; requestsPerDay: number | null }
}

const urlOf = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

const source = `
import { followRegistry } from ${urlOf('../../registry/read/follow-registry.ts')}
import { createApp } from ${urlOf('../../server/app.ts')}
import { plans } from ${urlOf('../../contract/plans.ts')}
import { openDatabase } from ${urlOf('../../server/parts/database.ts')}
import { openGeocoder } from ${urlOf('../../server/parts/geocoder.ts')}
import { openLimiter } from ${urlOf('../../server/parts/limiter.ts')}
import { openSecrets } from ${urlOf('../../server/parts/secrets.ts')}
import { loadSettings } from ${urlOf('../../server/settings.ts')}
const { databaseUrl, registryDir, limiterUrl = 'memory:', free } = JSON.parse(process.argv[1])
const warn = (sentence) => process.stderr.write(sentence + '\\n')
const registry = await followRegistry(registryDir, { intervalMs: 60_000, onSwitch() {}, onError: warn })
const database = await openDatabase({ kind: 'postgres', url: databaseUrl }, { onWarning: warn, onLost: warn })
const geocoder = openGeocoder('offline:')
const limiter = openLimiter(limiterUrl, { warn })
const secrets = openSecrets(Buffer.alloc(32, 7))
const settings = loadSettings({ LOG_LEVEL: 'silent' })
const app = await createApp({ database, registry, geocoder, limiter, secrets, settings, plans: { ...plans, free } })
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
process.stdin.once('data', async () => { await app.close(); await limiter.close(); await database.close(); process.exit() })
`

/** Starts them; takes a few seconds. */
export async function startApiProcesses({ count, ...options }: ApiProcessOptions): Promise<ApiProcesses> {
  const children = Array.from({ length: count }, () => startChild(source, [JSON.stringify(options)]))
  const origins = await Promise.all(children.map((child) => child.line()))
  const [origin = ''] = origins

  async function post(path: string, body: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json' }
    return (await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  }

  return {
    origins,
    children,
    async signUp() {
      const account = { email: `${crypto.randomUUID()}@example.org`, password: 'a long walk by the sea' }
      await post('/signup', { ...account, phone: '212-555-0101' })
      const { token } = z.object({ token: z.string() }).parse(await post('/login', account))
      const headers = { authorization: `Bearer ${token}` }
      const me = await (await fetch(`${origin}/me`, { headers })).json()
      return { headers, apiKey: z.object({ apiKey: z.string() }).parse(me).apiKey }
    },
    async close() {
      await Promise.all(children.map((child) => child.kill('SIGTERM')))
    },
  }
}
