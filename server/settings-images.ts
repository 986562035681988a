/** The settings of images of credentials: where they are kept and for how long. */
import { z } from 'zod'
import { filesChoice, isFilesUrl } from './platform/files/choice.ts'
import type { FilesChoice } from './platform/files/files.ts'

export interface ImageSettings {
  files: FilesChoice
  /** Days that an image is kept after its decision. */
  imageDays: { approved: number; rejected: number }
}

/** The rows of the settings' table. */
export const imageSettingsTable = [
  {
    name: 'FILES_URL',
    default: 'disk:DATA_DIR/files',
    description:
      "Where images of credentials are kept, encrypted: disk: followed by a folder, or s3://BUCKET/PREFIX?region=REGION, with &endpoint=https://HOST for a store that is not Amazon's.",
  },
  {
    name: 'FILES_S3_KEY',
    default: 'the identity of the machine',
    description: 'The access key for s3://, as ID:SECRET. It is never shown.',
  },
  {
    name: 'IMAGE_DAYS_APPROVED',
    default: '90',
    description: 'Days after which the image of an approved verification is destroyed.',
  },
  {
    name: 'IMAGE_DAYS_REJECTED',
    default: '30',
    description: 'The same for a verification that was rejected or taken back.',
  },
] as const

/** A number of days up to ten years. */
const days = (absent: string) =>
  z
    .string()
    .default(absent)
    .refine((text) => /^\d{1,4}$/.test(text) && Number(text) <= 3650, {
      error: 'a whole number of days from 0 to 3650',
    })
    .transform(Number)

/** What the values of the rows have to be. */
export const imageSchema = {
  FILES_URL: z
    .string()
    .refine(isFilesUrl, {
      error: 'disk:, disk: and a folder, or s3://BUCKET/PREFIX?region=REGION&endpoint=https://HOST',
    })
    .optional(),
  FILES_S3_KEY: z
    .string()
    .regex(/^[^:\s]{3,128}:\S{8,256}$/, { error: 'an access key as ID:SECRET' })
    .optional(),
  IMAGE_DAYS_APPROVED: days('90'),
  IMAGE_DAYS_REJECTED: days('30'),
}

const readSchema = z.object(imageSchema)

/** The settings that these values make; files are kept in `dirDefault` unless a setting says otherwise. */
export function imageSettingsOf(values: z.output<typeof readSchema>, dirDefault: string): ImageSettings {
  const { FILES_URL = 'disk:', FILES_S3_KEY, IMAGE_DAYS_APPROVED: approved, IMAGE_DAYS_REJECTED: rejected } = values
  return { files: filesChoice(FILES_URL, FILES_S3_KEY, dirDefault), imageDays: { approved, rejected } }
}
