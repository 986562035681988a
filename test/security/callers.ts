/** Everybody who may stand before the API, as the headers they send: for the table of who may do what. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { TestServer } from '../support/test-server.ts'

export const callerNames = [
  'nobody',
  'key of A',
  'key of B',
  'key of an unverified user',
  'key of an admin without a session',
  'replaced key',
  'unknown key',
  'mistyped key',
  'session of A',
  'session of B',
  'session of an unverified user',
  'session of an admin',
  'idle session',
  'session past its longest life',
  'idle session of an admin',
  'signed-out session',
  'token that is none',
  'key of A as a token',
  'token as a key',
] as const

export type CallerName = (typeof callerNames)[number]

export interface Callers {
  headers: Record<CallerName, Record<string, string>>
  /** What belongs to A and nobody else may see. */
  ofA: string[]
}

const byKey = z.object({ apiKey: z.string() })
const bySession = z.object({ token: z.string() })

/** Makes all of them, with accounts of their own. */
export async function makeCallers(server: TestServer): Promise<Callers> {
  const [a, b, unverified, admin, idleAdmin] = await Promise.all([
    newAccount(server),
    newAccount(server),
    newAccount(server),
    newAccount(server),
    newAccount(server),
  ])
  for (const { email } of [a, b, admin, idleAdmin]) await verifyAddress(server, email)
  for (const { email } of [admin, idleAdmin]) await makeAdmin(server, email)
  const replaced = byKey.parse((await server.post('/me/api-key', {}, bearer(b.token))).body).apiKey
  const ended = {
    idle: await signIn(server, a.email),
    old: await signIn(server, a.email),
    admin: await signIn(server, idleAdmin.email),
    signedOut: await signIn(server, a.email),
  }
  await age(server, ended.idle, { last_used_at: '7 days 1 second' })
  await age(server, ended.old, { created_at: '30 days 1 second' })
  await age(server, ended.admin, { last_used_at: '30 minutes 1 second' })
  await sql`delete from sessions where token_hash = ${hashed(ended.signedOut)}`.execute(server.database.db)
  return {
    headers: {
      nobody: {},
      'key of A': { 'api-key': a.apiKey },
      'key of B': { 'api-key': replaced },
      'key of an unverified user': { 'api-key': unverified.apiKey },
      'key of an admin without a session': { 'api-key': admin.apiKey },
      'replaced key': { 'api-key': b.apiKey },
      'unknown key': { 'api-key': server.unknownKey },
      'mistyped key': { 'api-key': mistyped(a.apiKey) },
      'session of A': bearer(a.token),
      'session of B': bearer(b.token),
      'session of an unverified user': bearer(unverified.token),
      'session of an admin': bearer(await signIn(server, admin.email)),
      'idle session': bearer(ended.idle),
      'session past its longest life': bearer(ended.old),
      'idle session of an admin': bearer(ended.admin),
      'signed-out session': bearer(ended.signedOut),
      'token that is none': bearer(randomUUID()),
      'key of A as a token': bearer(a.apiKey),
      'token as a key': { 'api-key': a.token },
    },
    ofA: [a.id, a.email, a.apiKey, a.phone],
  }
}

async function newAccount(server: TestServer) {
  const email = `${randomUUID()}@example.org`
  const phone = `2125550${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`
  const made = await server.post('/signup', { email, password, phone })
  const { _id: id } = z.object({ _id: z.string() }).parse(made.body)
  const token = await signIn(server, email)
  const me = await server.get('/me', bearer(token))
  return { id, email, phone, token, apiKey: byKey.parse(me.body).apiKey }
}

const password = 'a long walk by the sea'

async function signIn(server: TestServer, email: string): Promise<string> {
  return bySession.parse((await server.post('/login', { email, password })).body).token
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const hashed = (token: string) => sql`sha256(${Buffer.from(token)})`

async function verifyAddress(server: TestServer, email: string): Promise<void> {
  await sql`update accounts set email_verified_at = now() where email = ${email}`.execute(server.database.db)
}

async function makeAdmin(server: TestServer, email: string): Promise<void> {
  await sql`update accounts set is_admin = true where email = ${email}`.execute(server.database.db)
}

/** Moves a session into the past, to just behind its end. */
async function age(server: TestServer, token: string, past: Record<string, string>): Promise<void> {
  for (const [column, interval] of Object.entries(past)) {
    await sql`update sessions set ${sql.ref(column)} = now() - ${interval}::interval where token_hash = ${hashed(token)}`.execute(
      server.database.db,
    )
  }
}

/** The key with one of its characters changed. */
function mistyped(key: string): string {
  return `${key.slice(0, 20)}${key[20] === 'x' ? 'y' : 'x'}${key.slice(21)}`
}
