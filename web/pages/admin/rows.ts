/**
 * The rows of the list. A request that is open, whose approval is being drawn, or whose decision failed keeps its row when the list
 * no longer has it: what somebody looks at does not go away under their eyes because somebody decided it.
 */
import type { Verification } from '#contract/verifications'
import { statusOf } from './words.ts'

/** A request and where it stood in the list. */
export interface HeldRow {
  request: Verification
  index: number
}

/** The requests of the list as they are once decided, though the list may have been read before. */
export function withDecided(requests: readonly Verification[], decided: readonly Verification[]): Verification[] {
  return requests.map((one) => {
    const known = decided.findLast(({ id }) => id === one.id)
    return known !== undefined && statusOf(one) === 'pending' ? known : one
  })
}

/** The rows, with the held ones that are missing among them where they stood. */
export function withHeld(requests: readonly Verification[], held: readonly (HeldRow | undefined)[]): Verification[] {
  const rows = [...requests]
  for (const one of held) {
    if (one === undefined || rows.some(({ id }) => id === one.request.id)) continue
    rows.splice(Math.min(one.index, rows.length), 0, one.request)
  }
  return rows
}

/** The pending request to go on with after one: the next one below it, else the last one above it. */
export function nextPending(rows: readonly Verification[], id: string): Verification | undefined {
  const isOther = (one: Verification) => one.id !== id && statusOf(one) === 'pending'
  const at = rows.findIndex((one) => one.id === id)
  return rows.slice(at + 1).find(isOther) ?? rows.slice(0, Math.max(at, 0)).findLast(isOther)
}
