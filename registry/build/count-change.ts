import type { Manifest } from '#registry/format'
import { countChangeShareMax } from './limits.ts'
import type { Serving } from './serving.ts'

/**
 * Sentences for what is not usual in a version that is to follow what serves: a count that moved far, as when half a file is
 * read as a whole one, and a sample in the place of real data, or of what may be that. Real data may take the place of a sample,
 * whatever their counts.
 */
export function countChanges(serving: Serving, after: Manifest): string[] {
  switch (serving.kind) {
    case 'nothing':
      return []
    case 'unreadable':
      return after.isSample ? [sampleFault(`${serving.what} may be that`)] : []
    case 'read': {
      const before = serving.manifest
      if (before.isSample === after.isSample) return movedCounts(before, after)
      return after.isSample ? [sampleFault(`version ${before.version} is that`)] : []
    }
  }
}

function sampleFault(reason: string): string {
  return `expected real data, since ${reason}; got an invented sample`
}

function movedCounts(before: Manifest, after: Manifest): string[] {
  const kinds = ['individuals', 'organizations'] as const
  return kinds.flatMap((kind) => {
    const [from, to] = [before.counts[kind], after.counts[kind]]
    if (Math.abs(to - from) <= from * countChangeShareMax) return []
    const expected = `expected ${kind} to change by at most ${100 * countChangeShareMax} % against version ${before.version}`
    return [`${expected}; got ${to} instead of ${from}`]
  })
}
