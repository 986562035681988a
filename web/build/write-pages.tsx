/**
 * Writes an HTML file for every address of the route table: with its title, what it needs and, where the page looks the same to
 * everyone, the page itself; and the list by which the server serves them.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { listFile, type Served, type ServedList } from '#server/http/pages/built-folder'
import { createQueryClient } from '../api/queries.ts'
import { App } from '../frame/App.tsx'
import { addressesOf, loadPage, type Page } from '../frame/page.ts'
import { notFoundPage, pages } from '../routes.ts'
import type { Bundle } from './bundle.ts'
import { htmlOf } from './html.ts'
import { noticesFile, thirdPartyNotices } from './third-party-notices.ts'
import { type TwinFacts, writeTwins } from './write-twins.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
}

/** Writes the pages into the folder that the bundle is in. */
export async function writePages(dir: string, bundle: Bundle): Promise<void> {
  const twinByAddress = await writeTwins(dir)
  await writeFile(join(dir, noticesFile), thirdPartyNotices())
  const files = (await filesOf(dir)).map(servedFile)
  const served: Served[] = []
  for (const page of pages) {
    const foreign = page.hasForeignImages === true ? { hasForeignImages: true } : {}
    for (const { path, title } of addressesOf(page)) {
      const file = `pages${path === '/' ? '/index' : path}.html`
      await writePage(join(dir, file), page, { path, title, ...twinByAddress.get(path) }, bundle)
      const isListed = (twinByAddress.get(path)?.description ?? page.description) !== undefined
      served.push({ path, file, type: 'text/html; charset=utf-8', isHashed: false, isPage: true, isListed, ...foreign })
    }
  }
  const notFound = 'pages/not-found.html'
  await writePage(join(dir, notFound), notFoundPage, { path: '/not-found', title: notFoundPage.title }, bundle)
  const list: ServedList = { served: [...served, ...files], notFound }
  await writeFile(join(dir, listFile), JSON.stringify(list, null, 2))
}

interface PageAddress extends Partial<TwinFacts> {
  path: string
  title: string
}

async function writePage(path: string, page: Page, address: PageAddress, bundle: Bundle): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const content = page.isPrerendered ? await contentOf(page, address.path) : ''
  const { code, contents, hasForeignImages = false } = page
  const { description = page.description, markdown } = address
  const files = [code.file, contents?.fileOf(address.path)].filter((file) => file !== undefined)
  const calls = (page.firstCalls ?? []).map((name) => name.replace('GET ', ''))
  const chunks = [...new Set(files.flatMap(bundle.chunksOf))]
  await writeFile(
    path,
    htmlOf({
      title: address.title,
      path: page.path,
      description,
      markdown,
      hasForeignImages,
      content,
      calls,
      bundle,
      chunks,
    }),
  )
}

/** What the browser will take over: it renders the same from the same address, before it knows who looks at it. */
async function contentOf(page: Page, address: string): Promise<string> {
  await loadPage(page, address)
  const html = renderToString(
    <StrictMode>
      <StaticRouter location={address}>
        <App queryClient={createQueryClient()} />
      </StaticRouter>
    </StrictMode>,
  )
  // The content security policy refuses inline styles; in the browser libraries set theirs in another way.
  return html.replace(/ style="[^"]*"/g, '')
}

async function filesOf(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
}

function servedFile(file: string): Served {
  const type = types[extname(file)]
  if (type === undefined) throw new Error(`${file}: no content type is known for such files`)
  return { path: `/${file}`, file, type, isHashed: file.startsWith('assets/'), isPage: false }
}
