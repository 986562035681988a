import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { plainData } from './plain-data.ts'

test('in development the data is worked out again when something that it is made of changes', async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'praxidex-plain-data-')))
  onTestFinished(() => rm(root, { recursive: true }))
  const contents = join(root, 'web/pages/some/contents')
  await mkdir(contents, { recursive: true })
  await writeFile(
    join(contents, 'words.ts'),
    `import { word } from '../../../../word.ts'\nexport const content = [word]`,
  )
  await writeFile(join(root, 'word.ts'), `export { word } from './source.ts'`)
  await writeFile(join(root, 'source.ts'), `export const word: string = 'before'`)
  const server = await createServer({
    configFile: false,
    root,
    plugins: [plainData()],
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
    logLevel: 'silent',
  })
  onTestFinished(() => server.close())
  const served = async () => (await server.transformRequest('/web/pages/some/contents/words.ts'))?.code

  expect(await served()).toContain('["before"]')
  const source = join(root, 'source.ts')
  await writeFile(source, `export const word: string = 'after'`)
  // As the watcher tells of it, which may not have begun to watch so soon.
  server.watcher.emit('change', source)
  await expect.poll(served, { timeout: 10_000 }).toContain('["after"]')
})
