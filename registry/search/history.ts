/** What an installation knows of earlier versions of the registry, from the files of changes beside them. */
import { readCurrent } from '#registry/format'
import { giveBack } from './answer-bytes.ts'
import {
  type Change,
  type ChangesFile,
  type ChangesHeader,
  countingFiles,
  gapFor,
  openOrGap,
  type Standing,
} from './changes.ts'
import { RegistryError } from './errors.ts'
import { undone } from './filed-values.ts'
import type { Registry } from './query.ts'

export interface RegistryHistory {
  /** The files that count, the oldest first. */
  files(): Promise<readonly ChangesFile[]>
  /** The version that is to serve; undefined where none is known. */
  version(): Promise<string | undefined>
  /** From then on the damaged file of an error is a gap; false where the error is of another file. */
  setAside(damage: RegistryError): boolean
}

/** Files stay as they are once they count, so each is opened once. `onDamage` gets a sentence for a damaged one. */
export function openHistory(registryDir: string, onDamage: (sentence: string) => void = () => {}): RegistryHistory {
  const opened = new Map<string, Promise<ChangesFile>>()
  const open = (name: string) => {
    const file = opened.get(name) ?? openOrGap(registryDir, name, onDamage)
    opened.set(name, file)
    file.catch(() => opened.delete(name))
    return file
  }
  return {
    files: async () => Promise.all((await countingFiles(registryDir)).map(open)),
    version: async () => (await readCurrent(registryDir))?.version,
    setAside({ file, message }) {
      if (!opened.has(file)) return false
      opened.set(file, Promise.resolve(gapFor(registryDir, file, message, onDamage)))
      return true
    },
  }
}

/** Reads files, and again without one that turns out to be damaged. */
export async function readWhole<T>(
  history: RegistryHistory,
  read: (files: readonly ChangesFile[]) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await read(await history.files())
    } catch (error) {
      if (!(error instanceof RegistryError && history.setAside(error))) throw error
    }
  }
}

/** Without a registry folder, such as that of a sample in test mode. */
export const noHistory: RegistryHistory = {
  files: async () => [],
  version: async () => undefined,
  setAside: () => false,
}

type Known = Pick<Registry, 'sourceDate' | 'get'>

/** yyyy-mm-dd of the first version from which all changes are known. */
export function knownSince(files: readonly ChangesFile[], registry: Pick<Registry, 'sourceDate'>): string {
  const [first] = files
  if (first === undefined) return registry.sourceDate
  const lastGap = files.findLast(({ header }) => header.gap !== null)
  return lastGap?.header.sourceDate ?? first.header.from?.sourceDate ?? first.header.sourceDate
}

export interface DatedChange {
  header: ChangesHeader
  change: Change
}

/** The changes of a provider, the newest first. */
export async function changesOf(files: readonly ChangesFile[], npi: number): Promise<DatedChange[]> {
  const found = await Promise.all(
    files.map(async (file) => ({ header: file.header, change: await file.changeOf(npi) })),
  )
  return found.flatMap(({ header, change }) => (change === undefined ? [] : [{ header, change }])).reverse()
}

/** What was filed on a day that is known, and the version that had it. */
export async function standingOn(
  files: readonly ChangesFile[],
  { npi, day, registry }: { npi: number; day: string; registry: Known & Pick<Registry, 'version'> },
): Promise<{ standing: Standing; version: string; sourceDate: string }> {
  const later = files.filter(({ header }) => header.sourceDate > day)
  let standing = presentStanding(registry, npi)
  for (const { change } of await changesOf(later, npi)) {
    if (change.kind === 'status') standing = change.before
    else if (standing.status === 'active' && standing.record !== undefined) {
      standing = { ...standing, record: undone(standing.record, change) }
    }
  }
  const { version, sourceDate } = later[0]?.header.from ?? registry
  return { standing, version, sourceDate }
}

export function presentStanding(registry: Known, npi: number): Standing {
  const found = registry.get(npi)
  switch (found.kind) {
    case 'found': {
      const { resource, isDoctor } = found
      const json = found.json('individuals')
      const record = JSON.parse(json.toString('utf8'))
      giveBack(json)
      return { status: 'active', resource, isDoctor, record }
    }
    case 'deactivated': {
      const { deactivatedOn, replacementNpi = null } = found
      return { status: 'deactivated', deactivatedOn, replacementNpi }
    }
    case 'unknown':
      return { status: 'unknown' }
  }
}
