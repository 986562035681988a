import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, expect, it } from 'vitest'
import { type CheckedStore, checkFiles } from '../../../test/support/platform/files-checks.ts'
import type { S3Choice } from '../s3-client.ts'
import { FilesAwayError } from './away.ts'
import { openFiles } from './files.ts'
import { openS3Files } from './s3.ts'

const folder = mkdtempSync(join(tmpdir(), 'praxidex-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

checkFiles('disk:', async () => {
  const dir = join(folder, 'disk')
  const files = openFiles({ kind: 'disk', dir })
  const [there, away] = [join(dir, 'images'), join(dir, 'away')]
  return {
    files,
    contents: async () => filesBelow(dir).map((path) => readFileSync(path)),
    fail(isFailing) {
      // There is a file where the folder should be: root is refused as well.
      if (isFailing) {
        renameSync(there, away)
        writeFileSync(there, '')
        return
      }
      rmSync(there)
      renameSync(away, there)
    },
    close: () => files.close(),
  }
})

checkFiles('s3:', openBucket)

it('lets no other account read what is on disk', async () => {
  const dir = join(folder, 'private')
  const files = openFiles({ kind: 'disk', dir })
  await files.put('images/a', Buffer.from('bytes'))
  expect(filesBelow(dir).map((path) => statSync(path).mode & 0o777)).toEqual([0o600])
  expect(statSync(join(dir, 'images')).mode & 0o777).toBe(0o700)
})

it('holds on disk one of two that are put at the same time, never a mixture', async () => {
  const files = openFiles({ kind: 'disk', dir: join(folder, 'both') })
  const both = [Buffer.alloc(500_000, 1), Buffer.alloc(400_000, 2)]
  await Promise.all(both.map((bytes) => files.put('images/a', bytes)))
  const kept = await files.get('images/a')
  expect(both.some((bytes) => kept?.equals(bytes))).toBe(true)
})

it('removes from disk what a process that was killed had begun to write, and nothing of others', async () => {
  const dir = join(folder, 'begun')
  const files = openFiles({ kind: 'disk', dir })
  await files.put('images/ab', Buffer.from('bytes'))
  const begun = (key: string) => join(dir, `images/${key}.0197f0c4-8d2e-4c31-9a55-3f0e6c1b2a10.new`)
  for (const key of ['a', 'ab']) writeFileSync(begun(key), 'byt')
  await files.remove('images/a')
  expect(filesBelow(dir).sort()).toEqual([join(dir, 'images/ab'), begun('ab')])
  await files.remove('images/none')
  await files.remove('elsewhere/none')
})

it('does not wait without end for a store that begins an answer and falls silent', async () => {
  const store = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': 100 })
    response.write('the beginning')
  })
  await once(store.listen(0, '127.0.0.1'), 'listening')
  const { port } = store.address() as AddressInfo
  const answerTimeoutMs = 300
  const files = openS3Files(bucketAt(port), answerTimeoutMs)
  await expect(files.get('images/a')).rejects.toThrow(FilesAwayError)
  files.close()
  store.closeAllConnections()
  store.close()
})

it('says which folder it cannot use', () => {
  const path = join(folder, 'file')
  writeFileSync(path, '')
  expect(() => openFiles({ kind: 'disk', dir: path })).toThrow(`The folder of files ${path} cannot be used`)
})

const bucket = 'credentials'

function bucketAt(port: number): S3Choice {
  return {
    kind: 's3',
    bucket,
    prefix: 'praxidex/',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  }
}

async function openBucket(): Promise<CheckedStore> {
  const directory = join(folder, 's3')
  const serve = async (port: number) => {
    const server = new S3rver({
      port,
      address: '127.0.0.1',
      silent: true,
      directory,
      configureBuckets: [{ name: bucket, configs: [] }],
    })
    return { server, port: (await server.run()).port }
  }
  let { server, port } = await serve(0)
  const files = openFiles(bucketAt(port))
  return {
    files,
    contents: async () =>
      filesBelow(directory)
        .filter((path) => path.endsWith('_object'))
        .map((path) => readFileSync(path)),
    async fail(isFailing) {
      if (isFailing) await server.close()
      else server = (await serve(port)).server
    },
    async close() {
      files.close()
      await server.close()
    },
  }
}

function filesBelow(dir: string): string[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}
