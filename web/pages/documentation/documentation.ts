/** The data of the documentation's pages, which web/build/documentation makes from the contract. */
import type { Group, Method } from '#contract/endpoint'
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
  method: Method
  path: string
  summary: string
  description: string
  isBeta: boolean
  isForAdmins: boolean
  needsKey: boolean
  request: Readonly<Record<Part, readonly Field[]>>
  example: Readonly<Record<Exclude<Part, 'headers'>, readonly (readonly [name: string, value: string])[]>>
  status: number
}

/** The part of an endpoint that its page can be used without: it loads later. */
export interface ResponseDocs {
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
  endpoints: readonly EndpointLine[]
  models: readonly { name: string; description: string; fields: readonly Field[] }[]
}

/** An endpoint as lists name it. */
type EndpointLine = Pick<EndpointDocs, 'address' | 'method' | 'path' | 'summary' | 'isBeta' | 'isForAdmins'>

/** The endpoints of a group, apart from it: pages of endpoints need no models. */
export interface EndpointsDocs {
  kind: 'endpoints'
  endpoints: readonly EndpointDocs[]
}

export interface ResponsesDocs {
  kind: 'responses'
  /** By the address of the endpoint. */
  responses: Readonly<Record<string, ResponseDocs>>
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

export type TextBlock = Extract<Block, { kind: 'heading' | 'paragraph' | 'list' | 'table' }>

export type Content = GroupDocs | EndpointsDocs | ResponsesDocs | GuideDocs

/** Before the name of the product in the title of the window. */
export function titleInDocs(title: string): string {
  return `${title} · Documentation`
}

export interface Outline {
  guides: readonly { address: string; title: string }[]
  groups: readonly OutlineGroup[]
}

export interface OutlineGroup {
  address: string
  title: string
  endpoints: readonly Omit<EndpointLine, 'path'>[]
}
