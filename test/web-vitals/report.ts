/** What was measured as a table, and the document that holds it. */
import { cpus, totalmem } from 'node:os'
import { budgetOf, type Figures } from './budgets.ts'
import type { Measured } from './measure.ts'

const columns: readonly { title: string; of: keyof Figures; isMost: boolean }[] = [
  { title: 'LCP, s', of: 'lcpSeconds', isMost: true },
  { title: 'TBT, ms', of: 'tbtMs', isMost: true },
  { title: 'CLS', of: 'cls', isMost: true },
  { title: 'performance', of: 'performance', isMost: false },
  { title: 'accessibility', of: 'accessibility', isMost: false },
  { title: 'best practices', of: 'bestPractices', isMost: false },
  { title: 'SEO', of: 'seo', isMost: false },
]

/** The figures of a page that miss its budget. */
export function missesOf({ place, figures }: Measured): (keyof Figures)[] {
  const budget = budgetOf(place.page)
  return columns
    .filter(({ of, isMost }) => (isMost ? figures[of] > budget[of] : figures[of] < budget[of]))
    .map(({ of }) => of)
}

/** A row for each page; what misses the budget is bold, with the budget beside it. */
export function tableOf(all: readonly Measured[]): string {
  const rows = all.map((measured) => {
    const budget = budgetOf(measured.place.page)
    const misses = missesOf(measured)
    const cells = columns.map(({ of, isMost }) => {
      if (of === 'seo' && budget.seo === 0) return '–'
      const figure = String(measured.figures[of])
      return misses.includes(of) ? `**${figure}** (${isMost ? '≤' : '≥'} ${budget[of]})` : figure
    })
    return `| \`${measured.place.path}\` | ${cells.join(' | ')} | ${measured.runs} |`
  })
  const head = ['page', ...columns.map(({ title }) => title), 'runs']
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows].join('\n')
}

/** The machine, and how busy it was: the load averages of a minute, one before and one after each page. */
export function machineText(loads: readonly number[]): string {
  const [least, most] = [Math.min(...loads), Math.max(...loads)].map((load) => load.toFixed(1))
  const processors = cpus()
  return `${processors.length} × ${processors[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, load average ${least} to ${most}.`
}

export function documentOf(
  all: readonly Measured[],
  { machine, runs, runsMax, date }: { machine: string; runs: number; runsMax: number; date: Date },
): string {
  const findings = [
    ...new Set(all.flatMap((measured) => measured.findings.map((title) => `- ${title}: ${pagesWith(all, title)}`))),
  ]
  return `# Web vitals

Written by \`npm run test:web-vitals\` on ${date.toISOString().slice(0, 10)}: Lighthouse, mobile preset (a slow phone on slow 4G, simulated), the
median of ${runs} runs, each with an empty cache. A page that misses its budget is run up to ${runsMax} times, and all runs count. Where two pages share a screen both are measured. Pages that want an account are
opened signed in. Figures that miss their budget (\`test/web-vitals/budgets.ts\`) are bold. SEO counts for pages that search engines may
list. The blog is measured without its feed, which is on the internet.

${machine} Lighthouse simulates a slow phone by how fast this machine is: a load above its number of processors makes pages slower than
they are, blocking time first of all.

${tableOf(all)}

What Lighthouse found besides speed:

${findings.length === 0 ? 'Nothing.' : findings.join('\n')}
`
}

function pagesWith(all: readonly Measured[], title: string): string {
  return all
    .filter(({ findings }) => findings.includes(title))
    .map(({ place }) => `\`${place.path}\``)
    .join(', ')
}
