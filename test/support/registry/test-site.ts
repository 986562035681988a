/** A site like CMS's for the tests: a page and files on loopback, and a record of what was asked for. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { basename } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Progress } from '../../../registry/build/progress.ts'
import type { Patience } from '../../../registry/update/request.ts'

interface SiteFile {
  content: Buffer
  /** As Last-Modified has it. */
  modified: string
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

export interface Site {
  origin: string
  pageUrl: URL
  /** By path. The page links to all of them, in this order. */
  files: Map<string, SiteFile>
  /** Answers instead of the site to the next requests for a path, one each. */
  instead: Map<string, Handler[]>
  /** What was asked for, in order: the path and the headers that say which part or version of it. */
  asked: { path: string; range?: string; ifRange?: string }[]
  /** The names of the files that were sent, whole or in part, in order. */
  sent: string[]
  html(): string
}

export const pagePath = '/nppes/NPI_Files.html'

/** Starts a site that is gone when the test has finished. */
export async function startSite(files: Readonly<Record<string, Buffer>> = {}): Promise<Site> {
  const server = createServer((request, response) => answer(site, request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`
  const site: Site = {
    origin,
    pageUrl: new URL(pagePath, origin),
    files: new Map(),
    instead: new Map(),
    asked: [],
    sent: [],
    html: () => pageOf([...site.files.keys()].map((path) => `.${path.slice('/nppes'.length)}`)),
  }
  for (const [name, content] of Object.entries(files)) putFile(site, name, content)
  return site
}

/** Puts a file on the site, which states another time of change for each edition. */
export function putFile(site: Site, name: string, content: Buffer, edition = 1): void {
  site.files.set(`/nppes/${name}`, { content, modified: modifiedOf(edition) })
}

/** The Last-Modified of an edition of a file. */
export const modifiedOf = (edition: number): string => new Date(Date.UTC(2026, 10, edition, 10)).toUTCString()

/** Answers the next request for a file otherwise than the site would. */
export function insteadOf(site: Site, name: string, ...handlers: Handler[]): void {
  site.instead.set(`/nppes/${name}`, handlers)
}

/** The requests for one file. */
export function askedFor(site: Site, name: string): Site['asked'] {
  return site.asked.filter(({ path }) => path === `/nppes/${name}`)
}

/** A page with these links, and the kind of text that stands around them. */
export function pageOf(links: readonly string[]): string {
  const items = links.map((link) => `<li>\n<a  class="file" href='${link}'>V.2 (November 9, 2026)</a> [1.5 MB]</li>`)
  return `<!DOCTYPE html><html><head><title>NPI Files</title></head><body><ul>${items.join('\n')}</ul></body></html>`
}

export const patience: Patience = {
  ...{ answerMsMax: 20_000, stallMsMax: 20_000, pageMsMax: 20_000 },
  pausesMs: [1, 1, 1],
}

/** Keeps what is reported, and lets a test wait until this many bytes have arrived. */
export function recorder(): Progress & { said: string[]; arrived(bytes: number): Promise<void> } {
  const said: string[] = []
  const waiting: { bytes: number; go(): void }[] = []
  return {
    said,
    arrived: (bytes) => new Promise((go) => waiting.push({ bytes, go })),
    step: (name) => void said.push(name),
    note: (text) => void said.push(text),
    count() {},
    bytes(done) {
      for (const { bytes, go } of waiting) if (done >= bytes) go()
    },
  }
}

function answer(site: Site, request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? ''
  const { range, 'if-range': ifRange } = request.headers
  site.asked.push({ path, ...(range && { range }), ...(typeof ifRange === 'string' && { ifRange }) })
  const handler = site.instead.get(path)?.shift()
  const file = site.files.get(path)
  if (handler !== undefined) handler(request, response)
  else if (path === pagePath) response.end(site.html())
  else if (file === undefined) response.writeHead(404).end()
  else if (request.headers['if-modified-since'] === file.modified) response.writeHead(304).end()
  else {
    site.sent.push(basename(path))
    sendFile(file, request, response)
  }
}

function sendFile({ content, modified }: SiteFile, { headers }: IncomingMessage, response: ServerResponse): void {
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
  if (headers.range === undefined || headers['if-range'] !== modified) {
    response.writeHead(200, { 'last-modified': modified, 'content-length': content.length }).end(content)
  } else {
    const range = `bytes ${from}-${content.length - 1}/${content.length}`
    response.writeHead(206, {
      'last-modified': modified,
      'content-length': content.length - from,
      'content-range': range,
    })
    response.end(content.subarray(from))
  }
}
