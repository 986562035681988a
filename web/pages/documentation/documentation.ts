/** What the pages of the documentation are made of: plain data, which web/build/documentation makes from the contract. */
import type { Group } from '#contract/endpoint'
import type { SampleCall } from './samples/sample-request.ts'

/** A member of a request or an answer. */
export interface Field {
  name: string
  /** In words, as `array of strings`. */
  type: string
  isRequired: boolean
  description: string
  /** What it can be, where that is a list of words. */
  values: readonly string[]
  /** Its limits and its default, in a few words each. */
  rules: readonly string[]
  isBeta?: true
  /** Sent as base64 of a file. */
  isFile?: true
  /** The members of the object that it is, or of the objects that it lists. */
  fields: readonly Field[]
}

/** Where a member of the request goes. */
export type Part = 'params' | 'query' | 'body' | 'headers'

export interface EndpointDocs {
  group: Group
  /** The address of its page. */
  address: string
  method: 'GET' | 'POST' | 'PUT'
  /** The path of the call, with parameters as `{npi}`. */
  path: string
  summary: string
  description: string
  isBeta: boolean
  isForAdmins: boolean
  request: Readonly<Record<Part, readonly Field[]>>
  /** What the example sends, as text. */
  example: Readonly<Record<Exclude<Part, 'headers'>, readonly (readonly [name: string, value: string])[]>>
  status: number
  /** The example of the answer, as JSON. */
  answerExample: string
  answer: readonly Field[]
  answerHeaders: readonly { name: string; description: string }[]
  errors: readonly ErrorDocs[]
}

export interface ErrorDocs {
  status: number
  code: string
  /** As it is written on some occasion. */
  sentence: string
}

interface ModelDocs {
  name: string
  description: string
  fields: readonly Field[]
}

export interface GroupDocs {
  kind: 'group'
  address: string
  title: string
  overview: readonly string[]
  endpoints: readonly EndpointDocs[]
  models: readonly ModelDocs[]
}

/** A page in prose. */
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
  /** A call of the API, shown in the reader's language. */
  | { kind: 'call'; label: string; call: SampleCall }

/** Everything that one part of the documentation needs: a group with its endpoints, or a guide. */
export type Content = GroupDocs | GuideDocs

/** What the sidebar shows. */
export interface Outline {
  guides: readonly { address: string; title: string }[]
  groups: readonly OutlineGroup[]
}

export interface OutlineGroup {
  address: string
  title: string
  endpoints: readonly Pick<EndpointDocs, 'address' | 'method' | 'summary' | 'isBeta'>[]
}
