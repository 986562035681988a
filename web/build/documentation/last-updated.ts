import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { longDayText } from '../../ui/format.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** What the documentation is made of. */
const sources = ['contract', 'docs/coming-from-the-npi-registry.md', 'sdk/README.md', 'web/build/documentation']

/** The day of the last commit to these, as January 5, 2025; null outside a checkout of the repository. */
export function lastUpdated(folder = root): string | null {
  try {
    const args = ['log', '-1', '--format=%cs', '--', ...sources]
    const day = execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    return /^\d{4}-\d{2}-\d{2}$/.test(day) ? longDayText(day) : null
  } catch {
    return null
  }
}
