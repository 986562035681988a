/** Reads a built web app into memory: it is small, and a request then touches no file and no path of a caller's making. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listFile, listSchema, type Served } from './built-folder.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

export interface Resource extends Omit<Served, 'path' | 'file'> {
  etag: string
  bodies: Record<Encoding, Buffer>
}

export interface Pages {
  /** What is at an address, as it stands in the request, without its query. */
  at(path: string): Resource | undefined
  /** The page for addresses that have none. */
  notFound: Resource
}

/** Reads the folder that ensurePages answered. */
export async function readPages(dir: string): Promise<Pages> {
  const list = listSchema.parse(JSON.parse(await readFile(join(dir, listFile), 'utf8')))
  const resources = new Map<string, Resource>()
  for (const { path, file, ...facts } of list.served) resources.set(path, await readResource(dir, file, facts))
  const facts = { type: 'text/html; charset=utf-8', isHashed: false, isPage: true }
  const notFound = await readResource(dir, list.notFound, facts)
  return { at: (path) => resources.get(path), notFound }
}

async function readResource(dir: string, file: string, facts: Omit<Served, 'path' | 'file'>): Promise<Resource> {
  const identity = await readFile(join(dir, file))
  const [gzip, br] = await Promise.all([readFile(join(dir, `${file}.gz`)), readFile(join(dir, `${file}.br`))])
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return { ...facts, etag, bodies: { identity, gzip, br } }
}
