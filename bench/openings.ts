/** How long it takes to open a version, in a process that has just started, as a server's has. */
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { startUntil } from './child.ts'
import { median } from './measure.ts'
import type { Result } from './result.ts'

/** What the program that opens is told. */
export interface Opening {
  versionDir: string
}

/** What it tells. */
export type Opened = z.infer<typeof openedShape>
const openedShape = z.object({ seconds: z.number(), blockedMs: z.number() })

const opener = fileURLToPath(new URL('./opener/main.ts', import.meta.url))

/** How often a version is opened; the figures are medians. */
const openings = 3

export async function measureOpenings(
  versionDir: string,
): Promise<Pick<Result['build'], 'openSeconds' | 'openBlockedMs'>> {
  const opened: Opened[] = []
  while (opened.length < openings) opened.push(await openOnce({ versionDir }))
  return {
    openSeconds: median(opened.map(({ seconds }) => seconds)),
    openBlockedMs: Math.max(...opened.map(({ blockedMs }) => blockedMs)),
  }
}

async function openOnce(opening: Opening): Promise<Opened> {
  const { told, stop } = await startUntil(/^opened (.+)$/, [opener, JSON.stringify(opening)], {})
  await stop()
  return openedShape.parse(JSON.parse(told))
}
