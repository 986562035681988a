/**
 * Where versions of the registry are published, as the setting REGISTRY_FROM names it: `s3:`, a bucket of any store that speaks S3's
 * protocol, or `file:`, a folder that several machines reach. registry/store says what is in it and what is believed of it.
 */
import type { RegistryStore } from '#registry/store/store'
import type { S3Choice } from '../s3-client.ts'
import { openFolderStore } from './folder.ts'
import { openS3Store } from './s3.ts'

export type RegistryStoreChoice = { kind: 'folder'; dir: string } | S3Choice

/** Opens it; nothing is asked of it yet. */
export function openRegistryStore(choice: RegistryStoreChoice): RegistryStore {
  return choice.kind === 'folder' ? openFolderStore(choice.dir) : openS3Store(choice)
}
