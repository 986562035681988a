/** Where versions of the registry are published (REGISTRY_FROM): a bucket or a folder that several machines reach. */
import type { RegistryStore } from '#registry/store/store'
import type { S3Choice } from '../s3-client.ts'
import { openFolderStore } from './folder.ts'
import { openS3Store } from './s3.ts'

export type RegistryStoreChoice = { kind: 'folder'; dir: string } | S3Choice

export function openRegistryStore(choice: RegistryStoreChoice): RegistryStore {
  return choice.kind === 'folder' ? openFolderStore(choice.dir) : openS3Store(choice)
}
