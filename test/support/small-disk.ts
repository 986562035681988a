/** A disk with little room, in memory, which only the superuser of Linux can make. */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasErrorCode } from '#server/platform/error-code'

/** Makes one of this many bytes in a folder of its own; undefined where that cannot be done. */
export function mountDisk(bytes: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'praxidex-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=755`, 'tmpfs', folder])
  if (status === 0) return folder
  rmSync(folder, { recursive: true })
  return undefined
}

/** Removes it; throws as long as anybody uses it. */
export function unmountDisk(folder: string): void {
  const { status, stderr } = spawnSync('umount', [folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${folder} could not be unmounted: ${stderr.trim()}`)
  rmSync(folder, { recursive: true })
}

/** How many bytes there is room for. */
function roomOn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Writes a file until there is room for this many bytes and no more: for not a single one unless told otherwise. */
export function fill(path: string, leftBytes = 0): void {
  const file = openSync(path, 'w')
  try {
    for (let bytes = 1_000_000; bytes >= 1; bytes = Math.floor(bytes / 10)) {
      const chunk = Buffer.alloc(bytes)
      while ((leftBytes === 0 || roomOn(join(path, '..')) - bytes >= leftBytes) && hasRoomFor(file, chunk));
    }
  } finally {
    closeSync(file)
  }
}

function hasRoomFor(file: number, chunk: Buffer): boolean {
  try {
    return writeSync(file, chunk) === chunk.length
  } catch (error) {
    if (hasErrorCode(error, 'ENOSPC')) return false
    throw error
  }
}
