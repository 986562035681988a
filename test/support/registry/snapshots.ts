/** Snapshots for tests, in a folder of their own. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Manifest } from '#registry/format'
import { writeSnapshot } from '../../../registry/build/index/write-snapshot.ts'
import { batchesOf } from './batches.ts'
import type { Built } from './built.ts'

export interface TestSnapshot {
  dir: string
  manifest: Manifest
  remove(): Promise<void>
}

const labels = new Map([['207RC0000X', 'Cardiology']])

/** `dir` is an existing, empty folder; without it, one is made. `remove` deletes it. */
export async function snapshotOf(built: readonly Built[], dir?: string): Promise<TestSnapshot> {
  const folder = dir ?? (await mkdtemp(join(tmpdir(), 'praxidex-snapshot-')))
  const manifest = await writeSnapshot({
    dir: folder,
    batches: batchesOf(built, labels),
    labels,
    sources: () => [
      {
        name: 'npidata_pfile_20050523-20261108.csv',
        kind: 'main',
        date: '2026-11-08',
        bytes: 1000,
        rows: built.length,
        taken: built.length,
        superseded: 0,
        orphan: 0,
        refused: 0,
      },
    ],
    refused: () => ({ rows: 1, byReason: { 'NPI: wrong check digit': 1 }, files: [] }),
    sourceDate: '2026-11-08',
  })
  return { dir: folder, manifest, remove: () => rm(folder, { recursive: true, force: true }) }
}
