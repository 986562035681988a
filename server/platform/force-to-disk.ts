/** Files and names that survive a power cut. */
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'

/** Writes a new file for its owner alone and syncs it. */
export async function writeToDisk(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A name is on disk only when its folder is synced. */
export async function forceToDisk(folder: string): Promise<void> {
  const file = await open(folder, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

export function forceToDiskSync(folder: string): void {
  const file = openSync(folder, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
