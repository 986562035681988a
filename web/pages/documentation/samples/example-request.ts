import type { EndpointDocs } from '../documentation.ts'
import type { SampleCall } from './sample-request.ts'

/** The file that samples send. */
export const sampleFile = 'license.jpg'

/** The call of the contract's example. */
export function exampleRequest({ method, path, example, request }: EndpointDocs): SampleCall {
  return {
    method,
    path: filled(path, Object.fromEntries(example.params)),
    query: example.query,
    headers: [],
    body: example.body.map(([name, value]) => {
      const isFile = request.body.some((field) => field.name === name && field.isFile === true)
      return { name, value: isFile ? sampleFile : value, isFile }
    }),
    apiKey: undefined,
  }
}

/** A path with its parameters filled in; one without a value keeps its name. */
export function filled(path: string, values: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]?.trim() ?? ''
    return value === '' ? whole : encodeURIComponent(value)
  })
}
