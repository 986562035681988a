/**
 * Records what changed in a new version, before it is announced: compares it with the version that made the last
 * changes, which is the one that serves unless that was rolled back to. Both are read from front to back; records whose
 * bytes agree are passed over. Killed at any moment it leaves at most a file that does not count, which the next build
 * replaces.
 */
import { createHash } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { crc32, deflateRawSync } from 'node:zlib'
import { type Manifest, readCurrent } from '#registry/format'
import {
  type BlockPlace,
  type Change,
  type ChangesHeader,
  changesFileName,
  changesFiles,
  countingFiles,
  type Footer,
  footerTailBytes,
  historyFolder,
  openOrGap,
  versionOfFile,
} from '#registry/search/changes'
import { messageOf } from '#registry/search/errors'
import { differenceOf, filingDate } from '#registry/search/filed-values'
import { versionDir } from './announce.ts'
import { SnapshotSide } from './snapshot-side.ts'
import { syncFolder } from './workspace.ts'

interface NewVersion {
  registryDir: string
  /** The folder of the version, wherever it is. */
  dir: string
  manifest: Manifest
  /** Of this program; null for a version that another machine built. */
  rules: string | null
  /** Gets a sentence when the last file of changes is damaged. */
  onDamage: (sentence: string) => void
}

/** Answers how many providers changed; undefined where there was nothing to compare. */
export async function recordChanges(given: NewVersion): Promise<number | undefined> {
  const { registryDir, dir, manifest, rules, onDamage } = given
  const { version, sourceDate } = manifest
  const current = await readCurrent(registryDir)
  if (current?.version === version) return undefined
  const counting = await countingFiles(registryDir)
  const newest = counting.at(-1)
  const last = newest === undefined ? undefined : await lastHeader(registryDir, newest, onDamage)
  const fromVersion = last?.version ?? current?.version
  // It serves again after a rollback, here or on the machine that builds.
  if (last?.from?.version === version || counting.some((name) => versionOfFile(name) === version)) return undefined
  for (const name of await changesFiles(registryDir)) {
    if (!counting.includes(name)) rmSync(join(registryDir, historyFolder, name))
  }
  const sequence = (last?.sequence ?? 0) + 1
  const header = { sequence, version, sourceDate, from: null, gap: null, rules }
  if (fromVersion === undefined) {
    writeChanges(registryDir, header).finish()
    return undefined
  }
  const isSameRules = rules !== null && last?.rules === rules
  let from: SnapshotSide
  try {
    from = await SnapshotSide.open(versionDir(registryDir, fromVersion))
  } catch (error) {
    const before = { version: fromVersion, sourceDate: last?.sourceDate ?? fromVersion.slice(0, 10) }
    writeChanges(registryDir, { ...header, from: before, gap: messageOf(error) }).finish()
    return undefined
  }
  const { sourceDate: fromDate } = from.manifest
  const writer = writeChanges(registryDir, { ...header, from: { version: fromVersion, sourceDate: fromDate } })
  try {
    const to = await SnapshotSide.open(dir)
    try {
      return await compare(from, to, isSameRules, (change) => writer.add(change))
    } finally {
      to.close()
    }
  } catch (error) {
    writer.abandon()
    throw error
  } finally {
    from.close()
    writer.finish()
  }
}

/** A damaged file is set aside, in place of an earlier one, and one with a gap takes its place. */
async function lastHeader(registryDir: string, name: string, onDamage: (sentence: string) => void) {
  let isDamaged = false
  const { header } = await openOrGap(registryDir, name, (sentence) => {
    isDamaged = true
    onDamage(`${sentence}. The file is set aside as ${name}.damaged`)
  })
  if (isDamaged) {
    const folder = join(registryDir, historyFolder)
    const kept = `${name}.damaged`
    copyFileSync(join(folder, name), join(folder, kept))
    for (const other of readdirSync(folder)) {
      if (other.endsWith('.damaged') && other !== kept) rmSync(join(folder, other))
    }
    writeChanges(registryDir, header).finish()
  }
  return header
}

/** Yields to signals and timers after this many providers. */
const restEvery = 20_000

async function compare(
  from: SnapshotSide,
  to: SnapshotSide,
  isSameRules: boolean,
  add: (change: Change) => void,
): Promise<number> {
  let [seen, changes] = [0, 0]
  for (let npi = Math.min(from.npi, to.npi); npi !== Number.POSITIVE_INFINITY; npi = Math.min(from.npi, to.npi)) {
    if (++seen % restEvery === 0) await setImmediate()
    const change = changeAt(npi, from, to, isSameRules)
    if (change !== undefined) {
      add(change)
      changes++
    }
    if (from.npi === npi) from.next()
    if (to.npi === npi) to.next()
  }
  return changes
}

function changeAt(npi: number, from: SnapshotSide, to: SnapshotSide, isSameRules: boolean): Change | undefined {
  const [isBefore, isAfter] = [from.npi === npi && from.isActive, to.npi === npi && to.isActive]
  if (isBefore && isAfter) {
    if (from.hasSameBytes(to)) return undefined
    const [before, after] = [from.record(), to.record()]
    // Where our rules may differ too, only a filing of its own counts.
    if (!isSameRules && before[filingDate] === after[filingDate]) return undefined
    const difference = differenceOf(before, after)
    return difference && { npi, kind: 'updated', ...difference }
  }
  const [before, after] = [from.standing(npi), to.standing(npi)]
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined
  if (!isAfter) return { npi, kind: 'status', before, after }
  const { reactivatedOn } = to.record()
  return {
    npi,
    kind: 'status',
    before,
    after: { status: 'active' },
    reactivatedOn: typeof reactivatedOn === 'string' ? reactivatedOn : null,
  }
}

/** Of JSON, before it is deflated. */
const blockBytes = 256 * 1024

function writeChanges(registryDir: string, header: Omit<ChangesHeader, 'changes'>) {
  const folder = join(registryDir, historyFolder)
  mkdirSync(folder, { recursive: true })
  const path = join(folder, changesFileName(header))
  const unfinished = `${path}.unfinished`
  for (const name of readdirSync(folder)) if (name.endsWith('.unfinished')) rmSync(join(folder, name))
  const fd = openSync(unfinished, 'w', 0o644)
  const blocks: BlockPlace[] = []
  let [lines, npi, at, changes] = ['', 0, 0, 0]
  let isAbandoned = false
  const write = (bytes: Buffer) => {
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done)
  }
  const endBlock = () => {
    if (lines === '') return
    const deflated = deflateRawSync(lines)
    write(deflated)
    blocks.push({ npi, at, bytes: deflated.length, crc: crc32(deflated) })
    at += deflated.length
    lines = ''
  }
  return {
    add(change: Change) {
      if (lines === '') npi = change.npi
      lines += `${JSON.stringify(change)}\n`
      changes++
      if (lines.length >= blockBytes) endBlock()
    },
    abandon() {
      isAbandoned = true
    },
    finish() {
      try {
        if (isAbandoned) return rmSync(unfinished)
        endBlock()
        const footer = Buffer.from(JSON.stringify({ ...header, changes, blocks } satisfies Footer))
        const tail = Buffer.alloc(footerTailBytes)
        tail.writeUInt32LE(footer.length, 0)
        tail.writeUInt32LE(crc32(footer), 4)
        write(Buffer.concat([footer, tail]))
        fsyncSync(fd)
      } finally {
        closeSync(fd)
      }
      renameSync(unfinished, path)
      syncFolder(folder)
    },
  }
}

const rulesFolders = ['build/rows', 'build/stage', 'build/join', 'places', 'vocabulary'].map((name) => `../${name}/`)

/** A hash of the sources that decide how a version is rendered: where it is another, values may differ by our rules. */
export function rulesOfProgram(): string {
  const hash = createHash('sha256')
  for (const folder of rulesFolders.map((name) => fileURLToPath(new URL(name, import.meta.url)))) {
    const names = readdirSync(folder).filter((name) => /(?<!\.test)\.(ts|json)$/.test(name))
    for (const name of names.sort()) hash.update(`${name}\0`).update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}
