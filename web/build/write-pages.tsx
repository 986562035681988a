/** Writes the HTML of every address, prerendered where it is the same for all, and the list of served files. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { escaped } from '#contract/markup'
import { changelogFeed, defaultOrigin, plainFont, productName, productSentence } from '#contract/product'
import { listFile, type Served, type ServedList, withoutBlog } from '#server/http/pages/built-folder'
import { tokenKeys } from '../api/tokens.ts'
import { addressesOf, loadPage, loadRest, type Page } from '../frame/page.ts'
import { notFoundPage, pages } from '../routes.ts'
import type { Bundle } from './bundle.ts'
import { llmsText, twins } from './documentation/markdown.ts'
import { htmlAt } from './html-at.tsx'
import { noticesFile, thirdPartyNotices } from './third-party-notices.ts'
import { atomFeed, changelogEntries } from './trust/changelog.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.atom': 'application/atom+xml; charset=utf-8',
}

export async function writePages(dir: string, bundle: Bundle): Promise<void> {
  const twinByAddress = await writeTwins(dir)
  await writeFile(join(dir, noticesFile), thirdPartyNotices())
  await writeFile(join(dir, changelogFeed), atomFeed(changelogEntries()))
  const files = (await filesOf(dir)).map(servedFile)
  const [font] = files.filter(({ file }) => file.includes('/figtree-'))
  if (font === undefined) throw new Error('The bundle has no font for the pages outside the web app')
  const served: Served[] = []
  for (const page of pages) {
    const foreign = page.hasForeignImages === true ? { hasForeignImages: true } : {}
    for (const { path, title } of await addressesOf(page)) {
      const file = `pages${path === '/' ? '/index' : path}.html`
      await writePage(join(dir, file), page, { path, title, ...twinByAddress.get(path) }, bundle)
      const isListed = (twinByAddress.get(path)?.description ?? page.description) !== undefined
      served.push({ path, file, type: 'text/html; charset=utf-8', isHashed: false, isPage: true, isListed, ...foreign })
    }
  }
  const rendered = 'pages/rendered.html'
  const [provider] = pages.filter(({ isRendered }) => isRendered)
  const gaps = { path: provider.path, title: '{{title}}', description: '{{description}}' }
  await writeFile(join(dir, rendered), await htmlOf(provider, gaps, '{{content}}', bundle))
  const notFound = 'pages/not-found.html'
  await writePage(join(dir, notFound), notFoundPage, { path: '/not-found', title: notFoundPage.title }, bundle)
  const list: ServedList = {
    served: [...served, ...files, { ...font, path: plainFont, isHashed: false }],
    notFound,
    rendered,
  }
  await writeFile(join(dir, listFile), JSON.stringify(list, null, 2))
}

interface PageAddress extends Partial<TwinFacts> {
  path: string
  title: string
}

async function writePage(path: string, page: Page, address: PageAddress, bundle: Bundle): Promise<void> {
  const content = page.isPrerendered ? await contentOf(page, address.path) : ''
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, await htmlOf(page, address, content, bundle))
}

async function contentOf(page: Page, address: string): Promise<string> {
  await loadPage(page, address)
  await loadRest(page, address)
  return htmlAt(address)
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

/** Nothing is inline, so that the content security policy can refuse everything inline. */
async function htmlOf(page: Page, address: PageAddress, content: string, bundle: Bundle): Promise<string> {
  const { description = page.description, markdown } = address
  const sources = [page.code.file, ...((await page.contents?.filesOf(address.path)) ?? [])]
  const chunks = [...new Set(sources.flatMap(bundle.chunksOf))]
  const calls = (page.firstCalls ?? []).map((name) => name.replace('GET ', ''))
  // A prerendered page loads its scripts after the first paint, so that styles and fonts have the connection first.
  const isWritten = content !== ''
  // A page without content needs the font of code later.
  const fonts = isWritten ? bundle.fonts : bundle.fonts.slice(0, 1)
  const program = isWritten ? ` data-program="${[...new Set([bundle.script, ...chunks])].join(' ')}"` : ''
  const asked = calls.length > 0 ? ` data-calls="${calls.join(' ')}" data-tokens="${tokenKeys.join(' ')}"` : ''
  const images = page.hasForeignImages === true ? 'anywhere' : 'own'
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(`${address.title} · ${productName}`)}</title>`,
    `<meta name="description" content="${escaped(description ?? productSentence)}">`,
    description === undefined ? '<meta name="robots" content="noindex">' : '',
    markdown === undefined ? '' : `<link rel="alternate" type="text/markdown" href="${markdown}">`,
    page.feed === undefined
      ? ''
      : `<link rel="alternate" type="application/atom+xml" href="${page.feed}" title="${escaped(page.title)}">`,
    '<meta name="color-scheme" content="light dark">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<script src="${bundle.firstScript}"${program}${asked}></script>`,
    ...bundle.styles.map((file) => `<link rel="stylesheet" href="${file}">`),
    ...fonts.map((file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`),
    ...(isWritten ? [] : chunks.map((file) => `<link rel="modulepreload" href="${file}">`)),
    isWritten ? '' : `<script type="module" src="${bundle.script}"></script>`,
  ]
  return [
    '<!doctype html>',
    `<html lang="en" data-origin="${defaultOrigin}"${withoutBlog}>`,
    '<head>',
    ...head.filter((line) => line !== ''),
    '</head>',
    '<body>',
    `<div id="root" data-page="${escaped(page.path)}" data-images="${images}">${content}</div>`,
    `<noscript><p>${escaped(productName)} needs JavaScript for more than reading these pages; please switch it on.</p></noscript>`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

interface TwinFacts {
  description: string
  markdown: string
}

/** Writes the Markdown twin of every documentation page and the list of them; returns facts by page address. */
async function writeTwins(dir: string): Promise<ReadonlyMap<string, TwinFacts>> {
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
