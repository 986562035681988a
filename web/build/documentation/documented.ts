/** The documentation of this product: its groups from the contract, and its guides from Markdown. */
import { readFileSync } from 'node:fs'
import { api, type EndpointName } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import type { DocumentedGroup } from '#contract/groups'
import type {
  Block,
  EndpointsDocs,
  GroupDocs,
  GuideDocs,
  Outline,
  ResponsesDocs,
} from '../../pages/documentation/documentation.ts'
import { exampleRequest } from '../../pages/documentation/samples.ts'
import { blocksOf } from './blocks.ts'
import { deprecation } from './deprecation.ts'
import { documentationOf, endpointDocs, type WholeEndpoint, type WholeGroup } from './documentation.ts'
import { errorsGuide } from './errors.ts'
import { fhir } from './fhir.ts'
import { gettingStarted } from './getting-started.ts'
import { mcp } from './mcp.ts'
import { sharedCredentials } from './shared-credentials.ts'
import { watchARoster } from './watch-a-roster.ts'

let made: readonly WholeGroup[] | undefined

export function groups(): readonly WholeGroup[] {
  made ??= documentationOf(api)
  return made
}

/** A group with no more of its endpoints than its page shows. */
export function groupPage(name: DocumentedGroup): GroupDocs {
  const group = groupNamed(name)
  return {
    ...group,
    endpoints: group.endpoints.map(({ address, method, path, summary, isBeta, isForAdmins }) => ({
      address,
      method,
      path,
      summary,
      isBeta,
      isForAdmins,
    })),
  }
}

export function endpointsOf(name: DocumentedGroup): EndpointsDocs {
  const endpoints = groupNamed(name).endpoints.map(
    ({ answerExample, answer, answerHeaders, errors, ...endpoint }) => endpoint,
  )
  return { kind: 'endpoints', endpoints }
}

export function responsesOf(name: DocumentedGroup): ResponsesDocs {
  const responses = groupNamed(name).endpoints.map(({ address, answerExample, answer, answerHeaders, errors }) => [
    address,
    { answerExample, answer, answerHeaders, errors },
  ])
  return { kind: 'responses', responses: Object.fromEntries(responses) }
}

function groupNamed(name: DocumentedGroup): WholeGroup {
  const found = groups().find(({ address }) => address === `/documentation/${name}`)
  if (found === undefined) throw new Error(`The documentation has no group ${name}`)
  return found
}

export function guideAt(address: string): GuideDocs {
  const found = guides.find((guide) => guide.address === address)
  if (found === undefined) throw new Error(`The documentation has no guide at ${address}`)
  return guideDocs(found)
}

export function guidesOfDocs(): readonly GuideDocs[] {
  return guides.map(guideDocs)
}

export function outlineOf(): Outline {
  return {
    guides: guides.map(({ address, title }) => ({ address, title })),
    groups: groups().map(({ address, title, endpoints }) => ({
      address,
      title,
      endpoints: endpoints.map((entry) => ({
        address: entry.address,
        method: entry.method,
        summary: entry.summary,
        isBeta: entry.isBeta,
        isForAdmins: entry.isForAdmins,
      })),
    })),
  }
}

/** Throws an Error for a name that the contract does not have. */
export function endpointNamed(name: string): WholeEndpoint {
  const entry: Endpoint | undefined = isEndpoint(name) ? api[name] : undefined
  if (entry === undefined) throw new Error(`The contract has no endpoint ${name}`)
  return endpointDocs(entry)
}

function guideDocs({ address, title, markdown }: Guide): GuideDocs {
  return { kind: 'guide', address, title, blocks: blocksOf(markdown(), callNamed) }
}

function callNamed(name: string): Extract<Block, { kind: 'call' }> {
  const entry = endpointNamed(name)
  return { kind: 'call', label: entry.summary, call: exampleRequest(entry) }
}

function isEndpoint(name: string): name is EndpointName {
  return Object.hasOwn(api, name)
}

interface Guide {
  address: string
  title: string
  markdown: () => string
}

/** In the order of the sidebar. */
export const guides: readonly Guide[] = [
  { address: '/documentation', title: 'Getting Started', markdown: gettingStarted },
  { address: '/documentation/errors', title: 'Errors', markdown: errorsGuide },
  {
    address: '/documentation/coming-from-the-npi-registry',
    title: 'Coming from the NPI Registry',
    markdown: () => readFileSync(new URL('../../../docs/coming-from-the-npi-registry.md', import.meta.url), 'utf8'),
  },
  { address: '/documentation/watch-a-roster', title: 'Watch a roster', markdown: watchARoster },
  { address: '/documentation/shared-credentials', title: 'Shared credentials', markdown: sharedCredentials },
  { address: '/documentation/fhir', title: 'FHIR', markdown: fhir },
  { address: '/documentation/mcp', title: 'MCP', markdown: mcp },
  {
    address: '/documentation/sdk',
    title: 'SDK',
    markdown: () => readFileSync(new URL('../../../sdk/README.md', import.meta.url), 'utf8'),
  },
  { address: '/documentation/deprecation', title: 'Changes and deprecation', markdown: deprecation },
]
