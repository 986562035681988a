/** Writes the documentation for programs: a twin in Markdown beside each of its pages, and the list of them. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { llmsText, twins } from './documentation/markdown.ts'

/** What the page says of its twin. */
export interface TwinFacts {
  /** One sentence about the page, for search engines. */
  description: string
  /** The address of the twin. */
  markdown: string
}

/** Writes them into the folder that the bundle is in; answers the facts by the addresses of the pages. */
export async function writeTwins(dir: string): Promise<ReadonlyMap<string, TwinFacts>> {
  const facts = new Map<string, TwinFacts>()
  for (const { address, description, markdown } of twins()) {
    const path = `${address}.md`
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), markdown)
    facts.set(address, { description, markdown: path })
  }
  await writeFile(join(dir, 'llms.txt'), llmsText())
  return facts
}
