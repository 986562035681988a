import { keyVariable, type SampleRequest } from './sample-request.ts'

/** The call for a shell. The image goes in by a pipe, since no argument may be as long as one. */
export function curlOf({ method, url, query, headers, body, apiKey }: SampleRequest): string {
  const call = [
    `curl ${method === 'PUT' ? '-X PUT ' : ''}${query.length > 0 ? '-G ' : ''}${shell(url)}`,
    `-H "api-key: ${apiKey ?? `$${keyVariable}`}"`,
    ...headers.map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
    ...query.map(([name, value]) => `--data-urlencode ${shell(`${name}=${value}`)}`),
    ...(method === 'GET' ? [] : ["-H 'content-type: application/json'"]),
  ]
  const file = body.find(({ isFile }) => isFile)
  if (method === 'GET') return lines(call)
  const texts = Object.fromEntries(body.filter(({ isFile }) => !isFile).map(({ name, value }) => [name, value]))
  if (file === undefined) return lines([...call, `-d ${shell(JSON.stringify(texts))}`])
  const rest = Object.keys(texts).length > 0 ? `,${JSON.stringify(texts).slice(1)}` : '}'
  return [
    `{ printf %s ${shell(`{${JSON.stringify(file.name)}:"`)}; base64 < ${shell(file.value)} | tr -d '\\n'; printf %s ${shell(`"${rest}`)}; } |`,
    lines([...call, '--data-binary @-']),
  ].join('\n')
}

function lines(parts: readonly string[]): string {
  return parts.join(' \\\n  ')
}

/** Between single quotes a shell reads everything as it stands. */
function shell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
