/**
 * docs/reliability.md: a table of the fault plan and of what the last runs found. What a run found stands in the page as a comment,
 * so that the table can be made again on a machine that has not run it.
 */
import { type Planned, plan } from './plan.ts'
import { type Figures, type FileReport, type Report, reportShape } from './report.ts'

/** The page with these reports in it, each in place of an earlier one of the same files. `page` is empty where there is none. */
export function withReports(page: string, reports: readonly Report[]): string {
  const known = new Map(reportsIn(page).map((report) => [report.id, report]))
  for (const report of reports) known.set(report.id, merged(known.get(report.id), report))
  const rows = plan.map((planned) => rowOf(planned, known.get(planned.id)))
  const comments = plan.flatMap(({ id }) => {
    const report = known.get(id)
    return report === undefined ? [] : [`${opening}${JSON.stringify(report)}${closing}`]
  })
  const left = plan.flatMap(({ id, leftOut }) => (leftOut === undefined ? [] : [`- **${id}**: ${leftOut}`]))
  return `${[introduction, table(rows), `## What is not tried\n\n${left.join('\n')}`, comments.join('\n')].join('\n\n')}\n`
}

const introduction = `# Reliability

Written by \`npm run docs:reliability\` from the reports of the last runs in \`reports/reliability\`; do not edit. Every fault has a
test whose name cites its id. \`npm test\` tries each once or a few times, most of them less often than the plan has it for every change
([why so](decisions/0031-faults-with-every-change.md)). \`npm run test:nightly\` tries with the counts of the night, which are chosen so
that all of it takes less than 45 minutes on two cores: *asked* is the count of the plan, and *trials* is what was run. Rows marked ○
have the figures of a run with the few trials of every change. Nothing in \`n\` trials means a rate of failure
below \`3/n\`, with 95 % confidence.`

const opening = '<!-- report '
const closing = ' -->'

function reportsIn(page: string): Report[] {
  return page
    .split('\n')
    .filter((line) => line.startsWith(opening) && line.endsWith(closing))
    .map((line) => reportShape.parse(JSON.parse(line.slice(opening.length, -closing.length))))
}

/** What is new in place of what is older of the same file, but no run with few trials in place of one with many. */
function merged(before: Report | undefined, now: Report): Report {
  const rank = ({ tier, date }: FileReport) => `${tier === 'nightly' ? 1 : 0} ${date}`
  const files = new Map((before?.files ?? []).map((file) => [file.file, file]))
  for (const file of now.files) {
    const other = files.get(file.file)
    if (other === undefined || rank(file) >= rank(other)) files.set(file.file, file)
  }
  return { ...now, files: [...files.values()].sort((a, b) => (a.file < b.file ? -1 : 1)) }
}

const heads = ['', 'what is done', 'asked', 'trials', 'figure to reach', 'what came of it', 'date']

function rowOf({ id, what, asked, figure }: Planned, report: Report | undefined): string[] {
  if (report === undefined) return [id, what, asked, '–', figure, 'not run', '–']
  const { files } = report
  const runs = files.flatMap((file) => file.runs.map((run) => ({ ...run, tier: file.tier })))
  const sum = (count: (file: FileReport) => number) => files.reduce((total, file) => total + count(file), 0)
  const failures = files.flatMap((file) => file.failures)
  const [passed, skipped] = [sum((file) => file.passed), sum((file) => file.skipped)]
  const found = [
    ...failures.map(({ test, reason }) => `**failed**: ${test}: ${reason.split('\n', 1)[0]}`),
    `${numberText(passed)} ${passed === 1 ? 'test' : 'tests'} passed${skipped === 0 ? '' : `, ${skipped} not run here`}`,
    ...runs.flatMap(({ figures, tier }) => {
      const words = figuresText(figures)
      return words === '' ? [] : [`${tier === 'commit' ? '○ ' : ''}${words}`]
    }),
  ]
  const trials = runs.length === 0 ? numberText(passed) : runs.map((run) => numberText(run.trials)).join(' + ')
  const mark = files.some(({ tier }) => tier === 'nightly') ? '' : '○ '
  const dates = files.map(({ date }) => date).sort()
  return [id, what, asked, `${mark}${trials}`, figure, found.join('<br>'), dates.at(-1) ?? '–']
}

/** `{ lostMax: 0 }` as `lost max 0`, what was done as it stands; what is no number or word stands in the report alone. */
function figuresText(figures: Figures): string {
  const words = Object.entries(figures).flatMap(([name, value]) => {
    if (name === 'what') return [String(value)]
    const named = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    if (typeof value === 'number') return [`${named} ${numberText(value)}`]
    return typeof value === 'string' ? [`${named}: ${value}`] : []
  })
  return words.join(', ')
}

function numberText(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: Number.isInteger(value) ? 15 : 3 })
}

function table(rows: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}
