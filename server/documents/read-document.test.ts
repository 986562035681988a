import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type DocumentReader, openDocumentReader, type ReaderLimits } from './read-document.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-reader-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

let reader: DocumentReader | undefined
afterEach(() => reader?.close())

/** A reader over a program that answers, hangs, crashes or eats memory, as the image says. */
function readerOf(changed: Partial<ReaderLimits> = {}): DocumentReader {
  const program = join(folder, 'program.mjs')
  writeFileSync(
    program,
    `process.on('disconnect', () => process.exit())
     const eaten = []
     process.on('message', (image) => {
       const word = Buffer.from(image).toString()
       if (word === 'crash') process.kill(process.pid, 'SIGSEGV')
       if (word === 'eat') for (;;) eaten.push(Buffer.alloc(64 * 1024 * 1024, 1))
       if (word !== 'hang') process.send({ lines: [[{ text: word + ' ' + process.pid, confidence: 90, x0: 0, y0: 0, x1: 9, y1: 9 }]] })
     })`,
  )
  reader = openDocumentReader({ program, ...changed })
  return reader
}

const read = async (from: DocumentReader, word: string) => (await from.read(Buffer.from(word)))?.lines[0]?.[0]?.text

test('one process reads one document after the other', async () => {
  const documents = readerOf()
  const [a, b] = await Promise.all([read(documents, 'a'), read(documents, 'b')])
  expect([a?.split(' ')[0], b?.split(' ')[0]]).toEqual(['a', 'b'])
  expect(a?.split(' ')[1]).toBe(b?.split(' ')[1])
})

test.each(['crash', 'eat'])(
  'a process that is made to %s leaves its document unknown, and the next one is read',
  async (word) => {
    const documents = readerOf()
    const [bad, good] = await Promise.all([read(documents, word), read(documents, 'good')])
    expect(bad).toBeUndefined()
    expect(good).toMatch(/^good /)
  },
)

test('a process that takes too long is ended, and the next document is read by another', async () => {
  const documents = readerOf({ timeoutMs: 8_000 })
  const before = await read(documents, 'before')
  expect(await read(documents, 'hang')).toBeUndefined()
  const after = await read(documents, 'after')
  expect(after).toMatch(/^after /)
  expect(after?.split(' ')[1]).not.toBe(before?.split(' ')[1])
})

test('only a limited number of documents wait', async () => {
  const documents = readerOf({ waitingMax: 2 })
  const answers = await Promise.all(['a', 'b', 'c'].map((word) => read(documents, word)))
  expect(answers.map((answer) => answer?.split(' ')[0])).toEqual(['a', 'b', undefined])
})

test('closing ends the process and whatever waits, at once', async () => {
  const documents = readerOf()
  const pending = [read(documents, 'hang'), read(documents, 'a')]
  documents.close()
  expect(await Promise.all(pending)).toEqual([undefined, undefined])
})

test('a process that cannot be started leaves its document unknown, and later documents are read', async () => {
  const documents = readerOf({ program: 'no\0path' })
  expect([await read(documents, 'a'), await read(documents, 'b')]).toEqual([undefined, undefined])
})
