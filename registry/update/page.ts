import { BuildError } from '../build/build-error.ts'
import { type CmsFile, cmsFileOf } from './choice.ts'
import { PassingError, type Patience, request, withRetries } from './request.ts'

/** CMS's page has about 20 KB and lists about six files. */
export const pageBytesMax = 1024 * 1024
const linksMax = 1_000

export interface LinkedFile {
  file: CmsFile
  url: URL
}

/** The files linked on the page's own origin, each once. Throws BuildError when it cannot be read or links to none. */
export async function readPage(pageUrl: URL, patience: Patience, note: (text: string) => void): Promise<LinkedFile[]> {
  const html = await withRetries(pageUrl.href, patience, note, () => textOf(pageUrl, patience))
  const files = linkedFiles(html, pageUrl)
  if (files.length > 0) return files
  const expected = 'expected links to NPPES_Data_Dissemination_….zip on the origin of the page'
  throw new BuildError([`${pageUrl.href}: ${expected}; got none`])
}

/** Named by href outside of comments. Every pattern is bounded, so the time is proportional to the page's length. */
export function linkedFiles(html: string, pageUrl: URL): LinkedFile[] {
  const found = new Map<string, LinkedFile>()
  for (const [, double, single] of withoutComments(html).matchAll(hrefPattern)) {
    const link = double ?? single ?? ''
    if (!URL.canParse(link, pageUrl.href)) continue
    const url = new URL(link, pageUrl)
    const file = cmsFileOf(url.pathname.slice(url.pathname.lastIndexOf('/') + 1))
    if (file === undefined || url.origin !== pageUrl.origin || found.has(file.name)) continue
    found.set(file.name, { file, url })
    if (found.size > linksMax) throw new BuildError([`${pageUrl.href}: expected at most ${linksMax} files; got more`])
  }
  return [...found.values()]
}

const hrefPattern = /\shref\s{0,9}=\s{0,9}(?:"([^"<>]{0,500})"|'([^'<>]{0,500})')/gi

function withoutComments(html: string): string {
  const kept: string[] = []
  for (let at = 0; at < html.length; ) {
    const start = html.indexOf('<!--', at)
    kept.push(html.slice(at, start === -1 ? undefined : start))
    const end = start === -1 ? -1 : html.indexOf('-->', start + 4)
    at = end === -1 ? html.length : end + 3
  }
  return kept.join(' ')
}

async function textOf(pageUrl: URL, patience: Patience): Promise<string> {
  const answer = await request(pageUrl, { accept: 'text/html' }, patience)
  if (answer.status !== 200) {
    answer.close()
    throw new BuildError([`${pageUrl.href}: expected a page with status 200; got status ${answer.status}`])
  }
  const slow = new PassingError(`expected the whole page within ${patience.pageMsMax / 1000} s; got a part of it`)
  const timer = setTimeout(() => answer.close(slow), patience.pageMsMax)
  try {
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of answer.body) {
      bytes += chunk.length
      if (bytes > pageBytesMax) {
        throw new BuildError([`${pageUrl.href}: expected a page of at most ${pageBytesMax} bytes; got more`])
      }
      chunks.push(chunk)
    }
    // What is looked for is ASCII, which every encoding of a web page keeps.
    return Buffer.concat(chunks).toString('latin1')
  } finally {
    clearTimeout(timer)
  }
}
