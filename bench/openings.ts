/** How long it takes to open a version, in a process that has just started, as a server's has. */
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { startUntil } from './child.ts'
import { median } from './measure.ts'
import type { Result } from './result.ts'

/** What the program that opens is told. */
export interface Opening {
  versionDir: string
  /** Whether every byte is compared with its checksum, as when nobody opened the version before. */
  isCheckedAnew: boolean
}

/** What it tells. */
export type Opened = z.infer<typeof openedShape>
const openedShape = z.object({ seconds: z.number(), blockedMs: z.number() })

const opener = fileURLToPath(new URL('./opener/main.ts', import.meta.url))

/** How often a version is opened in either way; the figures are medians. */
const openings = 3

/** In either way by turns. The first one of all compares every byte, and what it notes is there for the next. */
export async function measureOpenings(
  versionDir: string,
): Promise<Pick<Result['build'], 'openSeconds' | 'openAnewSeconds' | 'openBlockedMs'>> {
  const [anew, again]: [Opened[], Opened[]] = [[], []]
  while (again.length < openings) {
    anew.push(await openOnce({ versionDir, isCheckedAnew: true }))
    again.push(await openOnce({ versionDir, isCheckedAnew: false }))
  }
  return {
    openSeconds: median(again.map(({ seconds }) => seconds)),
    openAnewSeconds: median(anew.map(({ seconds }) => seconds)),
    openBlockedMs: Math.max(...[...anew, ...again].map(({ blockedMs }) => blockedMs)),
  }
}

async function openOnce(opening: Opening): Promise<Opened> {
  const { told, stop } = await startUntil(/^opened (.+)$/, [opener, JSON.stringify(opening)], {})
  await stop()
  return openedShape.parse(JSON.parse(told))
}
