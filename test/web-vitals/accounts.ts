/** The accounts of those who see pages that want one, made as people and operators make them. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Place } from '../browser/support/places.ts'
import type { ProductProcess } from '../support/product-process.ts'
import { programOf } from '../support/program.ts'

/** What the browser's storage holds for a visitor. */
export type Tokens = Readonly<Record<string, string>>

const password = 'a long walk by the sea'
const loginAnswer = z.object({ token: z.string() })

/** Signs everybody up and in. */
export async function visitorTokens(product: ProductProcess): Promise<Record<Place['visitor'], Tokens>> {
  const { origin } = product
  const admin = await signUp(origin)
  await grantAdmin(product, admin)
  return {
    anyone: {},
    api: { token: await signIn(origin, await signUp(origin)) },
    portal: { portalToken: await signIn(origin, await signUp(origin)) },
    admin: { token: await signIn(origin, admin) },
  }
}

async function signUp(origin: string): Promise<string> {
  const email = `${randomUUID()}@example.org`
  await post(origin, '/signup', { email, password, phone: '212-555-0101' })
  return email
}

async function signIn(origin: string, email: string): Promise<string> {
  return loginAnswer.parse(await post(origin, '/login', { email, password })).token
}

async function post(origin: string, path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: expected a success; got status ${answer.status}`)
  return answer.json()
}

async function grantAdmin({ dataDir, origin }: ProductProcess, email: string): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: new URL(origin).port }
  await promisify(execFile)(process.execPath, [...programOf('server/admin/main.ts'), 'grant', email], { env })
}
