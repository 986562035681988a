/** The same call in five languages, each complete: copied, it runs with the key in the environment. */
import type { Method } from '#contract/endpoint'
import type { EndpointDocs, Field } from './documentation.ts'

export interface SampleRequest {
  method: Method
  url: string
  query: readonly (readonly [name: string, value: string])[]
  headers: readonly (readonly [name: string, value: string])[]
  /** `isJson`: the value is JSON of a list or an object, not a text. */
  body: readonly { name: string; value: string; isFile: boolean; isJson?: boolean }[]
  /** The key to write in the sample; undefined reads it from the environment, null sends none. */
  apiKey: string | undefined | null
}

export type SampleCall = Omit<SampleRequest, 'url'> & { path: string }

export function samplesOf(request: SampleRequest): { name: string; code: string }[] {
  return [
    { name: 'cURL', code: curlOf(request) },
    { name: 'JavaScript', code: javascriptOf(request) },
    { name: 'Python', code: pythonOf(request) },
    { name: 'Go', code: goOf(request) },
    { name: 'PHP', code: phpOf(request) },
  ]
}

export const sampleFile = 'license.jpg'

export function exampleRequest({ method, path, example, request, needsKey }: EndpointDocs): SampleCall {
  return {
    method,
    path: filled(path, Object.fromEntries(example.params)),
    query: example.query,
    headers: [],
    body: example.body.map(([name, value]) => {
      const field = request.body.find((one) => one.name === name)
      const isFile = field?.isFile === true
      return { name, value: isFile ? sampleFile : value, isFile, isJson: isJsonOf(field, value) }
    }),
    apiKey: needsKey ? undefined : null,
  }
}

/** Whether the value of a field is sent as the JSON that it is. */
export function isJsonOf(field: Field | undefined, value: string): boolean {
  if (!/^(array|object)/.test(field?.type ?? '')) return false
  try {
    return typeof JSON.parse(value) === 'object'
  } catch {
    return false
  }
}

/** A path with its parameters filled in; one without a value keeps its name. */
export function filled(path: string, values: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]?.trim() ?? ''
    return value === '' ? whole : encodeURIComponent(value)
  })
}

const keyVariable = 'API_KEY'

/** A text between double quotes, for the languages that read it as JavaScript does. */
function quoted(text: string): string {
  return JSON.stringify(text)
}

/** In a program: the key itself, or what reads it from the environment. */
function keyIn(apiKey: string | undefined | null, fromEnvironment: string, quote: (text: string) => string): string {
  return typeof apiKey === 'string' ? quote(apiKey) : fromEnvironment
}

function when(condition: boolean, lines: readonly string[]): readonly string[] {
  return condition ? lines : []
}

/** For a shell. A pipe sends the image, which is too long for an argument. */
function curlOf({ method, url, query, headers, body, apiKey }: SampleRequest): string {
  const call = [
    `curl ${method === 'PUT' || method === 'DELETE' ? `-X ${method} ` : ''}${query.length > 0 ? '-G ' : ''}${shell(url)}`,
    ...when(apiKey !== null, [`-H "api-key: ${apiKey ?? `$${keyVariable}`}"`]),
    ...headers.map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
    ...query.map(([name, value]) => `--data-urlencode ${shell(`${name}=${value}`)}`),
    ...(method === 'GET' ? [] : ["-H 'content-type: application/json'"]),
  ]
  const file = body.find(({ isFile }) => isFile)
  if (method === 'GET') return lines(call)
  const texts = Object.fromEntries(
    body.filter(({ isFile }) => !isFile).map(({ name, value, isJson }) => [name, isJson ? JSON.parse(value) : value]),
  )
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

/** A shell takes everything between single quotes literally. */
function shell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function javascriptOf({ method, url, query, headers, body, apiKey }: SampleRequest): string {
  const file = body.find(({ isFile }) => isFile)
  const isSending = method !== 'GET'
  return [
    ...(file !== undefined ? ["import { readFile } from 'node:fs/promises'", ''] : []),
    ...when(query.length > 0, [
      'const query = new URLSearchParams([',
      ...query.map(([name, value]) => `  [${quoted(name)}, ${quoted(value)}],`),
      '])',
    ]),
    `const response = await fetch(${query.length > 0 ? `\`${url}?\${query}\`` : quoted(url)}, {`,
    ...when(isSending, [`  method: ${quoted(method)},`]),
    '  headers: {',
    ...when(apiKey !== null, [`    "api-key": ${keyIn(apiKey, `process.env.${keyVariable}`, quoted)},`]),
    ...headers.map(([name, value]) => `    ${quoted(name)}: ${quoted(value)},`),
    ...when(isSending, ['    "content-type": "application/json",']),
    '  },',
    ...when(isSending, [
      '  body: JSON.stringify({',
      ...body.map(({ name, value, isFile, isJson }) =>
        isFile
          ? `    ${name}: await readFile(${quoted(value)}, "base64"),`
          : `    ${name}: ${isJson ? value : quoted(value)},`,
      ),
      '  }),',
    ]),
    '})',
    'console.log(response.status, await response.json())',
  ].join('\n')
}

function pythonOf({ method, url, query, headers, body, apiKey }: SampleRequest): string {
  const isSending = method !== 'GET'
  const file = body.find(({ isFile }) => isFile)
  const address = query.length > 0 ? `${quoted(`${url}?`)} + query` : quoted(url)
  return [
    `import ${[file !== undefined && 'base64', 'json', apiKey === undefined && 'os'].filter(Boolean).join(', ')}`,
    'from urllib.error import HTTPError',
    ...when(query.length > 0, ['from urllib.parse import urlencode']),
    'from urllib.request import Request, urlopen',
    '',
    ...when(query.length > 0, [
      'query = urlencode([',
      ...query.map(([name, value]) => `    (${quoted(name)}, ${quoted(value)}),`),
      '])',
    ]),
    ...(file !== undefined
      ? [`with open(${quoted(file.value)}, "rb") as file:`, `    ${file.name} = base64.b64encode(file.read()).decode()`]
      : []),
    ...when(isSending, [
      'body = json.dumps({',
      ...body.map(({ name, value, isFile, isJson }) => {
        const written = isJson ? `json.loads(${quoted(value)})` : quoted(value)
        return `    ${quoted(name)}: ${isFile ? name : written},`
      }),
      '}).encode()',
    ]),
    `request = Request(${address}, ${isSending ? `body, method=${quoted(method)}, ` : ''}headers={`,
    ...when(apiKey !== null, [`    "api-key": ${keyIn(apiKey, `os.environ["${keyVariable}"]`, quoted)},`]),
    ...headers.map(([name, value]) => `    ${quoted(name)}: ${quoted(value)},`),
    ...when(isSending, ['    "content-type": "application/json",']),
    '})',
    'try:',
    '    response = urlopen(request)',
    'except HTTPError as error:',
    '    response = error  # Its body says why.',
    'print(response.status, json.load(response))',
  ].join('\n')
}

function goOf({ method, url, query, headers, body, apiKey }: SampleRequest): string {
  const isSending = method !== 'GET'
  const file = body.find(({ isFile }) => isFile)
  const packages = [
    isSending && 'bytes',
    file !== undefined && 'encoding/base64',
    isSending && 'encoding/json',
    'fmt',
    'io',
    'net/http',
    query.length > 0 && 'net/url',
    (apiKey === undefined || file !== undefined) && 'os',
  ].filter((name) => name !== false)
  return [
    'package main',
    '',
    'import (',
    ...packages.map((name) => `  "${name}"`),
    ')',
    '',
    'func main() {',
    ...when(query.length > 0, [
      '  query := url.Values{}',
      ...query.map(([name, value]) => `  query.Add(${quoted(name)}, ${quoted(value)})`),
    ]),
    ...(file !== undefined ? [`  file, err := os.ReadFile(${quoted(file.value)})`, ...failing] : []),
    ...when(isSending, [
      `  body, _ := json.Marshal(map[string]${body.some(({ isJson }) => isJson) ? 'any' : 'string'}{`,
      ...body.map(({ name, value, isFile, isJson }) => {
        const written = isJson ? `json.RawMessage(${quoted(value)})` : quoted(value)
        return `    ${quoted(name)}: ${isFile ? 'base64.StdEncoding.EncodeToString(file)' : written},`
      }),
      '  })',
    ]),
    `  call, _ := http.NewRequest("${method}", ${query.length > 0 ? `${quoted(`${url}?`)}+query.Encode()` : quoted(url)}, ${isSending ? 'bytes.NewReader(body)' : 'nil'})`,
    ...when(apiKey !== null, [`  call.Header.Set("api-key", ${keyIn(apiKey, `os.Getenv("${keyVariable}")`, quoted)})`]),
    ...headers.map(([name, value]) => `  call.Header.Set(${quoted(name)}, ${quoted(value)})`),
    ...when(isSending, ['  call.Header.Set("content-type", "application/json")']),
    '  response, err := http.DefaultClient.Do(call)',
    ...failing,
    '  defer response.Body.Close()',
    '  text, _ := io.ReadAll(response.Body)',
    '  fmt.Println(response.StatusCode, string(text))',
    '}',
  ].join('\n')
}

const failing = ['  if err != nil {', '    panic(err)', '  }']

function phpOf({ method, url, query, headers, body, apiKey }: SampleRequest): string {
  const isSending = method !== 'GET'
  const names = query.map(([name]) => name)
  const isRepeated = new Set(names).size < names.length
  return [
    '<?php',
    ...(query.length > 0
      ? isRepeated
        ? [`$query = ${text(query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&'))};`]
        : ['$query = http_build_query([', ...query.map(([name, value]) => `  ${text(name)} => ${text(value)},`), ']);']
      : []),
    "$context = stream_context_create(['http' => [",
    `  'method' => ${text(method)},`,
    "  'ignore_errors' => true,",
    "  'header' => [",
    ...when(apiKey !== null, [`    'api-key: ' . ${keyIn(apiKey, `getenv('${keyVariable}')`, text)},`]),
    ...headers.map(([name, value]) => `    ${text(`${name}: ${value}`)},`),
    ...when(isSending, ["    'content-type: application/json',"]),
    '  ],',
    ...when(isSending, [
      "  'content' => json_encode([",
      ...body.map(({ name, value, isFile, isJson }) => {
        const written = isJson ? `json_decode(${text(value)}, true)` : text(value)
        return `    ${text(name)} => ${isFile ? `base64_encode(file_get_contents(${text(value)}))` : written},`
      }),
      '  ]),',
    ]),
    ']]);',
    `echo file_get_contents(${query.length > 0 ? `${text(`${url}?`)} . $query` : text(url)}, false, $context);`,
  ].join('\n')
}

/** Between single quotes PHP takes everything but backslashes and single quotes literally. */
function text(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
