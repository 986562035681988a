/**
 * The API in a process of its own that stands still in the midst of one call, so that a test can kill it just there.
 */

import type { Settings } from '#server/settings'
import { startProgram, type TestChild } from './platform/test-child.ts'
import { testProgram } from './prepared.ts'
import { isNight } from './trials.ts'

/**
 * Where it may stand still: with all of a transaction done but its commit, or with the commit done and the call not
 * answered.
 */
export type StopAt = 'before the commit' | 'before the answer'

/** Where tests let it: with every change where more has happened already. */
export const stops: readonly StopAt[] = isNight ? ['before the commit', 'before the answer'] : ['before the answer']

interface StoppingApi {
  /** Its next line is the stop, once it stands still there. */
  readonly child: TestChild
  readonly origin: string
}

export interface StoppingOptions {
  databaseUrl: string
  settings: Partial<Settings>
  stopAt: StopAt
  /** Finds a row in the transaction that is meant, and in none before; `$1` is the value. */
  row: { query: string; value: string }
}

/** The secret of all that are started here, so that they can take each other's place. */
export const stoppingSecretKey = Buffer.alloc(32, 7)

/** Starts one; takes a few seconds. */
export async function startStoppingApi({ databaseUrl, settings, stopAt, row }: StoppingOptions): Promise<StoppingApi> {
  const secretKey = stoppingSecretKey.toString('hex')
  const given = JSON.stringify({ databaseUrl, settings, secretKey, stopAt, row })
  const child = startProgram([...testProgram('test/support/stopping-api/main.ts'), given])
  return { child, origin: `http://127.0.0.1:${await child.line()}` }
}
