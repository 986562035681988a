/** The contents of the documentation, in chunks: each guide, each group, its endpoints, and what these return. */
import { use } from 'react'
import { lazyCode } from '../../frame/page.ts'
import { type Content, type ResponseDocs, titleInDocs } from './documentation.ts'
import { documentationPath } from './documentation-path.ts'

const parts: Readonly<Record<string, () => Promise<{ content: Content }>>> = {
  'getting-started': () => import('./contents/getting-started.ts'),
  errors: () => import('./contents/errors.ts'),
  'coming-from-the-npi-registry': () => import('./contents/coming-from-the-npi-registry.ts'),
  'watch-a-roster': () => import('./contents/watch-a-roster.ts'),
  'shared-credentials': () => import('./contents/shared-credentials.ts'),
  fhir: () => import('./contents/fhir.ts'),
  mcp: () => import('./contents/mcp.ts'),
  sdk: () => import('./contents/sdk.ts'),
  deprecation: () => import('./contents/deprecation.ts'),
  doctors: () => import('./contents/doctors.ts'),
  'doctors-endpoints': () => import('./contents/doctors-endpoints.ts'),
  'doctors-responses': () => import('./contents/doctors-responses.ts'),
  organizations: () => import('./contents/organizations.ts'),
  'organizations-endpoints': () => import('./contents/organizations-endpoints.ts'),
  'organizations-responses': () => import('./contents/organizations-responses.ts'),
  individuals: () => import('./contents/individuals.ts'),
  'individuals-endpoints': () => import('./contents/individuals-endpoints.ts'),
  'individuals-responses': () => import('./contents/individuals-responses.ts'),
  bulk: () => import('./contents/bulk.ts'),
  'bulk-endpoints': () => import('./contents/bulk-endpoints.ts'),
  'bulk-responses': () => import('./contents/bulk-responses.ts'),
  sources: () => import('./contents/sources.ts'),
  'sources-endpoints': () => import('./contents/sources-endpoints.ts'),
  'sources-responses': () => import('./contents/sources-responses.ts'),
  verifications: () => import('./contents/verifications.ts'),
  'verifications-endpoints': () => import('./contents/verifications-endpoints.ts'),
  'verifications-responses': () => import('./contents/verifications-responses.ts'),
  shares: () => import('./contents/shares.ts'),
  'shares-endpoints': () => import('./contents/shares-endpoints.ts'),
  'shares-responses': () => import('./contents/shares-responses.ts'),
  watch: () => import('./contents/watch.ts'),
  'watch-endpoints': () => import('./contents/watch-endpoints.ts'),
  'watch-responses': () => import('./contents/watch-responses.ts'),
}

const loaded = new Map<string, Content>()
const loading = new Map<string, Promise<Content>>()

/** The code of each kind of page: none loads that of another. */
const code = {
  guide: lazyCode('web/pages/documentation/GuidePage.tsx', async () => (await import('./GuidePage.tsx')).GuidePage),
  group: lazyCode('web/pages/documentation/GroupPage.tsx', async () => (await import('./GroupPage.tsx')).GroupPage),
  endpoint: lazyCode(
    'web/pages/documentation/EndpointPage.tsx',
    async () => (await import('./EndpointPage.tsx')).EndpointPage,
  ),
}

function codeOf(part: string) {
  if (isOfEndpoints(part)) return code.endpoint
  return Object.hasOwn(parts, `${part}-endpoints`) ? code.group : code.guide
}

export const documentationContents = {
  filesOf(address: string): string[] {
    const part = partOf(address)
    return part === undefined ? [] : [`web/pages/documentation/contents/${part}.ts`, codeOf(part).file]
  },
  async load(address: string): Promise<void> {
    const part = partOf(address)
    if (part !== undefined) await Promise.all([load(part), codeOf(part).load()])
  },
  async loadRest(address: string): Promise<void> {
    const part = partOf(address)
    if (part !== undefined && isOfEndpoints(part)) await load(responsesPart(part))
  },
  titleOf(address: string): string | undefined {
    const content = loaded.get(partOf(address) ?? '')
    if (content === undefined || content.kind === 'responses') return undefined
    if (content.kind !== 'endpoints') return titleInDocs(content.title)
    const endpoint = content.endpoints.find((entry) => entry.address === address)
    return endpoint && titleInDocs(endpoint.summary)
  },
}

/** The kinds of pages, each as its code or as what loads it. */
export function pagesNow() {
  return {
    GuidePage: code.guide.component(),
    GroupPage: code.group.component(),
    EndpointPage: code.endpoint.component(),
  }
}

/**
 * The contents of the page at an address, or undefined; suspends while they are loading. It must be the last hook of
 * its component: React repeats a suspended one as if all its hooks had run, until it calls `use`, and contents that
 * have arrived need no `use`.
 */
export function useContent(address: string): Content | undefined {
  const part = partOf(address)
  if (part === undefined) return undefined
  return loaded.get(part) ?? use(load(part))
}

/** What the endpoint at an address returns; suspends while it is loading. */
export function useResponse(address: string): ResponseDocs | undefined {
  const part = responsesPart(partOf(address) ?? '')
  const content = loaded.get(part) ?? use(load(part))
  return content.kind === 'responses' ? content.responses[address] : undefined
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
  const [group = 'getting-started', endpoint] = address.slice(documentationPath.length).split('/').filter(Boolean)
  const part = endpoint === undefined ? group : `${group}-endpoints`
  return Object.hasOwn(parts, part) ? part : undefined
}

function isOfEndpoints(part: string): boolean {
  return part.endsWith('-endpoints')
}

function responsesPart(part: string): string {
  return part.replace(/endpoints$/, 'responses')
}
