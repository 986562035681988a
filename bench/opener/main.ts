/** The program that opens a version once and tells what that took; told which as JSON. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openRegistry } from '#registry/search/open-registry'
import type { Opened, Opening } from '../openings.ts'

/** Milliseconds between two looks at the event loop: it is never seen to be blocked for less. */
const lookEveryMs = 1

const { versionDir }: Opening = JSON.parse(process.argv[2] ?? '')
const eventLoop = monitorEventLoopDelay({ resolution: lookEveryMs })
eventLoop.enable()
const startedMs = performance.now()
const registry = await openRegistry(versionDir)
const seconds = (performance.now() - startedMs) / 1000
eventLoop.disable()
registry.close()
const opened: Opened = { seconds, blockedMs: eventLoop.max / 1e6 }
console.log(`opened ${JSON.stringify(opened)}`)
