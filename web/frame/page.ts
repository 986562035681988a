/** What a page of the route table is, and how its code is loaded. */
import { type ComponentType, lazy } from 'react'
import type { FirstCall } from '../api/queries.ts'

/** Who may open a page: anyone, only the signed-out or the signed-in of an area, or administrators. */
export type Guard =
  | { kind: 'none' }
  | { kind: 'signedOut'; area: 'api' | 'portal' }
  | { kind: 'signedIn'; area: 'api' | 'portal' }
  | { kind: 'admin' }

export interface Page {
  /** The address as React Router writes it, with parameters as `:group`. */
  path: string
  /** Of the browser's tab, before the product's name. */
  title: string
  /** The title where it depends on the query, as that of panels does; another one counts as another place. */
  titleIn?: (query: URLSearchParams) => string
  /** One sentence for search engines; pages without one are not for them. */
  description?: string
  guard: Guard
  /** Whether the build writes the page's HTML; only for pages that look the same to everyone. */
  isPrerendered?: boolean
  /** Whether it shows images of other hosts, which its document allows and no other page's does. */
  hasForeignImages?: boolean
  /** The addresses of a page whose path has parameters, each with its title; any other address is not found. */
  addresses?: () => readonly Address[]
  /** What it needs the answers of; they are asked for while the code of the page is on its way. */
  firstCalls?: readonly FirstCall[]
  code: PageCode
  /** What differs between the addresses of a page and is loaded with its code. */
  contents?: PageContents
}

interface PageContents {
  /** The file of an address's contents from the root; the build preloads its chunk. */
  fileOf(address: string): string | undefined
  load(address: string): Promise<void>
}

export interface Address {
  path: string
  title: string
}

/** Every address of a page. */
export function addressesOf({ path, title, addresses }: Page): readonly Address[] {
  return addresses?.() ?? [{ path, title }]
}

/** Loads all that a page needs to render at once at an address. */
export async function loadPage({ code, contents }: Page, address: string): Promise<void> {
  await Promise.all([code.load(), contents?.load(address)])
}

export interface PageCode {
  /** The file of the page's component from the root; the build preloads its chunk. */
  file: string
  /** Loads the code, so that the page renders at once. */
  load(): Promise<void>
  /** The component, or one that loads it when it renders. */
  component(): ComponentType
}

/** Code that is loaded when its page is first opened. */
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
