/**
 * An account of a product that runs as a process of its own, made over HTTP, on a plan that its operator has granted.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#server/platform/database/database'

export interface GrantedAccount {
  accountId: string
  apiKey: string
  /** What bears its session. */
  headers: Record<string, string>
}

/**
 * Signs up and in at `origin`, whose tables are in `database`; without one the plan is the free one. Throws when the
 * product refuses.
 */
export async function signUpAt(
  origin: string,
  database?: Database,
  tier: 'free' | 'enterprise' = 'free',
): Promise<GrantedAccount> {
  const account = { email: `${crypto.randomUUID()}@example.org`, password: 'a long walk by the sea' }
  await send(origin, '/signup', { ...account, phone: '212-555-0101' })
  const { token } = z.object({ token: z.string() }).parse(await send(origin, '/login', account))
  const headers = { authorization: `Bearer ${token}` }
  const me = await (await fetch(`${origin}/me`, { headers })).json()
  const { _id: accountId, apiKey } = z.object({ _id: z.string(), apiKey: z.string() }).parse(me)
  if (database !== undefined && tier !== 'free') {
    await sql`insert into subscriptions (account_id, granted_tier) values (${accountId}, ${tier})
      on conflict (account_id) do update set granted_tier = excluded.granted_tier`.execute(database.db)
  }
  return { accountId, apiKey, headers }
}

async function send(origin: string, path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}
