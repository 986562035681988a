/** The pages in prose, in the order of the sidebar. Each is Markdown, of which both its page and its Markdown twin are made. */
import { readFileSync } from 'node:fs'
import { gettingStarted } from './getting-started.ts'

export interface Guide {
  address: string
  title: string
  markdown: () => string
}

export const guides: readonly Guide[] = [
  { address: '/documentation', title: 'Getting Started', markdown: gettingStarted },
  {
    address: '/documentation/coming-from-the-npi-registry',
    title: 'Coming from the NPI Registry',
    markdown: () => readFileSync(new URL('../../../docs/coming-from-the-npi-registry.md', import.meta.url), 'utf8'),
  },
]
