import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import { BuildError } from '../../build-error.ts'
import { namingFullDisk } from '../../full-disk.ts'
import { damagedLast } from '../cannot-merge.ts'
import { writeAsked } from './write-asked.ts'

const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
const failures = [
  [full, { kind: 'fullDisk', reason: full.message }],
  [new Error('places.u32: the disk is full', { cause: full }), { kind: 'fullDisk', reason: full.message }],
  [namingFullDisk(full, '/data'), { kind: 'failed', reason: expect.stringContaining('The disk of /data is full') }],
  [damagedLast('records.bin'), { kind: 'cannotMerge', reason: 'one that was damaged: records.bin' }],
  [new BuildError(['expected a thing']), { kind: 'failed', reason: 'expected a thing' }],
] as const

test.for(failures)('%s is told as what it is, and once', async ([failure, reply]) => {
  const port = Object.assign(new EventEmitter(), {
    postMessage: (message: unknown) => port.emit('answered', message),
  })
  writeAsked(port as never)
  const answered = once(port, 'answered')
  port.emit('message', {
    kind: 'places',
    get dir() {
      throw failure
    },
  })
  expect(await answered).toEqual([reply])
})
