/** The data of the documentation's pages, which web/build/documentation makes from the contract. */
import type { Group } from '#contract/endpoint'
import type { SampleCall } from './samples.ts'

export interface Field {
  name: string
  type: string
  isRequired: boolean
  description: string
  values: readonly string[]
  rules: readonly string[]
  isBeta?: true
  isFile?: true
  fields: readonly Field[]
}

export type Part = 'params' | 'query' | 'body' | 'headers'

export interface EndpointDocs {
  group: Group
  address: string
  method: 'GET' | 'POST' | 'PUT'
  path: string
  summary: string
  description: string
  isBeta: boolean
  isForAdmins: boolean
  needsKey: boolean
  request: Readonly<Record<Part, readonly Field[]>>
  example: Readonly<Record<Exclude<Part, 'headers'>, readonly (readonly [name: string, value: string])[]>>
  status: number
  answerExample: string
  answer: readonly Field[]
  answerHeaders: readonly { name: string; description: string }[]
  errors: readonly ErrorDocs[]
}

export interface ErrorDocs {
  status: number
  code: string
  sentence: string
}

export interface GroupDocs {
  kind: 'group'
  address: string
  title: string
  overview: readonly string[]
  endpoints: readonly EndpointDocs[]
  models: readonly { name: string; description: string; fields: readonly Field[] }[]
}

export interface GuideDocs {
  kind: 'guide'
  address: string
  title: string
  blocks: readonly Block[]
}

export type Inline =
  | { kind: 'text' | 'code' | 'strong'; text: string }
  | { kind: 'link'; text: string; address: string }

export type Block =
  | { kind: 'heading'; level: 2 | 3; id: string; text: string }
  | { kind: 'paragraph'; inlines: readonly Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: readonly (readonly Inline[])[] }
  | { kind: 'table'; head: readonly (readonly Inline[])[]; rows: readonly (readonly (readonly Inline[])[])[] }
  | { kind: 'code'; code: string }
  | { kind: 'call'; label: string; call: SampleCall }

export type Content = GroupDocs | GuideDocs

export interface Outline {
  guides: readonly { address: string; title: string }[]
  groups: readonly OutlineGroup[]
}

export interface OutlineGroup {
  address: string
  title: string
  endpoints: readonly Pick<EndpointDocs, 'address' | 'method' | 'summary' | 'isBeta'>[]
}
