/**
 * Builds the web app into a folder that bears the hash of its sources: bundles it with Vite, writes the HTML of every page, and
 * compresses every file. The server runs this when it starts from sources that were not built yet; `npm run web:build` does it
 * beforehand. What is built already is left as it is.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { builtDir, builtVersionsDir } from '#server/http/pages/built-folder'
import { forceToDisk } from '#server/platform/force-to-disk'
import { bundle } from './bundle.ts'
import { compressAll } from './compress.ts'
import { writePages } from './write-pages.tsx'

/** Older versions that are kept, for servers still running and for going back. */
const keptVersions = 3

/** A folder of this age that still has an unfinished build's name was left behind. */
const abandonedAfterMs = 3_600_000

// Whoever starts this, a test for instance, may have another mode; what is built is for use.
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
    await forceAllToDisk(making)
    await rename(making, dir).catch((error) => {
      // Another process may have built the same in the meantime.
      if (!existsSync(dir)) throw error
    })
    await forceToDisk(builtVersionsDir)
  } finally {
    await rm(making, { recursive: true, force: true })
  }
  await removeOld()
  process.stdout.write(`The web app is built (${((performance.now() - started) / 1000).toFixed(1)} s).\n`)
}

/** A folder of the right name is taken for whole, also after a loss of power. */
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
