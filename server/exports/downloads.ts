/**
 * Files that a process sends at a time: few, and few of them to one account. Clients may read slowly on purpose: when
 * all room is taken, the account with the most downloads gives way to one with fewer. Its client can go on later.
 */
import type { Readable } from 'node:stream'
import { fail } from '../http/verb.ts'

export const downloadsMax = 8
export const downloadsOfAccountMax = 4

export class Downloads {
  /** With their accounts, the oldest first. */
  readonly #underWay = new Map<Readable, string>()

  /** What `open` answers, which has its room until it closes. Fails with `downloads_busy` where there is none. */
  begin<T extends Readable>(accountId: string, open: () => T): T {
    const wanted = this.#ofAccount(accountId).length + 1
    if (wanted > downloadsOfAccountMax) fail('downloads_busy', undefined)
    const given = this.#underWay.size < downloadsMax ? undefined : this.#givenUpFor(wanted)
    const body = open()
    if (given !== undefined) {
      this.#underWay.delete(given)
      given.destroy()
    }
    this.#underWay.set(body, accountId)
    body.once('close', () => this.#underWay.delete(body))
    return body
  }

  /** The newest of the account with the most, which keeps at least as many as are wanted. */
  #givenUpFor(wanted: number): Readable {
    const accounts = [...this.#underWay.values()].map((accountId) => this.#ofAccount(accountId))
    const largest = accounts.reduce((most, one) => (one.length > most.length ? one : most))
    return (largest.length > wanted ? largest.at(-1) : undefined) ?? fail('downloads_busy', undefined)
  }

  #ofAccount(accountId: string): Readable[] {
    return [...this.#underWay].filter(([, one]) => one === accountId).map(([body]) => body)
  }
}
