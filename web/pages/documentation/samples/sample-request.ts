/** One call as its samples write it. */
export interface SampleRequest {
  method: 'GET' | 'POST' | 'PUT'
  /** Scheme, host and path. */
  url: string
  query: readonly (readonly [name: string, value: string])[]
  headers: readonly (readonly [name: string, value: string])[]
  body: readonly SampleMember[]
  /** The key itself where it is to stand in the sample; otherwise samples take it from the environment. */
  apiKey: string | undefined
}

/** A call without its host, which samples put before the path. */
export type SampleCall = Omit<SampleRequest, 'url'> & { path: string }

/** A member of the body: a text, or a file that goes along as base64. */
interface SampleMember {
  name: string
  value: string
  isFile: boolean
}

/** The name by which samples of every language know the key in the environment. */
export const keyVariable = 'API_KEY'

/** A text between double quotes, for the languages that read it as JavaScript does. */
export function quoted(text: string): string {
  return JSON.stringify(text)
}
