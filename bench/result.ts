/** What one run of the bench found, in a shape that can be written down and read again. */
import { z } from 'zod'

const figures = z.object({ rate: z.number(), slowestMs: z.number(), longestMs: z.number() })

export const resultShape = z.object({
  providers: z.number(),
  date: z.string(),
  machine: z.string(),
  /** Of the product, where it is a checkout; a + stands for changes since. */
  commit: z.string().optional(),
  peers: z.array(
    z.object({ name: z.string(), description: z.string(), bytes: z.number(), loadSeconds: z.number().optional() }),
  ),
  /** Of each class, of which the figures are the medians. */
  rounds: z.number().optional(),
  /** One sentence for each that was left out. */
  missing: z.array(z.string()),
  classes: z.array(z.object({ name: z.string(), figures: z.record(z.string(), figures) })),
  /** Of the whole run. */
  seconds: z.number().optional(),
  /** What making the sample took, also until the disk had it, and how long the disk took for as many bytes that were there. */
  sample: z
    .object({
      seconds: z.number(),
      peakBytes: z.number().optional(),
      settledSeconds: z.number().optional(),
      plainSeconds: z.number().optional(),
    })
    .optional(),
  build: z.object({
    seconds: z.number(),
    inputBytes: z.number(),
    mainFileBytes: z.number(),
    copyBytesPerSecond: z.number(),
    peakBytes: z.number().optional(),
    snapshotBytes: z.number(),
    openSeconds: z.number(),
    /** The longest stretch in which opening let nothing else be done. */
    openBlockedMs: z.number().optional(),
  }),
  /** Of a build with a week's changes beside the same files. */
  weekly: z.object({ changed: z.number(), seconds: z.number(), peakBytes: z.number().optional() }).optional(),
  http: z.object({
    loader: z.string(),
    /** How it asked, in words. */
    conditions: z.string().optional(),
    hello: z.number(),
    lookUp: z.number(),
    fixed: z.number(),
    search: z.number(),
    searchBytes: z.number(),
    /** Microseconds of the server's processor time for each request; absent where the system does not tell. */
    processorUs: z.object({ hello: z.number(), lookUp: z.number(), fixed: z.number(), search: z.number() }).optional(),
    startSeconds: z.number(),
    residentBytes: z.number().optional(),
    peakBytes: z.number().optional(),
    /** Resident at the highest while a second version was opened. */
    twoVersionsBytes: z.number().optional(),
  }),
})

export type Result = z.output<typeof resultShape>

/** The names under which the product stands among the peers: as it finds, and as it answers the records too. */
export const productName = 'Praxidex'
export const productWithRecordsName = 'Praxidex, with records'

/** How many times as fast as a peer the product is at each class both answer; a look-up is always with its record. */
export function ratiosTo(result: Result, peer: string, product = productName): { name: string; ratio: number }[] {
  return result.classes.flatMap(({ name, figures: of }) => {
    const own = of[product] ?? of[productWithRecordsName]
    const other = of[peer]
    return own === undefined || other === undefined ? [] : [{ name, ratio: own.rate / other.rate }]
  })
}

/** The peers that are not the product. */
export function rivalsIn({ peers }: Result): string[] {
  return peers.map(({ name }) => name).filter((name) => name !== productName && name !== productWithRecordsName)
}
