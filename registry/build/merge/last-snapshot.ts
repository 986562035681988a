/**
 * The last version as a merge takes it: the columns and lists of whoever is not changed. Every file is compared with its checksum before
 * anything is taken from it, but for records and details, which are while they are copied (compared-chunks.ts). Opening fails with
 * CannotMergeError.
 */
import { join } from 'node:path'
import type { FileSummary, Manifest } from '#registry/format'
import { stateNumber } from '#registry/read/area'
import { openSnapshotFiles, type SnapshotFiles } from '#registry/read/snapshot-files'
import { messageOf } from '#registry/read/thrown'
import type { BatchCounts } from '../render/batch.ts'
import { damagedLast } from './cannot-merge.ts'
import { type State, stateFolder } from './state.ts'

/** The files that are taken, without the endings; the others are made anew of these. */
const filesTaken = new Set([
  ...['npis', 'flags', 'deactivated-npis', 'deactivated-on', 'record-starts', 'detail-starts'],
  ...['name-words', 'name-word-starts', 'name-bearer-starts', 'name-bearers'],
  ...['taxonomy-sets', 'taxonomy-set-starts', 'taxonomy-set-members', 'taxonomy-codes'],
  ...['credential-sets', 'credential-set-starts', 'credential-set-members', 'credentials'],
  ...['cell-numbers', 'cell-states', 'cell-runs', 'run-sites', 'run-starts', 'point-holders'],
  ...['spot-positions', 'spot-states', 'provider-spots'],
  ...['spread-providers', 'spread-starts', 'spread-spots', 'spread-locations'],
  ...['taxonomy', 'credential'].flatMap((name) =>
    ['group-starts', 'group-cells', 'group-runs', 'run-sites', 'run-starts', 'point-holders'].map(
      (file) => `${name}-${file}`,
    ),
  ),
  ...['organization-sets', 'organization-set-starts', 'organization-set-members'],
  ...['neighboured-organizations', 'neighbour-starts', 'neighbours'],
])

export interface LastSnapshot {
  dir: string
  manifest: Manifest
  files: SnapshotFiles
  /** Of the build state. */
  beside: SnapshotFiles
  close(): void
}

/** Opens the snapshot in a folder with the state beside it. */
export async function openLastSnapshot(dir: string, manifest: Manifest, state: State): Promise<LastSnapshot> {
  const taken = Object.entries(manifest.files).filter(([name]) => filesTaken.has(name.replace(/\.[^.]*$/, '')))
  const opened: SnapshotFiles[] = []
  const close = () => {
    for (const files of opened) files.close()
  }
  try {
    const files = await openSnapshotFiles(dir, Object.fromEntries<FileSummary>(taken))
    opened.push(files)
    const beside = await openSnapshotFiles(join(dir, stateFolder), state.files)
    opened.push(beside)
    return { dir, manifest, files, beside, close }
  } catch (error) {
    close()
    throw damagedLast(messageOf(error))
  }
}

/** What the version has counted, as batches do. */
export function countsOf({ counts, countsByState }: Manifest): BatchCounts {
  const { individuals, organizations, doctors, locations, unplaced } = counts
  const states = Object.entries(countsByState).map(([state, count]) => [stateNumber(state), { ...count }] as const)
  return { individuals, organizations, doctors, locations, unplaced, byState: new Map(states) }
}
