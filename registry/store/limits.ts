/** What a store may ask of a machine that fetches from it. */

/** A version of nine million providers has some 5.9 GB in some seventy files (docs/decisions/0013-checksum-on-opening.md). */
export const versionBytesMax = 100_000_000_000
export const versionFilesMax = 1_000

/** Pauses before each further try of one file whose connection broke. */
export const triesPausesMs = [1_000, 5_000, 15_000] as const
