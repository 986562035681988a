/** Files that a process sends at a time: few, and few of them to one account, whose clients may be slow. */
import type { Readable } from 'node:stream'
import { fail } from '../http/verb.ts'

export const downloadsMax = 8
export const downloadsOfAccountMax = 4

export class Downloads {
  readonly #ofAccounts = new Map<string, number>()
  #all = 0

  /** What `open` answers, which has its room until it closes. Fails with `downloads_busy` where there is none. */
  begin<T extends Readable>(accountId: string, open: () => T): T {
    const own = this.#ofAccounts.get(accountId) ?? 0
    if (this.#all >= downloadsMax || own >= downloadsOfAccountMax) fail('downloads_busy', undefined)
    const body = open()
    this.#add(accountId, 1)
    body.once('close', () => this.#add(accountId, -1))
    return body
  }

  #add(accountId: string, one: 1 | -1): void {
    const own = (this.#ofAccounts.get(accountId) ?? 0) + one
    this.#all += one
    if (own === 0) this.#ofAccounts.delete(accountId)
    else this.#ofAccounts.set(accountId, own)
  }
}
