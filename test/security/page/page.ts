/** docs/security.md: every line of security with the tests that prove it. */
import type { Citation } from './citations.ts'
import type { SecurityLine, SecurityPart } from './lines.ts'

/** The page; the same lines and citations give the same bytes. */
export function securityPage(parts: readonly SecurityPart[], cited: readonly Citation[]): string {
  return `${[introduction, ...parts.map((part) => section(part, cited))].join('\n\n')}\n`
}

const introduction = `# Security: what is promised, and the tests that prove it

Written by \`npm run docs:security\`; do not edit. The lines stand in \`test/security/page/lines.ts\`, and a test cites those it proves
at the head of its title, or of the title it stands under. A line that nothing proves, a title that cites a line that is not there
and a page that is not up to date each fail a test.`

function section({ title, lines }: SecurityPart, cited: readonly Citation[]): string {
  const rows = lines.map((line) => `| ${line.id} | ${promiseOf(line)} | ${proofOf(line, cited)} |`)
  return [`## ${title}`, '', '| | what is promised | tests |', '|---|---|---|', ...rows].join('\n')
}

function promiseOf({ promise, unproven }: SecurityLine): string {
  return inCell(unproven === undefined ? promise : `${promise} *Not by a test: ${unproven}*`)
}

/** The tests by their files, each file once. */
function proofOf({ id }: SecurityLine, cited: readonly Citation[]): string {
  const titlesByPath = new Map<string, string[]>()
  for (const { path, title } of cited.filter((one) => one.id === id)) {
    titlesByPath.set(path, [...(titlesByPath.get(path) ?? []), title])
  }
  return [...titlesByPath].map(([path, titles]) => [`[${path}](../${path})`, ...named(titles)].join(': ')).join('<br>')
}

/** The titles in words; one that is worked out in the test says nothing here. */
function named(titles: readonly string[]): string[] {
  const words = titles.filter((title) => /\p{L}/u.test(title))
  return words.length === 0 ? [] : [inCell(words.join('; '))]
}

/** A bar would end the cell, and a smaller-than begin an element. */
function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}
