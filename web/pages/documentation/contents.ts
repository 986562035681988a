/** The contents of the documentation: each group with its endpoints, and each guide, is a chunk that its pages load. */
import { use } from 'react'
import type { Content } from './documentation.ts'

export const documentationPath = '/documentation'

const parts: Readonly<Record<string, () => Promise<{ content: Content }>>> = {
  'getting-started': () => import('./contents/getting-started.ts'),
  'coming-from-the-npi-registry': () => import('./contents/coming-from-the-npi-registry.ts'),
  'shared-credentials': () => import('./contents/shared-credentials.ts'),
  mcp: () => import('./contents/mcp.ts'),
  sdk: () => import('./contents/sdk.ts'),
  doctors: () => import('./contents/doctors.ts'),
  organizations: () => import('./contents/organizations.ts'),
  individuals: () => import('./contents/individuals.ts'),
  sources: () => import('./contents/sources.ts'),
  verifications: () => import('./contents/verifications.ts'),
  shares: () => import('./contents/shares.ts'),
}

const loaded = new Map<string, Content>()
const loading = new Map<string, Promise<Content>>()

export const documentationContents = {
  fileOf: (address: string): string | undefined => {
    const part = partOf(address)
    return part === undefined ? undefined : `web/pages/documentation/contents/${part}.ts`
  },
  async load(address: string): Promise<void> {
    const part = partOf(address)
    if (part !== undefined) await load(part)
  },
}

/** The contents of the page at an address, or undefined; suspends while they are loading. */
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
    // A failed part is loaded again the next time.
    loading.delete(part)
    throw error
  }
}

function partOf(address: string): string | undefined {
  const [part = 'getting-started'] = address.slice(documentationPath.length).split('/').filter(Boolean)
  return Object.hasOwn(parts, part) ? part : undefined
}
