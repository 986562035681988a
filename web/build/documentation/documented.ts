/** The documentation of this product, made when it is first asked for. */
import { api, type EndpointName } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import type { DocumentedGroup } from '#contract/groups'
import type { Block, EndpointDocs, GroupDocs, GuideDocs, Outline } from '../../pages/documentation/documentation.ts'
import { exampleRequest } from '../../pages/documentation/samples/example-request.ts'
import { blocksOf } from './blocks.ts'
import { documentationOf, endpointDocs } from './documentation.ts'
import { type Guide, guides } from './guides.ts'

let made: readonly GroupDocs[] | undefined

/** Every group. */
export function groups(): readonly GroupDocs[] {
  made ??= documentationOf(api)
  return made
}

/** One group. */
export function groupNamed(name: DocumentedGroup): GroupDocs {
  const found = groups().find(({ address }) => address === `/documentation/${name}`)
  if (found === undefined) throw new Error(`The documentation has no group ${name}`)
  return found
}

/** One page of prose. */
export function guideAt(address: string): GuideDocs {
  const found = guides.find((guide) => guide.address === address)
  if (found === undefined) throw new Error(`The documentation has no guide at ${address}`)
  return guideDocs(found)
}

/** Every page of prose. */
export function guidesOfDocs(): readonly GuideDocs[] {
  return guides.map(guideDocs)
}

/** Everything the sidebar shows. */
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
      })),
    })),
  }
}

/** An endpoint by its name in the contract. Throws an Error for a name that it does not have. */
export function endpointNamed(name: string): EndpointDocs {
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
