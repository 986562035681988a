/**
 * Builds the web app into a folder named by the hash of its sources: Vite's bundle, the HTML of every page, all files
 * compressed. The server does it at start when the folder is missing, `npm run web:build` beforehand.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { builtDir, builtVersionsDir } from '#server/http/pages/built-folder'
import { forceToDisk } from '#server/platform/folders'
import { bundle, bundleRenderer } from './bundle.ts'
import { writePages } from './write-pages.tsx'

const keptVersions = 3

const abandonedAfterMs = 3_600_000

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

/** Levels 10 and 11 save seven percent and take ten times as long: worth it for scripts and styles, not for pages. */
const brotliQuality = 9
const brotliQualityWaitedFor = 11
const waitedFor: readonly string[] = ['.js', '.css']

// A test that starts this has another mode.
process.env.NODE_ENV = 'production'
const started = performance.now()
const dir = builtDir()
if (existsSync(dir)) {
  process.stdout.write('The web app is built already.\n')
} else {
  const making = join(builtVersionsDir, `making-${process.pid}-${basename(dir)}`)
  await mkdir(making, { recursive: true })
  try {
    await writePages(making, await bundle(making))
    await compressAll(making)
    await bundleRenderer(making)
    await forceAllToDisk(making)
    await rename(making, dir).catch((error) => {
      // Another process may have built the same meanwhile.
      if (!existsSync(dir)) throw error
    })
    await forceToDisk(builtVersionsDir)
  } finally {
    await rm(making, { recursive: true, force: true })
  }
  await removeOld()
  process.stdout.write(`The web app is built (${((performance.now() - started) / 1000).toFixed(1)} s).\n`)
}

/** The folder's name vouches for its contents, also after a power loss. */
async function forceAllToDisk(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await forceToDisk(join(entry.parentPath, entry.name))
  }
  await forceToDisk(folder)
}

async function removeOld(): Promise<void> {
  const folders = await Promise.all(
    (await readdir(builtVersionsDir)).map(async (name) => {
      const path = join(builtVersionsDir, name)
      const madeAt = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => Date.now(),
      )
      return { path, madeAt, isUnfinished: name.startsWith('making-') }
    }),
  )
  const finished = folders.filter(({ isUnfinished }) => !isUnfinished).sort((a, b) => b.madeAt - a.madeAt)
  const abandoned = folders.filter((folder) => folder.isUnfinished && Date.now() - folder.madeAt > abandonedAfterMs)
  for (const { path } of [...finished.slice(keptVersions + 1), ...abandoned]) {
    await rm(path, { recursive: true, force: true })
  }
}

async function compressAll(dir: string): Promise<void> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file)
      await writeFile(`${file}.gz`, await toGzip(bytes, { level: 9 }))
      const quality = waitedFor.includes(extname(file)) ? brotliQualityWaitedFor : brotliQuality
      await writeFile(`${file}.br`, await toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }))
    }),
  )
}
