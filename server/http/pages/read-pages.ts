/** Reads the built web app into memory, so that requests touch no files and no paths of a caller's making. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { defaultOrigin } from '#contract/product'
import type { ProviderPage } from '#contract/provider-page'
import { runProgram } from '../../platform/node-program.ts'
import { type Encoded, encode, encoded } from '../representations.ts'
import { builtDir, listFile, listSchema, rendererFile, type Served, withoutBlog } from './built-folder.ts'

type Facts = Omit<Served, 'path' | 'file' | 'isListed'>

export type Resource = Facts & Encoded

export interface Pages {
  at(path: string): Resource | undefined
  listed: readonly string[]
  notFound: Resource
  rendered: RenderedPages
}

export interface RenderedPages {
  /** The document, with gaps for `{{title}}`, `{{description}}` and `{{content}}`. */
  document: string
  /** The content of the page at an address, as HTML in which every text is escaped. */
  renderProvider(page: ProviderPage, address: string): Promise<string>
}

/** What the build cannot know. */
interface Site {
  /** Takes the place of the default origin in code samples. */
  publicUrl: string
  /** Whether menus lead to the blog. */
  hasBlog: boolean
}

export async function readPages(dir: string, publicUrl: string, hasBlog = false): Promise<Pages> {
  const site = { publicUrl, hasBlog }
  const list = listSchema.parse(JSON.parse(await readFile(join(dir, listFile), 'utf8')))
  const resources = new Map<string, Resource>()
  for (const { path, file, isListed: _, ...facts } of list.served) {
    resources.set(path, await readResource(dir, file, facts, site))
  }
  const facts = { type: 'text/html; charset=utf-8', isHashed: false, isPage: true }
  const notFound = await readResource(dir, list.notFound, facts, site)
  const listed = list.served.filter(({ isListed }) => isListed).map(({ path }) => path)
  const document = ofSite(await readFile(join(dir, list.rendered), 'utf8'), site)
  const rendered = { document, ...(await rendererIn(dir)) }
  return { at: (path) => resources.get(path), listed, notFound, rendered }
}

async function rendererIn(dir: string): Promise<Pick<RenderedPages, 'renderProvider'>> {
  // The build made it from web/build/render-provider.tsx, which exports just this.
  return (await import(pathToFileURL(join(dir, rendererFile)).href)) as Pick<RenderedPages, 'renderProvider'>
}

async function readResource(dir: string, file: string, facts: Facts, site: Site): Promise<Resource> {
  const identity = await readFile(join(dir, file))
  // A hashed file keeps its bytes.
  const built = facts.isHashed ? '' : identity.toString()
  const served = ofSite(built, site)
  if (served !== built) return { ...facts, ...(await encode(Buffer.from(served))) }
  const [gzip, br] = await Promise.all([readFile(join(dir, `${file}.gz`)), readFile(join(dir, `${file}.br`))])
  return { ...facts, ...encoded({ identity, gzip, br }) }
}

function ofSite(text: string, { publicUrl, hasBlog }: Site): string {
  return (hasBlog ? text.replace(withoutBlog, '') : text).replaceAll(defaultOrigin, publicUrl)
}

const root = fileURLToPath(new URL('../../../', import.meta.url))
const builder = fileURLToPath(new URL('../../../web/build/main.ts', import.meta.url))

/** Builds the web app in a child process where it is not built. Throws an Error with one sentence when that fails. */
export async function ensurePages(ending: AbortSignal): Promise<string> {
  const dir = builtDir()
  if (existsSync(dir)) return dir
  ending.throwIfAborted()
  process.stdout.write('The web app is not built yet: building it.\n')
  const code = await runProgram(builder, { cwd: root, ending })
  if (code === 0 && existsSync(dir)) return dir
  throw new Error('The web app could not be built; the reason is above')
}
