/** The settings of where the registry is kept, and where it comes from. */
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { s3Choice } from './platform/files/choice.ts'
import { isLoopback } from './platform/loopback.ts'
import type { RegistryStoreChoice } from './platform/registry-store/registry-store.ts'

export interface RegistrySettings {
  registryDir: string
  /** Whether the operator named that folder, which then has to be there. */
  isRegistryDirNamed: boolean
  /** Where versions are published; undefined where they are built here. */
  registryFrom: RegistryStoreChoice | undefined
  /** The page that links to CMS's files. */
  registryUpdateUrl: string
}

/** The rows of the settings' table. */
export const registrySettingsTable = [
  {
    name: 'REGISTRY_DIR',
    default: 'DATA_DIR/registry',
    description:
      'The folder that holds the versions of the provider registry. The first start builds the sample in it if it holds none; a folder named here has to exist.',
  },
  {
    name: 'REGISTRY_FROM',
    default: 'none',
    description:
      'Where versions of the registry are published, for servers to fetch them into REGISTRY_DIR and for registry:publish: s3://BUCKET/PREFIX?region=REGION as in FILES_URL, with the same FILES_S3_KEY, or file:///FOLDER. What is announced there serves; nothing is built here then.',
  },
  {
    name: 'REGISTRY_UPDATE_URL',
    default: 'https://download.cms.gov/nppes/NPI_Files.html',
    description:
      "The page that registry:update looks for the newest files on: CMS's, or one on a server of yours that holds the same files.",
  },
] as const

/** What the values of the rows have to be. */
export const registrySchema = {
  REGISTRY_DIR: z.string().optional(),
  REGISTRY_FROM: z
    .string()
    .refine((url) => storeChoice(url, undefined) !== undefined, {
      error: 's3://BUCKET/PREFIX?region=REGION&endpoint=https://HOST, or file:///FOLDER',
    })
    .optional(),
  REGISTRY_UPDATE_URL: z
    .string()
    .refine(isPageUrl, { error: 'an https address without a user name; http only on this machine' })
    .default('https://download.cms.gov/nppes/NPI_Files.html'),
}

const readSchema = z.object(registrySchema)

/** The choices as the product uses them; `accessKey` is that of buckets. */
export function registrySettingsOf(
  { REGISTRY_DIR: dir, REGISTRY_FROM: from, REGISTRY_UPDATE_URL }: z.output<typeof readSchema>,
  { dataDir, accessKey }: { dataDir: string; accessKey: string | undefined },
): RegistrySettings {
  return {
    registryDir: dir === undefined ? join(dataDir, 'registry') : resolve(dir),
    isRegistryDirNamed: dir !== undefined,
    registryFrom: from === undefined ? undefined : storeChoice(from, accessKey),
    registryUpdateUrl: REGISTRY_UPDATE_URL,
  }
}

function storeChoice(url: string, accessKey: string | undefined): RegistryStoreChoice | undefined {
  if (!/^file:\/\/\/[^?#]+$/.test(url)) return s3Choice(url, accessKey)
  return { kind: 'folder', dir: fileURLToPath(url) }
}

/** Over plain http anyone on the way could change the files; tests and tunnels are on this machine. */
function isPageUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  return isSafe && username === '' && password === ''
}
