/** Finds in the sources of tests which lines of docs/security.md their titles cite. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

export interface Citation {
  /** The line's id, A2. */
  id: string
  /** From the root of the repository. */
  path: string
  /** The title without its citations; what varies from case to case is an ellipsis. */
  title: string
}

const root = new URL('../../..', import.meta.url).pathname

/** Tests, checks that several tests run, and what is run by night. */
const isTest = /(\.test\.tsx?|\.spec\.ts|-checks\.ts)$|^test\/nightly\//

/** Every citation in the repository, by path and in the order of the source. */
export function citations(): Citation[] {
  return testSources().flatMap(({ path, text }) => citationsIn(path, text))
}

/** Titles of the repository that name lines elsewhere than at their head, where nobody counts them. */
export function misplacedCitations(): string[] {
  return testSources().flatMap(({ path, text }) => misplacedIn(text).map((title) => `${path}: ${title}`))
}

/** What the titles of one source cite; ids of other lists, such as the T15 of the test plan, may stand among them. */
export function citationsIn(path: string, text: string): Citation[] {
  return titlesIn(text).flatMap((title) => {
    const [head = '', ids] = /^((?:[A-GT]\d+, )*[A-GT]\d+): /.exec(title) ?? []
    if (ids === undefined) return []
    const words = title.slice(head.length).replace(/\$\{[^}]*\}|\$\w+|%(?:\.\d+)?[sdijfo]/g, '…')
    return ids
      .split(', ')
      .filter((id) => !id.startsWith('T'))
      .map((id) => ({ id, path, title: words }))
  })
}

/** Titles of a source that end with a citation in brackets. */
export function misplacedIn(text: string): string[] {
  return titlesIn(text).filter((title) => /\((?:[A-GT]\d+, )*[A-G]\d+(?:, [A-GT]\d+)*\)$/.test(title))
}

/** Texts that stand first in a call: every title is one. */
function titlesIn(text: string): string[] {
  return [...text.matchAll(/\(\s*(?:'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`|"((?:\\.|[^"\\\n])*)")/g)].map(
    ([, single, template, double]) => (single ?? template ?? double ?? '').replace(/\\(.)/g, '$1'),
  )
}

function testSources(): { path: string; text: string }[] {
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  return tracked
    .toString()
    .split('\n')
    .filter((path) => isTest.test(path) && existsSync(root + path))
    .sort()
    .map((path) => ({ path, text: readFileSync(root + path, 'utf8') }))
}
