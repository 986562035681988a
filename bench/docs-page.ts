/**
 * docs/benchmarks.md: a section for each size, rewritten when the bench runs at that size, under a table that shows how cost
 * grows from size to size. What a run found stands in its section as a comment, so that the table can be made again.
 */

import { reportOf } from './report.ts'
import { productWithRecordsName, type Result, ratiosTo, resultShape, rivalsIn } from './result.ts'
import { bytesText, numberText, table } from './words.ts'

/** The page with this result in it, in place of an earlier one of the same size. `page` is undefined where there is none. */
export function withResult(page: string | undefined, result: Result): string {
  const results = [...resultsIn(page ?? '').filter(({ providers }) => providers !== result.providers), result].sort(
    (a, b) => a.providers - b.providers,
  )
  return `${[introduction, growth(results), ...results.map(section)].join('\n\n')}\n`
}

const introduction = `# Benchmarks

Written by \`npm run bench\`; do not edit. The bench makes invented providers with a fixed seed, builds them with the real
importer, loads what the product's records say into each peer with the best indexes we could give it, and before it times
any compares each peer's answers with the product's (total, and the 20 on the page): of every class as many queries as it
answers in half a second, but at least two; the product, which reads its records from the disk when they are asked for first, is
asked all. Peers take turns within one run, so the ratios count and the absolute
figures depend on the machine. While peers are measured, loops of the lowest priority keep the processors from sleeping, since
waking one would count against the peers that answer from another process; over HTTP everybody answers from one, and there are
none. Before anything is timed a file fills the memory that is free, since a virtual machine hands out memory slowly, and whoever came
first would pay for it, and whoever came later not. Since 27 November 2026 COPY's file is read into the system's memory before, as far as it
goes in, while the build reads it from the disk. \`--providers N\` chooses the size.`

const opening = '<!-- figures '
const closing = ' -->'

function resultsIn(page: string): Result[] {
  return page
    .split('\n')
    .filter((line) => line.startsWith(opening) && line.endsWith(closing))
    .map((line) => resultShape.parse(JSON.parse(line.slice(opening.length, -closing.length))))
}

function section(result: Result): string {
  const figures = `${opening}${JSON.stringify(result)}${closing}`
  return `## ${numberOf(result)} providers\n\n${figures}\n\n${reportOf(result)}`
}

/** How rates and sizes grow: one column for each size. */
function growth(results: readonly Result[]): string {
  const names = [...new Set(results.flatMap(({ classes }) => classes.map(({ name }) => name)))]
  const rivals = [...new Set(results.flatMap(rivalsIn))]
  const rates = names.map((name) => [
    `${name}, queries/s with records`,
    ...results.map(({ classes }) =>
      numberText(classes.find((one) => one.name === name)?.figures[productWithRecordsName]?.rate),
    ),
  ])
  const ratios = rivals.map((rival) => [
    `times as fast as ${rival}, least and most`,
    ...results.map((result) => {
      const all = ratiosTo(result, rival).map(({ ratio }) => ratio)
      return all.length === 0 ? '–' : `${numberText(Math.min(...all))} to ${numberText(Math.max(...all))}`
    }),
  ])
  const sizes = [
    ['build, s', ...results.map(({ build }) => numberText(build.seconds))],
    ['build with a week of changes, s', ...results.map(({ weekly }) => numberText(weekly?.seconds))],
    ['opening, s', ...results.map(({ build }) => numberText(build.openSeconds))],
    ['memory of the build', ...results.map(({ build }) => bytesText(build.peakBytes))],
    ['memory of the server', ...results.map(({ http }) => bytesText(http.residentBytes))],
    ['the same, while it goes over to another version', ...results.map(({ http }) => bytesText(http.twoVersionsBytes))],
    ['snapshot', ...results.map(({ build }) => bytesText(build.snapshotBytes))],
  ]
  const heads = ['', ...results.map((result) => `${numberOf(result)} providers`)]
  return `## How cost grows\n\n${table(heads, [...ratios, ...rates, ...sizes])}`
}

function numberOf({ providers }: Result): string {
  return providers.toLocaleString('en-US')
}
