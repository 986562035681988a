/** Bytes and names that are still there when the machine loses its power. */
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'

/** Writes a file that is not there yet, for its owner alone; it is on disk then, not only in the system's memory. */
export async function writeToDisk(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The name in a folder is on disk only when the folder is. */
export async function forceToDisk(folder: string): Promise<void> {
  const file = await open(folder, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The same, for where nothing can wait. */
export function forceToDiskSync(folder: string): void {
  const file = openSync(folder, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
