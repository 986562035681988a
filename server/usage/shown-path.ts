/** A path as its caller is shown it later, and as the database keeps it. */
import { scrubbed } from '../platform/log.ts'

/** Characters of a path that are kept; a search with every parameter has some 400. */
const pathLengthMax = 500

/** Characters of an address that are looked at: those without secrets among them fill what is kept. */
const lookedAtMax = 2 * pathLengthMax

/** As much of an address as is looked at, without the part in which it is cut. */
export function keptPath(url: string): string {
  if (url.length <= lookedAtMax) return url
  const lookedAt = url.slice(0, lookedAtMax)
  const cutAt = Math.max(...['/', '?', '&'].map((mark) => lookedAt.lastIndexOf(mark))) + 1
  return `${lookedAt.slice(0, cutAt)}…`
}

/** Parameters whose values may be secret: by mistake or not, they come in addresses. */
const secretName = /key|token|password|secret|signature|auth/i

/**
 * The path and query of a request, cut where it is too long: without the values of parameters that may be secret, and without every
 * other part that looks like a secret, wherever it stands.
 */
export function shownPath(whole: string): string {
  const url = keptPath(whole)
  const queryAt = url.indexOf('?')
  const path = queryAt === -1 ? url : url.slice(0, queryAt)
  const shownSegments = path.split('/').map((segment) => (looksSecret(segment) ? '…' : segment))
  const query =
    queryAt === -1
      ? []
      : [
          url
            .slice(queryAt + 1)
            .split('&')
            .map(shownPart)
            .join('&'),
        ]
  const shown = [shownSegments.join('/'), ...query].join('?')
  return shown.length <= pathLengthMax ? shown : `${shown.slice(0, pathLengthMax)}…`
}

function shownPart(part: string): string {
  const [name = ''] = part.split('=', 1)
  if (looksSecret(name)) return '…'
  return secretName.test(decoded(name)) || looksSecret(part.slice(name.length)) ? `${name}=…` : part
}

/** By the same forms as in the log. */
function looksSecret(text: string): boolean {
  const read = decoded(text)
  return scrubbed(read) !== read
}

/** With what every escape stands for, one byte at a time: enough for the forms of secrets, and never in want of UTF-8. */
function decoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
