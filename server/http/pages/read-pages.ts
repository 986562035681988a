/** Reads the built web app into memory, so that requests touch no files and no paths of a caller's making. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultOrigin } from '#contract/product'
import { runProgram } from '../../platform/node-program.ts'
import { type Encoded, encode, etagOf } from '../serve-openapi.ts'
import { builtDir, listFile, listSchema, type Served } from './built-folder.ts'

type Facts = Omit<Served, 'path' | 'file' | 'isListed'>

export type Resource = Facts & Encoded

export interface Pages {
  at(path: string): Resource | undefined
  listed: readonly string[]
  notFound: Resource
}

/** `publicUrl` replaces the default origin in code samples. */
export async function readPages(dir: string, publicUrl: string): Promise<Pages> {
  const list = listSchema.parse(JSON.parse(await readFile(join(dir, listFile), 'utf8')))
  const resources = new Map<string, Resource>()
  for (const { path, file, isListed: _, ...facts } of list.served) {
    resources.set(path, await readResource(dir, file, facts, publicUrl))
  }
  const facts = { type: 'text/html; charset=utf-8', isHashed: false, isPage: true }
  const notFound = await readResource(dir, list.notFound, facts, publicUrl)
  const listed = list.served.filter(({ isListed }) => isListed).map(({ path }) => path)
  return { at: (path) => resources.get(path), listed, notFound }
}

async function readResource(dir: string, file: string, facts: Facts, publicUrl: string): Promise<Resource> {
  const identity = await readFile(join(dir, file))
  // A hashed file keeps its bytes.
  if (!facts.isHashed && publicUrl !== defaultOrigin && identity.includes(defaultOrigin)) {
    return { ...facts, ...(await encode(Buffer.from(identity.toString().replaceAll(defaultOrigin, publicUrl)))) }
  }
  const [gzip, br] = await Promise.all([readFile(join(dir, `${file}.gz`)), readFile(join(dir, `${file}.br`))])
  return { ...facts, etag: etagOf(identity), bodies: { identity, gzip, br } }
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
  throw new Error('The web app could not be built; the reason stands above')
}
