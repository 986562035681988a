import { keyVariable, quoted, type SampleRequest } from './sample-request.ts'

/** The call for Node: a module without any package. */
export function javascriptOf({ method, url, query, headers, body, apiKey }: SampleRequest): string {
  const file = body.find(({ isFile }) => isFile)
  const isSending = method !== 'GET'
  return [
    ...(file !== undefined ? ["import { readFile } from 'node:fs/promises'", ''] : []),
    ...(query.length > 0
      ? [
          'const query = new URLSearchParams([',
          ...query.map(([name, value]) => `  [${quoted(name)}, ${quoted(value)}],`),
          '])',
        ]
      : []),
    `const answer = await fetch(${query.length > 0 ? `\`${url}?\${query}\`` : quoted(url)}, {`,
    ...(isSending ? [`  method: ${quoted(method)},`] : []),
    '  headers: {',
    `    "api-key": ${apiKey === undefined ? `process.env.${keyVariable}` : quoted(apiKey)},`,
    ...headers.map(([name, value]) => `    ${quoted(name)}: ${quoted(value)},`),
    ...(isSending ? ['    "content-type": "application/json",'] : []),
    '  },',
    ...(isSending
      ? [
          '  body: JSON.stringify({',
          ...body.map(({ name, value, isFile }) =>
            isFile ? `    ${name}: await readFile(${quoted(value)}, "base64"),` : `    ${name}: ${quoted(value)},`,
          ),
          '  }),',
        ]
      : []),
    '})',
    'console.log(answer.status, await answer.json())',
  ].join('\n')
}
