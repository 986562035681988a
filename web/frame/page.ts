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
  guard: Guard
  /** Whether the build writes the page's HTML; only for pages that look the same to everyone. */
  isPrerendered?: boolean
  /** Its document allows images of other hosts. */
  hasForeignImages?: boolean
  /** The addresses of a page whose path has parameters; any other address is not found. */
  addresses?: () => readonly Address[]
  /** Made while the code of the page loads. */
  firstCalls?: readonly FirstCall[]
  code: PageCode
  /** What differs between the addresses of a page and loads with its code. */
  contents?: PageContents
}

interface PageContents {
  /** The source file of an address's contents; the build preloads its chunk. */
  fileOf(address: string): string | undefined
  load(address: string): Promise<void>
}

export interface Address {
  path: string
  title: string
}

export function addressesOf({ path, title, addresses }: Page): readonly Address[] {
  return addresses?.() ?? [{ path, title }]
}

export async function loadPage({ code, contents }: Page, address: string): Promise<void> {
  await Promise.all([code.load(), contents?.load(address)])
}

export interface PageCode {
  /** The source file of the component; the build preloads its chunk. */
  file: string
  load(): Promise<void>
  /** The component, or one that loads it when it renders. */
  component(): ComponentType
}

export function lazyCode(file: string, load: () => Promise<ComponentType>): PageCode {
  let loaded: ComponentType | undefined
  const Later = lazy(async () => ({ default: await load() }))
  return {
    file,
    async load() {
      loaded ??= await load()
    },
    component: () => loaded ?? Later,
  }
}
