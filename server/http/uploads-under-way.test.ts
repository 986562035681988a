import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { countUploads } from './uploads-under-way.ts'
import { apiError } from './verb.ts'

test('an upload that finds no room learns when another one ends, or that none does in time', async () => {
  const limits = { bytesMax: 10, bytesOfSenderMax: 20, bytesOfAllMax: 10 }
  const uploads = countUploads({ ...limits, busy: () => apiError('decoder_busy', undefined) })
  const [first, second] = [new IncomingMessage(new Socket()), new IncomingMessage(new Socket())]
  for (const upload of [first, second]) upload.headers['content-length'] = '10'
  expect(uploads.begin(first, 'ada')).toBe(true)
  expect(uploads.begin(second, 'bea')).toBe(false)
  expect(await uploads.nextEnd(1)).toBe(false)
  const waiting = uploads.nextEnd(60_000)
  uploads.end(first)
  expect(await waiting).toBe(true)
  expect(uploads.begin(second, 'bea')).toBe(true)
})
