/** Writes docs/security.md anew. */
import { writeFileSync } from 'node:fs'
import { citations } from './citations.ts'
import { securityParts } from './lines.ts'
import { securityPage } from './page.ts'

writeFileSync(new URL('../../../docs/security.md', import.meta.url), securityPage(securityParts, citations()))
