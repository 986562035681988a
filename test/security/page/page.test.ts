import { describe, expect, test } from 'vitest'
import { citations, citationsIn, misplacedCitations, misplacedIn } from './citations.ts'
import { securityParts } from './lines.ts'

const lines = securityParts.flatMap((part) => part.lines)

describe('docs/security.md', () => {
  test('has for every line a test or the reason why there is none', () => {
    const cited = new Set(citations().map(({ id }) => id))
    expect(lines.filter(({ id, unproven }) => !cited.has(id) && unproven === undefined).map(({ id }) => id)).toEqual([])
  })

  test('has every line once, in its part and in order', () => {
    for (const { title, lines } of securityParts) {
      const numbers = lines.map(({ id }) => Number(id.slice(1)))
      expect(lines.map(({ id }) => id)).toEqual(numbers.map((number) => `${title.charAt(0)}${number}`))
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    }
  })

  test('has every line that a title cites', () => {
    const known = new Set(lines.map(({ id }) => id))
    expect(citations().filter(({ id }) => !known.has(id))).toEqual([])
  })

  test('misses no citation for its place in a title', () => {
    expect(misplacedCitations()).toEqual([])
  })
})

describe('a citation', () => {
  const inTest = (title: string) => `test(${title}, () => {})`

  test.each([
    ["'A2: is hidden'", ['A2 is hidden']],
    ["\n  'A5, C6, T15: shows %s once'", ['A5 shows … once', 'C6 shows … once']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source that holds a template.
    ['`D8: ${count} clients wait`', ['D8 … clients wait']],
    ['"B6: Ada\\"s"', ['B6 Ada"s']],
    ["'is hidden'", []],
    ["'T15: is exact'", []],
    ["each, 'A2: is hidden'", []],
  ])('is read from the title %j', (title, found) => {
    expect(citationsIn('a.test.ts', inTest(title)).map(({ id, title }) => `${id} ${title}`)).toEqual(found)
  })

  test('at the end of a title is told, one of the test plan is not', () => {
    const titles = ["'is hidden (A2)'", "'is exact (T15)'", "'is both (T15, A2)'"]
    expect(misplacedIn(titles.map(inTest).join('\n'))).toEqual(['is hidden (A2)', 'is both (T15, A2)'])
  })
})
