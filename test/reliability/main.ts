/** `npm run docs:reliability`: writes docs/reliability.md anew with what the last runs have found. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withReports } from './page.ts'
import { readReports, root } from './report-folder.ts'

const path = join(root, 'docs/reliability.md')
const page = existsSync(path) ? readFileSync(path, 'utf8') : ''
writeFileSync(path, withReports(page, [...readReports('commit'), ...readReports('nightly')]))
