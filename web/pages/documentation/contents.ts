/**
 * The contents of the documentation, a part at a time: each group with its endpoints, and each guide, is a chunk of its own that
 * is loaded when one of its pages opens.
 */
import { use } from 'react'
import type { Content } from './documentation.ts'

/** Where all of it is. */
export const documentationPath = '/documentation'

const parts: Readonly<Record<string, () => Promise<{ content: Content }>>> = {
  'getting-started': () => import('./contents/getting-started.ts'),
  'coming-from-the-npi-registry': () => import('./contents/coming-from-the-npi-registry.ts'),
  doctors: () => import('./contents/doctors.ts'),
  organizations: () => import('./contents/organizations.ts'),
  individuals: () => import('./contents/individuals.ts'),
  verifications: () => import('./contents/verifications.ts'),
}

const loaded = new Map<string, Content>()
const loading = new Map<string, Promise<Content>>()

/** The contents of pages, for the route table. */
export const documentationContents = {
  /** The file that has the contents of an address. */
  fileOf: (address: string): string | undefined => {
    const part = partOf(address)
    return part === undefined ? undefined : `web/pages/documentation/contents/${part}.ts`
  },
  /** Loads them, so that the page renders at once. */
  async load(address: string): Promise<void> {
    const part = partOf(address)
    if (part !== undefined) await load(part)
  },
}

/** The contents that a page at an address belongs to; suspends while they are loading, and is undefined where there are none. */
export function useContent(address: string): Content | undefined {
  const part = partOf(address)
  if (part === undefined) return undefined
  return loaded.get(part) ?? use(load(part))
}

function load(part: string): Promise<Content> {
  const running = loading.get(part) ?? fetchPart(part)
  loading.set(part, running)
  return running
}

async function fetchPart(part: string): Promise<Content> {
  try {
    const module = await parts[part]?.()
    if (module === undefined) throw new Error(`The documentation has no ${part}`)
    loaded.set(part, module.content)
    return module.content
  } catch (error) {
    // What failed is tried again the next time.
    loading.delete(part)
    throw error
  }
}

function partOf(address: string): string | undefined {
  const [part = 'getting-started'] = address.slice(documentationPath.length).split('/').filter(Boolean)
  return Object.hasOwn(parts, part) ? part : undefined
}
