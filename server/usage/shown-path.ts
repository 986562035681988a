/** A path as its caller is shown it later, and as the database keeps it. */

/** Characters of a path that are kept; a search with every parameter has some 400. */
const pathLengthMax = 500

/** Parameters whose values may be secret: by mistake or not, they come in addresses. */
const secretName = /key|token|password|secret|signature|auth/i

/** The path and query of a request without the values of parameters that may be secret, cut where it is too long. */
export function shownPath(url: string): string {
  const queryAt = url.indexOf('?')
  const shown =
    queryAt === -1
      ? url
      : url.slice(0, queryAt + 1) +
        url
          .slice(queryAt + 1)
          .split('&')
          .map(shownPart)
          .join('&')
  return shown.length <= pathLengthMax ? shown : `${shown.slice(0, pathLengthMax)}…`
}

function shownPart(part: string): string {
  const [name = ''] = part.split('=', 1)
  return secretName.test(decoded(name)) ? `${name}=…` : part
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
