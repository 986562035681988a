/** The API in processes of their own, on one database, for tests of what several of them do together. */
import { z } from 'zod'
import type { Settings } from '#server/settings'
import type { PlanTable } from '#server/usage/account-plan'
import { startProgram, type TestChild } from './platform/test-child.ts'
import { testProgram } from './prepared.ts'

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
  /** A database that every process can reach. */
  databaseUrl: string
  /** Of as many sample providers as a test server has. */
  registryDir: string
  plans: PlanTable
  /** In place of the defaults. */
  settings?: Partial<Settings>
}

/** Starts them; takes a few seconds. */
export async function startApiProcesses({ count, ...options }: ApiProcessOptions): Promise<ApiProcesses> {
  const children = Array.from({ length: count }, () =>
    startProgram([...testProgram('test/support/api-process/main.ts'), JSON.stringify(options)]),
  )
  const origins = await Promise.all(children.map(async (child) => `http://127.0.0.1:${await child.line()}`))
  const [origin] = origins

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
      const gone = children.map((child) => new Promise((resolve) => child.process.once('exit', resolve)))
      for (const [index, { process, tell }] of children.entries()) {
        if (process.exitCode === null && process.signalCode === null) tell('end')
        else gone[index] = Promise.resolve()
      }
      await Promise.all(gone)
    },
  }
}
