import { resolve } from 'node:path'
import type { S3Choice } from '../s3-client.ts'
import type { FilesChoice } from './files.ts'

export function isFilesUrl(url: string): boolean {
  return url.startsWith('disk:') || s3Address(url) !== undefined
}

/** `url` has passed `isFilesUrl`; `accessKey` is ID:SECRET. */
export function filesChoice(url: string, accessKey: string | undefined, dirDefault: string): FilesChoice {
  const bucket = s3Choice(url, accessKey)
  if (bucket !== undefined) return bucket
  const folder = url.slice('disk:'.length)
  return { kind: 'disk', dir: folder === '' ? dirDefault : resolve(folder) }
}

/** Undefined for what is no s3:// address. */
export function s3Choice(url: string, accessKey: string | undefined): S3Choice | undefined {
  const address = s3Address(url)
  if (address === undefined) return undefined
  const colon = accessKey?.indexOf(':') ?? -1
  const credentials =
    accessKey === undefined
      ? undefined
      : { accessKeyId: accessKey.slice(0, colon), secretAccessKey: accessKey.slice(colon + 1) }
  return { kind: 's3', ...address, credentials }
}

const s3Form = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*?)\/?)?(?:\?(.*))?$/
const endpointForm = /^https?:\/\/[^/?#@]+$/

function s3Address(url: string): Pick<S3Choice, 'bucket' | 'prefix' | 'region' | 'endpoint'> | undefined {
  const [, bucket, prefix = '', query = ''] = s3Form.exec(url) ?? []
  const parameters = new URLSearchParams(query)
  const isKnown = [...parameters.keys()].every((name) => name === 'region' || name === 'endpoint')
  const endpoint = parameters.get('endpoint') ?? undefined
  if (bucket === undefined || !isKnown || (endpoint !== undefined && !endpointForm.test(endpoint))) return undefined
  return {
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: parameters.get('region') ?? 'us-east-1',
    endpoint,
  }
}
