/** A page of the route table, and how its code is loaded. */
import { type ComponentType, lazy } from 'react'
import type { FirstCall } from '../api/queries.ts'

export type Guard =
  | { kind: 'none' }
  | { kind: 'signedOut'; area: 'api' | 'portal' }
  | { kind: 'signedIn'; area: 'api' | 'portal' }
  | { kind: 'admin' }

export interface Page {
  /** As React Router writes it, with parameters as `:group`. */
  path: string
  title: string
  /** The title where it depends on the query, as for panels. */
  titleIn?: (query: URLSearchParams) => string
  /** One sentence for search engines; pages without one are not indexed. */
  description?: string
  /** The address of its Atom feed. */
  feed?: string
  guard: Guard
  /** Whether the build writes the page's HTML; only for pages that look the same to everyone. */
  isPrerendered?: boolean
  /** The server renders it on request, in the document that the build writes for it. */
  isRendered?: boolean
  /** Its document allows images of other hosts. */
  hasForeignImages?: boolean
  /** For the build: the addresses of a page whose path has parameters; any other address is not found. */
  addresses?: () => Promise<readonly Address[]>
  /** Made while the code of the page loads. */
  firstCalls?: readonly FirstCall[]
  code: PageCode
  /** What differs between the addresses of a page and loads with its code. */
  contents?: PageContents
}

export interface PageContents {
  /** The source files that an address needs first; the build preloads their chunks. */
  filesOf(address: string): Promise<string[]> | string[]
  load(address: string): Promise<void>
  /** What the browser loads later, and the build needs. */
  loadRest(address: string): Promise<void>
  /** The title of an address that has been loaded. */
  titleOf(address: string): string | undefined
}

export interface Address {
  path: string
  title: string
}

/** None of a page that the server renders: it has one for every provider. */
export async function addressesOf({ path, title, addresses, isRendered = false }: Page): Promise<readonly Address[]> {
  return isRendered ? [] : ((await addresses?.()) ?? [{ path, title }])
}

export async function loadPage({ code, contents }: Page, address: string): Promise<void> {
  await Promise.all([code.load(), contents?.load(address)])
}

/** Contents that only their own page loads. */
export function lazyContents(load: () => Promise<PageContents>): PageContents {
  let loaded: PageContents | undefined
  const contents = async () => {
    loaded ??= await load()
    return loaded
  }
  return {
    filesOf: async (address) => (await contents()).filesOf(address),
    load: async (address) => (await contents()).load(address),
    loadRest: async (address) => (await contents()).loadRest(address),
    titleOf: (address) => loaded?.titleOf(address),
  }
}

export interface PageCode<P = object> {
  /** The source file of the component; the build preloads its chunk. */
  file: string
  load(): Promise<void>
  /** The component, or one that loads it when it renders. */
  component(): ComponentType<P>
}

export function lazyCode<P = object>(file: string, load: () => Promise<ComponentType<P>>): PageCode<P> {
  return { file, ...lazily(load) }
}

const later: (() => Promise<void>)[] = []

/**
 * A component that the build writes into its page, and the browser loads after the page. It belongs into a `LaterPart`,
 * and its props must not change by themselves: React drops what is written where they do.
 */
export function laterComponent<P>(load: () => Promise<ComponentType<P>>): () => ComponentType<P> {
  const code = lazily(load)
  later.push(code.load)
  return code.component
}

/** What a page loads after itself; for the build, which waits for nothing while it renders, and before it changes. */
export async function loadRest({ contents }: Page, address: string): Promise<void> {
  await Promise.all([contents?.loadRest(address), ...later.map((load) => load())])
}

function lazily<P>(load: () => Promise<ComponentType<P>>): Omit<PageCode<P>, 'file'> {
  let loaded: ComponentType<P> | undefined
  const Later = lazy(async () => ({ default: await load() }))
  return {
    async load() {
      loaded ??= await load()
    },
    component: () => loaded ?? Later,
  }
}
