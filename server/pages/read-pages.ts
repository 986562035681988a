/** Reads a built web app into memory: it is small, and a request then touches no file and no path of a caller's making. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipBytes } from 'node:zlib'
import { defaultOrigin } from '#contract/product'
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

/** Reads the folder that ensurePages answered; samples in it name the address at which users reach this server. */
export async function readPages(dir: string, publicUrl: string): Promise<Pages> {
  const list = listSchema.parse(JSON.parse(await readFile(join(dir, listFile), 'utf8')))
  const resources = new Map<string, Resource>()
  for (const { path, file, ...facts } of list.served) {
    resources.set(path, await readResource(dir, file, facts, publicUrl))
  }
  const facts = { type: 'text/html; charset=utf-8', isHashed: false, isPage: true }
  const notFound = await readResource(dir, list.notFound, facts, publicUrl)
  return { at: (path) => resources.get(path), notFound }
}

type Facts = Omit<Served, 'path' | 'file'>

async function readResource(dir: string, file: string, facts: Facts, publicUrl: string): Promise<Resource> {
  const built = await readFile(join(dir, file))
  // A hashed file keeps its bytes, since its name says what they are.
  const hasOrigin = !facts.isHashed && publicUrl !== defaultOrigin && built.includes(defaultOrigin)
  const identity = hasOrigin ? Buffer.from(built.toString().replaceAll(defaultOrigin, publicUrl)) : built
  const [gzip, br] = hasOrigin
    ? await Promise.all([promisify(gzipBytes)(identity), promisify(brotliCompress)(identity, brotliFast)])
    : await Promise.all([readFile(join(dir, `${file}.gz`)), readFile(join(dir, `${file}.br`))])
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return { ...facts, etag, bodies: { identity, gzip, br } }
}

/** Quality 5 of 11: a start waits for it. */
const brotliFast = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
