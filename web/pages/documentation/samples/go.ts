import { keyVariable, quoted, type SampleRequest } from './sample-request.ts'

/** The call for Go: a whole program of the standard library. */
export function goOf({ method, url, query, headers, body, apiKey }: SampleRequest): string {
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
    ...(query.length > 0
      ? ['  query := url.Values{}', ...query.map(([name, value]) => `  query.Add(${quoted(name)}, ${quoted(value)})`)]
      : []),
    ...(file !== undefined ? [`  file, err := os.ReadFile(${quoted(file.value)})`, ...failing] : []),
    ...(isSending
      ? [
          '  body, _ := json.Marshal(map[string]string{',
          ...body.map(
            ({ name, value, isFile }) =>
              `    ${quoted(name)}: ${isFile ? 'base64.StdEncoding.EncodeToString(file)' : quoted(value)},`,
          ),
          '  })',
        ]
      : []),
    `  call, _ := http.NewRequest("${method}", ${query.length > 0 ? `${quoted(`${url}?`)}+query.Encode()` : quoted(url)}, ${isSending ? 'bytes.NewReader(body)' : 'nil'})`,
    `  call.Header.Set("api-key", ${apiKey === undefined ? `os.Getenv("${keyVariable}")` : quoted(apiKey)})`,
    ...headers.map(([name, value]) => `  call.Header.Set(${quoted(name)}, ${quoted(value)})`),
    ...(isSending ? ['  call.Header.Set("content-type", "application/json")'] : []),
    '  answer, err := http.DefaultClient.Do(call)',
    ...failing,
    '  defer answer.Body.Close()',
    '  text, _ := io.ReadAll(answer.Body)',
    '  fmt.Println(answer.StatusCode, string(text))',
    '}',
  ].join('\n')
}

const failing = ['  if err != nil {', '    panic(err)', '  }']
