import {
  checksumFile,
  checksumText,
  formatVersion,
  type Manifest,
  manifestFile,
  manifestText,
  versionOf,
} from '#registry/format'
import type { SnapshotFolder } from './snapshot-folder.ts'

/** Writes the manifest, with its name and the files of the folder. It and its checksum come last: without them nothing can be opened. */
export async function writeManifest(
  folder: SnapshotFolder,
  content: Omit<Manifest, 'formatVersion' | 'version' | 'files'>,
): Promise<Manifest> {
  const unnamed = { formatVersion, ...content, files: { ...folder.summaries } }
  const manifest = { ...unnamed, version: versionOf(unnamed) }
  const text = manifestText(manifest)
  await folder.settle()
  folder.bytes(manifestFile, Buffer.from(text))
  folder.bytes(checksumFile, Buffer.from(checksumText(text)))
  await folder.settle()
  return manifest
}
