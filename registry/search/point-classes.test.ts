import { expect, test } from 'vitest'
import { classRunsOf, pointClasses } from './point-classes.ts'

test.each([
  ['doctors', ['doctor']],
  ['individuals', ['doctor', 'otherIndividual']],
  ['organizations', ['organization']],
] as const)('the classes of %s are all of their kinds, or of one sex among them, each once', (resource, kinds) => {
  for (const gender of [undefined, 'M', 'F'] as const) {
    const runs = classRunsOf(resource, gender)
    const covered = runs.flatMap(({ from, to, isOnly }) =>
      pointClasses.slice(from, to).map((one) => ({ one, isOnlyAsSaid: one.isOnly === isOnly })),
    )
    expect(covered.every(({ isOnlyAsSaid }) => isOnlyAsSaid)).toBe(true)
    expect(covered.map(({ one }) => one)).toEqual(
      pointClasses.filter(
        ({ kind, sex }) => kinds.some((one) => one === kind) && (gender === undefined || sex === gender),
      ),
    )
  }
})
