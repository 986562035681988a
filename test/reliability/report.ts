/** What a report of reliability is: one JSON file for each id of the fault plan, with what the last run of each test has found. */
import { z } from 'zod'

const figuresShape = z.record(z.string(), z.json())

/** What a test has found, by name; times end in Ms or seconds. */
export type Figures = z.infer<typeof figuresShape>

const runShape = z.object({
  id: z.string().regex(/^[\w-]+$/),
  seed: z.number().nullable(),
  trials: z.int(),
  figures: figuresShape,
})

/** What `reported` notes. */
export type Run = z.infer<typeof runShape>

const tiers = ['commit', 'nightly'] as const

/** Runs with the counts of every change, or with those of the night. */
export type Tier = (typeof tiers)[number]

/** All tests of one file that name the id. */
const fileShape = z.object({
  file: z.string(),
  tier: z.enum(tiers),
  /** yyyy-mm-dd, in UTC. */
  date: z.string(),
  passed: z.int(),
  skipped: z.int(),
  /** What failed, and by what. */
  failures: z.array(z.object({ test: z.string(), reason: z.string() })),
  seconds: z.number(),
  runs: z.array(runShape.extend({ test: z.string() })),
})

export type FileReport = z.infer<typeof fileShape>

export const reportShape = z.object({
  id: z.string(),
  /** Of the product, and of what it ran on the last time. */
  versions: z.record(z.string(), z.string()),
  files: z.array(fileShape),
})

export type Report = z.infer<typeof reportShape>

/** Ids of the fault plan that a test's name cites. */
export function citedIds(name: string): string[] {
  return [...new Set(name.match(/\bT(0[1-9]|[12]\d|3[0-2])\b/g))]
}
