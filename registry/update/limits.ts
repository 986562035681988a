/** The limits of an update: each number has its home here and its reason beside it. */

const mebi = 1024 * 1024

/** CMS's page has some 20 KB. */
export const pageBytesMax = mebi

/** CMS's page lists about six files; what a page has beyond this is another kind of page. */
export const linksMax = 1_000

/** The monthly archive has about 1 GB. */
export const fileBytesMax = 8_000_000_000

export const redirectsMax = 3

/** How long a server may take, and how often and after which pauses it is asked again. */
export interface Patience {
  /** From the question to the first line of the answer, with the making of the connection. */
  answerMsMax: number
  /** Without a single byte, in the middle of an answer. */
  stallMsMax: number
  /** For the whole page, which is small. */
  pageMsMax: number
  /** Before each further try; there are as many of these as there are further tries without anything gained. */
  pausesMs: readonly number[]
  /** A try that brought so many bytes beyond all before it has gained something: the pauses begin anew. */
  gainBytesMin: number
}

export const usualPatience: Patience = {
  answerMsMax: 30_000,
  stallMsMax: 60_000,
  pageMsMax: 60_000,
  pausesMs: [1, 2, 4, 8, 15, 30, 60, 120].map((seconds) => seconds * 1000),
  gainBytesMin: 16 * mebi,
}
