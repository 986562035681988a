import { keyVariable, quoted, type SampleRequest } from './sample-request.ts'

/** The call for Python, with what comes with Python. */
export function pythonOf({ method, url, query, headers, body, apiKey }: SampleRequest): string {
  const isSending = method !== 'GET'
  const file = body.find(({ isFile }) => isFile)
  const address = query.length > 0 ? `${quoted(`${url}?`)} + query` : quoted(url)
  return [
    `import ${[file !== undefined && 'base64', 'json', apiKey === undefined && 'os'].filter(Boolean).join(', ')}`,
    'from urllib.error import HTTPError',
    ...(query.length > 0 ? ['from urllib.parse import urlencode'] : []),
    'from urllib.request import Request, urlopen',
    '',
    ...(query.length > 0
      ? ['query = urlencode([', ...query.map(([name, value]) => `    (${quoted(name)}, ${quoted(value)}),`), '])']
      : []),
    ...(file !== undefined
      ? [`with open(${quoted(file.value)}, "rb") as file:`, `    ${file.name} = base64.b64encode(file.read()).decode()`]
      : []),
    ...(isSending
      ? [
          'body = json.dumps({',
          ...body.map(({ name, value, isFile }) => `    ${quoted(name)}: ${isFile ? name : quoted(value)},`),
          '}).encode()',
        ]
      : []),
    `request = Request(${address}, ${isSending ? `body, method=${quoted(method)}, ` : ''}headers={`,
    `    "api-key": ${apiKey === undefined ? `os.environ["${keyVariable}"]` : quoted(apiKey)},`,
    ...headers.map(([name, value]) => `    ${quoted(name)}: ${quoted(value)},`),
    ...(isSending ? ['    "content-type": "application/json",'] : []),
    '})',
    'try:',
    '    answer = urlopen(request)',
    'except HTTPError as refusal:',
    '    answer = refusal  # Its body says why.',
    'print(answer.status, json.load(answer))',
  ].join('\n')
}
