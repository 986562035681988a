import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { testFolder } from '../../test/support/registry/test-files.ts'
import {
  askedFor,
  type Handler,
  insteadOf,
  modifiedOf,
  patience,
  putFile,
  recorder,
  type Site,
  startSite,
} from '../../test/support/registry/test-site.ts'
import { freeBytesKept } from '../build/limits.ts'
import { freeBytesOf } from '../build/workspace.ts'
import { cmsFileOf } from './choice.ts'
import { type DownloadOptions, download, fileBytesMax } from './download.ts'

const name = 'NPPES_Data_Dissemination_November_2026_V2.zip'
const content = randomBytes(300_000)
const half = 150_000
const modified = modifiedOf(1)
const stated = { 'last-modified': modified }

function downloadFrom(site: Site, options: Partial<DownloadOptions> & { folder: string }): Promise<string> {
  const file = cmsFileOf(name)
  if (file === undefined) throw new Error(`${name} is no name of CMS's`)
  const url = new URL(`/nppes/${name}`, site.origin)
  return download({ file, url }, { patience, progress: recorder(), freeBytes: freeBytesOf, ...options })
}

/** A comparison byte by byte takes the test runner a second. */
function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function sentenceOf(downloading: Promise<string>): Promise<string> {
  return downloading.then(
    (path) => `downloaded to ${path}`,
    (error) => `${error.name}: ${error.message}`,
  )
}

/** States the whole length, sends the first half, and breaks off once that has been written down. */
function cutAtHalf(progress: ReturnType<typeof recorder>, headers: Record<string, string> = stated): Handler {
  return async (_, response) => {
    const arrived = progress.arrived(half)
    response.writeHead(200, { ...headers, 'content-length': content.length })
    response.write(content.subarray(0, half))
    await arrived
    response.destroy()
  }
}

/** A folder in which a download broke off at half of the content. */
async function brokenOff(site: Site, headers?: Record<string, string>): Promise<string> {
  const folder = testFolder()
  const progress = recorder()
  insteadOf(site, name, cutAtHalf(progress, headers))
  const once = { ...patience, pausesMs: [] }
  expect(await sentenceOf(downloadFrom(site, { folder, progress, patience: once }))).toContain('the connection broke')
  expect(hashOf(readFileSync(join(folder, `${name}.part`)))).toBe(hashOf(content.subarray(0, half)))
  expect(existsSync(join(folder, name))).toBe(false)
  site.asked.length = 0
  return folder
}

describe('a download', () => {
  test('of a changed file for which there is no room leaves the one that is here', async () => {
    const site = await startSite({ [name]: content })
    const folder = testFolder()
    await downloadFrom(site, { folder })
    const larger = Buffer.concat([content, content])
    putFile(site, name, larger, 2)
    const tooLittle = async () => freeBytesKept + content.length - 1
    expect(await sentenceOf(downloadFrom(site, { folder, freeBytes: tooLittle }))).toContain('in reserve; got')
    expect(hashOf(readFileSync(join(folder, name)))).toBe(hashOf(content))
    const enough = async () => freeBytesKept + content.length
    expect(hashOf(readFileSync(await downloadFrom(site, { folder, freeBytes: enough })))).toBe(hashOf(larger))
  })

  test('that is cut goes on where it stopped, in the same run', async () => {
    const site = await startSite({ [name]: content })
    const progress = recorder()
    const folder = testFolder()
    insteadOf(site, name, cutAtHalf(progress))
    expect(hashOf(readFileSync(await downloadFrom(site, { folder, progress })))).toBe(hashOf(content))
    expect(site.asked).toEqual([
      { path: `/nppes/${name}` },
      { path: `/nppes/${name}`, range: `bytes=${half}-`, ifRange: modified },
    ])
    expect(progress.said).toEqual([
      `downloading ${name}, 0.3 MB`,
      expect.stringMatching(/: the connection broke: .+; trying again in 1 s$/),
      `downloading ${name}, 0.3 MB, from 0.1 MB on`,
    ])
    expect(readdirSync(folder).sort()).toEqual([name, `${name}.json`])
  })

  test('that is cut goes on where it stopped, in a later run', async () => {
    const site = await startSite({ [name]: content })
    const folder = await brokenOff(site)
    expect(hashOf(readFileSync(await downloadFrom(site, { folder })))).toBe(hashOf(content))
    expect(site.asked).toEqual([{ path: `/nppes/${name}`, range: `bytes=${half}-`, ifRange: modified }])
  })

  test('begins again when the file changed in between', async () => {
    const site = await startSite({ [name]: content })
    const folder = await brokenOff(site)
    const changed = randomBytes(200_000)
    putFile(site, name, changed, 2)
    expect(hashOf(readFileSync(await downloadFrom(site, { folder })))).toBe(hashOf(changed))
    expect(site.asked).toEqual([{ path: `/nppes/${name}`, range: `bytes=${half}-`, ifRange: modified }])
  })

  test('begins again when the server sends the rest of another version all the same', async () => {
    const changed = randomBytes(content.length)
    const restOf = (edition: number, range: string): Handler => {
      return (_, response) => {
        response
          .writeHead(206, { 'last-modified': modifiedOf(edition), 'content-range': range })
          .end(changed.subarray(half))
      }
    }
    const right = `bytes ${half}-${content.length - 1}/${content.length}`
    for (const [edition, range] of [
      [2, right],
      [1, `bytes ${half}-${content.length}/${content.length + 1}`],
      [1, `bytes 0-${content.length - 1}/${content.length}`],
    ] as const) {
      const site = await startSite({ [name]: content })
      const folder = await brokenOff(site)
      putFile(site, name, changed, 2)
      insteadOf(site, name, restOf(edition, range))
      expect(hashOf(readFileSync(await downloadFrom(site, { folder })))).toBe(hashOf(changed))
      expect(site.asked.map((asked) => asked.range)).toEqual([`bytes=${half}-`, undefined])
    }
  })

  test('begins again at a server that has no such part any more, or sends no parts', async () => {
    const shrunk = await startSite({ [name]: content })
    const folder = await brokenOff(shrunk)
    insteadOf(shrunk, name, (_, response) => response.writeHead(416).end())
    expect(hashOf(readFileSync(await downloadFrom(shrunk, { folder })))).toBe(hashOf(content))

    const whole = await startSite({ [name]: content })
    const other = await brokenOff(whole)
    insteadOf(whole, name, (_, response) => response.writeHead(200, { 'content-length': content.length }).end(content))
    expect(hashOf(readFileSync(await downloadFrom(whole, { folder: other })))).toBe(hashOf(content))
    expect(whole.asked).toHaveLength(1)
  })

  test('begins again at a server that states no time of change', async () => {
    const site = await startSite({ [name]: content })
    const folder = await brokenOff(site, {})
    expect(hashOf(readFileSync(await downloadFrom(site, { folder })))).toBe(hashOf(content))
    expect(site.asked).toEqual([{ path: `/nppes/${name}` }])
  })

  test('of a file that is here whole takes it as the same from a server that heeds no conditions', async () => {
    const site = await startSite({ [name]: content })
    const folder = testFolder()
    await downloadFrom(site, { folder })
    insteadOf(site, name, (_, response) =>
      response.writeHead(200, { ...stated, 'content-length': content.length }).end(content),
    )
    const progress = recorder()
    await downloadFrom(site, { folder, progress })
    expect(progress.said).toEqual([`${name} is here already`])
  })

  test('of a file that is here whole asks only whether it changed', async () => {
    const site = await startSite({ [name]: content })
    const folder = testFolder()
    await downloadFrom(site, { folder })
    const progress = recorder()
    await downloadFrom(site, { folder, progress })
    expect(progress.said).toEqual([`${name} is here already`])
    putFile(site, name, content.subarray(0, 10), 2)
    expect(hashOf(readFileSync(await downloadFrom(site, { folder })))).toBe(hashOf(content.subarray(0, 10)))
  })

  test('is not taken in by what a crash may have left', async () => {
    const site = await startSite({ [name]: content })
    const description = JSON.stringify({ bytes: content.length, lastModified: modified })
    const remains: [left: Record<string, string | Buffer>, range: string | undefined][] = [
      [{ [`${name}.part`]: content.subarray(0, half) }, undefined],
      [{ [`${name}.part`]: content.subarray(0, half), [`${name}.json`]: description.slice(0, 20) }, undefined],
      [{ [`${name}.part`]: Buffer.concat([content, content]), [`${name}.json`]: description }, undefined],
      [{ [name]: content.subarray(0, half), [`${name}.json`]: description }, undefined],
      [{ [name]: content }, undefined],
      [{ [`${name}.json`]: description }, undefined],
      [{ [`${name}.part`]: content.subarray(0, half), [`${name}.json`]: description }, `bytes=${half}-`],
      [{ [`${name}.part`]: content, [`${name}.json`]: description }, undefined],
    ]
    for (const [left, range] of remains) {
      const folder = testFolder()
      for (const [file, bytes] of Object.entries(left)) writeFileSync(join(folder, file), bytes)
      site.asked.length = 0
      expect(hashOf(readFileSync(await downloadFrom(site, { folder })))).toBe(hashOf(content))
      expect(site.asked.map((asked) => asked.range)).toEqual([range])
      expect(readdirSync(folder).sort()).toEqual([name, `${name}.json`])
    }
  })

  test('gives up after a few tries at a server that states more bytes than it sends, and keeps what came', async () => {
    const site = await startSite()
    const folder = testFolder()
    const progress = recorder()
    insteadOf(site, name, ...Array.from({ length: 9 }, () => cutAtHalf(progress, {})))
    const said = await sentenceOf(downloadFrom(site, { folder, progress }))
    expect(said).toMatch(/^BuildError: NPPES_.+: the connection broke: .+; gave up after 4 tries$/)
    expect(askedFor(site, name)).toHaveLength(4)
    expect(readdirSync(folder).sort()).toEqual([`${name}.json`, `${name}.part`])
  })

  test('from a server that falls silent is broken off and gone on with', async () => {
    const site = await startSite({ [name]: content })
    const folder = testFolder()
    const progress = recorder()
    insteadOf(site, name, (_, response) => {
      response.writeHead(200, { ...stated, 'content-length': content.length }).write(content.subarray(0, half))
    })
    const path = await downloadFrom(site, { folder, progress, patience: { ...patience, stallMsMax: 200 } })
    expect(hashOf(readFileSync(path))).toBe(hashOf(content))
    expect(progress.said[1]).toBe(`${name}: nothing more arrived for 0.2 s; trying again in 1 s`)
    expect(site.asked[1]).toMatchObject({ range: expect.stringMatching(/^bytes=\d+-$/) })
  })

  test('from a server that never answers ends', async () => {
    const site = await startSite()
    const silent: Handler = () => {}
    insteadOf(site, name, silent, silent, silent, silent)
    const said = await sentenceOf(
      downloadFrom(site, { folder: testFolder(), patience: { ...patience, answerMsMax: 50 } }),
    )
    expect(said).toMatch(/expected to answer within 0.05 s; got nothing; gave up after 4 tries$/)
    expect(site.asked).toHaveLength(4)
  })

  test('is tried again at a busy server, but not where the file is missing', async () => {
    const site = await startSite({ [name]: content })
    const status = (code: number): Handler => {
      return (_, response) => response.writeHead(code).end()
    }
    insteadOf(site, name, status(503), status(429), status(500))
    expect(hashOf(readFileSync(await downloadFrom(site, { folder: testFolder() })))).toBe(hashOf(content))
    site.asked.length = 0
    for (const code of [404, 403, 204, 304, 206]) {
      insteadOf(site, name, status(code))
      expect(await sentenceOf(downloadFrom(site, { folder: testFolder() }))).toBe(
        `BuildError: ${site.origin}/nppes/${name}: expected status 200; got status ${code}`,
      )
    }
    expect(site.asked).toHaveLength(5)
  })

  test('is refused without a length, packed on the way, and beyond the largest size', async () => {
    const site = await startSite()
    const refusals: [Record<string, string | number>, string][] = [
      [{ 'transfer-encoding': 'chunked' }, 'expected a Content-Length; got none'],
      [{ 'content-encoding': 'gzip', 'content-length': 10 }, 'expected an answer without Content-Encoding; got "gzip"'],
      [{ 'content-length': fileBytesMax + 1 }, `expected at most ${fileBytesMax} bytes; got ${fileBytesMax + 1}`],
    ]
    for (const [headers, sentence] of refusals) {
      const folder = testFolder()
      insteadOf(site, name, (_, response) => response.writeHead(200, headers).end('0123456789'))
      expect(await sentenceOf(downloadFrom(site, { folder }))).toContain(sentence)
      expect(readdirSync(folder)).toEqual([])
    }
  })

  test('that the disk has no room for writes nothing', async () => {
    const site = await startSite({ [name]: content })
    const folder = testFolder()
    const freeBytes = async () => 256 * 1024 * 1024 + content.length - 1
    expect(await sentenceOf(downloadFrom(site, { folder, freeBytes }))).toBe(
      `BuildError: ${name}: expected 0.3 MB free in ${folder} beside 268.4 MB in reserve; got 0.3 MB`,
    )
    expect(existsSync(join(folder, `${name}.part`))).toBe(false)
    const enough = async () => (await freeBytes()) + 1
    expect(hashOf(readFileSync(await downloadFrom(site, { folder, freeBytes: enough })))).toBe(hashOf(content))
  })

  test('follows redirects on its origin, a few of them, and none to another', async () => {
    const site = await startSite({ [name]: content })
    const elsewhere = await startSite({ [name]: content })
    const to = (location: string): Handler => {
      return (_, response) => response.writeHead(302, { location }).end()
    }
    const own = `/nppes/${name}`
    insteadOf(site, name, to(own), to(site.origin + own), to(`./${name}`))
    expect(hashOf(readFileSync(await downloadFrom(site, { folder: testFolder() })))).toBe(hashOf(content))

    insteadOf(site, name, to(own), to(own), to(own), to(own))
    expect(await sentenceOf(downloadFrom(site, { folder: testFolder() }))).toContain('at most 3 redirects; got more')

    for (const location of [elsewhere.origin + own, 'file:///etc/passwd', 'http://', '']) {
      insteadOf(site, name, to(location))
      const said = await sentenceOf(downloadFrom(site, { folder: testFolder() }))
      expect(said).toContain(`expected redirects within ${site.origin}; got one to "${location.slice(0, 20)}`)
    }
    expect(elsewhere.asked).toEqual([])
  })
})
