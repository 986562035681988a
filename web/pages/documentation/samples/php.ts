import { keyVariable, type SampleRequest } from './sample-request.ts'

/** The call for PHP, with what comes with PHP. */
export function phpOf({ method, url, query, headers, body, apiKey }: SampleRequest): string {
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
    apiKey === undefined ? `    'api-key: ' . getenv('${keyVariable}'),` : `    ${text(`api-key: ${apiKey}`)},`,
    ...headers.map(([name, value]) => `    ${text(`${name}: ${value}`)},`),
    ...(isSending ? ["    'content-type: application/json',"] : []),
    '  ],',
    ...(isSending
      ? [
          "  'content' => json_encode([",
          ...body.map(({ name, value, isFile }) =>
            isFile
              ? `    ${text(name)} => base64_encode(file_get_contents(${text(value)})),`
              : `    ${text(name)} => ${text(value)},`,
          ),
          '  ]),',
        ]
      : []),
    ']]);',
    `echo file_get_contents(${query.length > 0 ? `${text(`${url}?`)} . $query` : text(url)}, false, $context);`,
  ].join('\n')
}

/** Between single quotes PHP reads everything but backslashes and single quotes as it stands. */
function text(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
