/** Links to the files of exports, for programs that download without a key. A link is for one export of one owner. */
import { exportLinkHours } from '#contract/limits'
import type { Secrets } from '../platform/secrets.ts'
import { readSignedLink, signLink } from '../platform/signed-link.ts'
import { hourSeconds } from '../platform/times.ts'

export const exportPath = '/exports/'

const linkSeconds = exportLinkHours * hourSeconds

interface LinkedExport {
  id: string
  accountId: string
}

export function exportLink(publicUrl: string, secrets: Secrets, linked: LinkedExport): string {
  const query = new URLSearchParams(signLink(secrets, aboutOf(linked), Date.now(), linkSeconds))
  return `${publicUrl}${exportPath}${linked.id}?${query}`
}

/** Whether the query of a link is signed for this export of this owner, and works now. */
export function isExportLink(
  secrets: Secrets,
  linked: LinkedExport,
  { expires, signature }: Readonly<Record<string, unknown>>,
): boolean {
  if (typeof expires !== 'string' || typeof signature !== 'string') return false
  return readSignedLink(secrets, aboutOf(linked), { expires, signature }, Date.now(), linkSeconds) !== undefined
}

function aboutOf({ id, accountId }: LinkedExport): string[] {
  return ['export', id, accountId]
}
