import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SampleRequest, samplesOf } from './samples.ts'

const run = promisify(execFile)

/** How the languages that this machine may have run a sample. */
const programs: Record<string, { file: string; command: string; args: string[] }> = {
  cURL: { file: 'sample.sh', command: 'bash', args: ['sample.sh'] },
  JavaScript: { file: 'sample.mjs', command: 'node', args: ['sample.mjs'] },
  Python: { file: 'sample.py', command: 'python3', args: ['sample.py'] },
  Go: { file: 'sample.go', command: 'go', args: ['run', 'sample.go'] },
  PHP: { file: 'sample.php', command: 'php', args: ['sample.php'] },
}

interface Received {
  method: string | undefined
  path: string
  query: [string, string][]
  key: string | string[] | undefined
  body: unknown
}

let server: Server
let origin: string
let dir: string
let received: Received[] = []

beforeAll(async () => {
  server = createServer(async (request, reply) => {
    const text = await textOf(request)
    const url = new URL(request.url ?? '/', origin)
    received.push({
      method: request.method,
      path: url.pathname,
      query: [...url.searchParams],
      key: request.headers['api-key'],
      body: text === '' ? undefined : JSON.parse(text),
    })
    reply.setHeader('content-type', 'application/json').end('{"ok":true}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  dir = mkdtempSync(join(tmpdir(), 'praxidex-samples-'))
  writeFileSync(join(dir, 'license.jpg'), image)
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  rmSync(dir, { recursive: true })
})

/** Longer than a shell lets an argument be. */
const image = Buffer.alloc(300_000, 'a picture of a license')

/** Everything that a language may take for something else. */
const nasty = `O'Brien "Ann" \\n $HOME \`id\` %s é 100% & a=b`

const calls: [string, Omit<SampleRequest, 'url' | 'apiKey'> & { path: string }, unknown][] = [
  [
    'a search',
    {
      method: 'GET',
      path: '/api/doctors',
      query: [
        ['name', nasty],
        ['npi', '1'],
        ['npi', '2'],
      ],
      headers: [],
      body: [],
    },
    undefined,
  ],
  [
    'a call without parameters',
    { method: 'GET', path: '/api/doctors/2000000002', query: [], headers: [], body: [] },
    undefined,
  ],
  [
    'a submission with an image',
    {
      method: 'POST',
      path: '/api/verifications',
      query: [],
      headers: [['Idempotency-Key', 'once']],
      body: [
        { name: 'npi', value: '1679576722', isFile: false },
        { name: 'image', value: 'license.jpg', isFile: true },
        { name: 'note', value: nasty, isFile: false },
      ],
    },
    { npi: '1679576722', image: image.toString('base64'), note: nasty },
  ],
  [
    'a change',
    {
      method: 'PUT',
      path: '/api/verifications/x',
      query: [],
      headers: [],
      body: [{ name: 'status', value: nasty, isFile: false }],
    },
    { status: nasty },
  ],
  [
    'a list and an object',
    {
      method: 'POST',
      path: '/api/exports',
      query: [],
      headers: [],
      body: [
        { name: 'npis', value: '[1,"2"]', isFile: false, isJson: true },
        { name: 'query', value: JSON.stringify({ name: nasty, isAll: true }), isFile: false, isJson: true },
        { name: 'note', value: '[1]', isFile: false },
      ],
    },
    { npis: [1, '2'], query: { name: nasty, isAll: true }, note: '[1]' },
  ],
  ['a deletion', { method: 'DELETE', path: '/api/exports/x', query: [], headers: [], body: [] }, {}],
]

describe.each(Object.entries(programs))('the sample in %s, run unchanged,', (name, { file, command, args }) => {
  test.each(calls)(
    'sends %s as the form has it, with the key of the environment',
    async (_, { path, ...call }, body) => {
      if (!(await isInstalled(command))) return
      const sample = samplesOf({ ...call, url: origin + path, apiKey: undefined }).find((one) => one.name === name)
      writeFileSync(join(dir, file), sample?.code ?? '')
      received = []
      const { stdout } = await run(command, args, {
        cwd: dir,
        env: { ...process.env, API_KEY: 'pdx_of_the_environment' },
      })
      expect(stdout).toContain('ok')
      expect(received).toEqual([{ method: call.method, path, query: call.query, key: 'pdx_of_the_environment', body }])
    },
  )
})

test('the key is in every sample on request, and the environment variable in none', () => {
  const request = { method: 'GET', url: `${origin}/api/doctors`, query: [], headers: [], body: [] } as const
  for (const { code } of samplesOf({ ...request, apiKey: 'pdx_mine' })) {
    expect(code).toContain('pdx_mine')
    expect(code).not.toContain('API_KEY')
  }
})

async function isInstalled(command: string): Promise<boolean> {
  return run(command, [command === 'go' ? 'version' : '--version']).then(
    () => true,
    () => false,
  )
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}
