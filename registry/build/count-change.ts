import type { Manifest } from '#registry/format'
import { countChangeShareMax } from './limits.ts'

/**
 * Sentences for the counts that moved further than is usual between two versions: half a file read as a whole one looks like
 * that. A sample and real data are never compared.
 */
export function countChanges(before: Manifest, after: Manifest): string[] {
  if (before.isSample !== after.isSample) return []
  const kinds = ['individuals', 'organizations'] as const
  return kinds.flatMap((kind) => {
    const [from, to] = [before.counts[kind], after.counts[kind]]
    if (Math.abs(to - from) <= from * countChangeShareMax) return []
    const expected = `expected ${kind} to change by at most ${100 * countChangeShareMax} % against version ${before.version}`
    return [`${expected}; got ${to} instead of ${from}`]
  })
}
