/**
 * A client that writes without end, and writes down what it was told (journal.ts). Each account has one client, so
 * its calls have an order.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { hasErrorCode } from '#server/platform/error-code'
import type { OutboxReader } from '../support/outbox-reader.ts'
import type { Journal, JournalAccount } from './journal.ts'

export interface ClientOptions {
  journal: Journal
  /** Where the product listens; a process that is down is passed over. */
  origins: readonly string[]
  outbox: OutboxReader
  ending: AbortSignal
}

type Outcome = { kind: 'done'; body: unknown } | { kind: 'open' }

/** Changes of one account before the next one is made. */
const changesPerAccount = 30

/** Milliseconds before a call after one that failed. */
const pauseMs = 50

/** Writes until `ending`. */
export async function writeOn(options: ClientOptions): Promise<void> {
  while (!options.ending.aborted) {
    const account = await signUp(options)
    if (account.signUp === 'open') continue
    for (let change = 0; change < changesPerAccount && !options.ending.aborted; change++) {
      const token = [...account.tokens].at(-1) ?? (await signIn(options, account))
      if (token === undefined) continue
      if (change === changesPerAccount - 1) await resetPassword(options, account)
      else if (change % 4 === 3) await signOut(options, account, token)
      else if (change % 2 === 0) await rotate(options, account, token)
      else await changePhone(options, account, token)
    }
  }
}

async function signUp(options: ClientOptions): Promise<JournalAccount> {
  const email = `${randomUUID()}@example.org`
  const password = randomUUID()
  const phone = newPhone()
  const { kind } = await call(options, '/signup', { email, password, phone })
  const account: JournalAccount = {
    email,
    signUp: kind,
    signIns: { done: 0, open: 0 },
    rotations: { done: 0, open: 0 },
    phones: { done: 0, open: 0 },
    resets: { done: 0, open: 0 },
    passwords: [password],
    phone: [phone],
    apiKey: undefined,
    tokens: new Set(),
    isLetterPromised: false,
  }
  options.journal.accounts.push(account)
  return account
}

async function signIn(options: ClientOptions, account: JournalAccount): Promise<string | undefined> {
  const outcome = await call(options, '/login', { email: account.email, password: account.passwords.at(-1) })
  account.signIns[outcome.kind]++
  if (outcome.kind === 'open') return undefined
  const { token } = z.object({ token: z.string() }).parse(outcome.body)
  account.tokens.add(token)
  return token
}

async function rotate(options: ClientOptions, account: JournalAccount, token: string): Promise<void> {
  const outcome = await call(options, '/me/api-key', {}, token)
  account.rotations[outcome.kind]++
  account.apiKey = outcome.kind === 'done' ? z.object({ apiKey: z.string() }).parse(outcome.body).apiKey : undefined
}

async function changePhone(options: ClientOptions, account: JournalAccount, token: string): Promise<void> {
  const phone = newPhone()
  const { kind } = await call(options, '/me', { newPhone: phone }, token)
  account.phones[kind]++
  account.phone = kind === 'done' ? [phone] : [...account.phone, phone]
}

async function signOut(options: ClientOptions, account: JournalAccount, token: string): Promise<void> {
  account.tokens.delete(token)
  await call(options, '/logout', {}, token)
}

async function resetPassword(options: ClientOptions, account: JournalAccount): Promise<void> {
  const { email } = account
  const asked = await call(options, '/forgot-password', { email })
  if (asked.kind === 'open') return
  account.isLetterPromised = true
  // One that was in the hands of a process that was killed comes only when another one may take it up.
  const letter = await options.outbox.resetLetterTo(email, options.ending)
  if (letter === undefined) return
  const token = /token=([\w-]{43})/.exec(letter)?.[1] ?? ''
  const password = randomUUID()
  // From here on the sessions may have ended.
  account.tokens.clear()
  const { kind } = await call(options, '/reset-password', { token, newPassword: password })
  account.resets[kind]++
  // The address was never verified, so that the key is replaced with the password, and nobody is answered the new one.
  account.rotations[kind]++
  account.apiKey = undefined
  account.passwords = kind === 'done' ? [password] : [...account.passwords, password]
}

/** Calls whichever process takes the connection, until one answers something or is gone on the way. */
async function call(options: ClientOptions, path: string, body: object, token?: string): Promise<Outcome> {
  for (let attempt = randomInt(2); ; attempt++) {
    try {
      const answer = await fetch(`${options.origins[attempt % options.origins.length]}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      })
      const answered: unknown = await answer.json()
      if (answer.ok) return { kind: 'done', body: answered }
      if (answer.status !== 503) options.journal.surprises.push(`${path}: ${answer.status} ${JSON.stringify(answered)}`)
    } catch (error) {
      await wait(pauseMs)
      if (error instanceof Error && hasErrorCode(error.cause, 'ECONNREFUSED')) continue
      return { kind: 'open' }
    }
    await wait(pauseMs)
    return { kind: 'open' }
  }
}

function newPhone(): string {
  return `212-555-${String(randomInt(10_000)).padStart(4, '0')}-${randomInt(1_000_000)}`
}
