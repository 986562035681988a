import type { Manifest } from '#registry/format'
import { countChangeShareMax } from './limits.ts'

/**
 * Sentences for what is not usual between two versions: a count that moved far, as when half a file is read as a whole one,
 * and a sample in the place of real data. Real data may take the place of a sample, whatever their counts.
 */
export function countChanges(before: Manifest, after: Manifest): string[] {
  if (after.isSample && !before.isSample) {
    return [`expected real data, since version ${before.version} serves real data; got an invented sample`]
  }
  if (before.isSample !== after.isSample) return []
  const kinds = ['individuals', 'organizations'] as const
  return kinds.flatMap((kind) => {
    const [from, to] = [before.counts[kind], after.counts[kind]]
    if (Math.abs(to - from) <= from * countChangeShareMax) return []
    const expected = `expected ${kind} to change by at most ${100 * countChangeShareMax} % against version ${before.version}`
    return [`${expected}; got ${to} instead of ${from}`]
  })
}
