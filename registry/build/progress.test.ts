import { expect, test } from 'vitest'
import { terminalProgress } from './progress.ts'

function progressOn(isTerminal: boolean) {
  const clock = { ms: 0 }
  const written: string[] = []
  const progress = terminalProgress({ write: (text) => written.push(text), isTerminal, nowMs: () => clock.ms })
  return { clock, progress, text: () => written.splice(0).join('') }
}

test('off a terminal a plain line comes every two seconds, with rate and time left', () => {
  const { clock, progress, text } = progressOn(false)
  progress.step('reading')
  expect(text()).toBe('step: reading\n')
  clock.ms = 1_999
  progress.bytes(100e6, 1_000e6)
  expect(text()).toBe('')
  clock.ms = 2_000
  progress.bytes(200e6, 1_000e6)
  expect(text()).toBe('  20 %, 200.0 of 1000.0 MB, 100 MB/s, 8 s left\n')
  clock.ms = 2_500
  progress.bytes(250e6, 1_000e6)
  expect(text()).toBe('')
  clock.ms = 10_000
  progress.bytes(1_000e6, 1_000e6)
  expect(text()).toBe('  100 %, 1000.0 of 1000.0 MB, 100 MB/s, 0 s left\n')
})

test('what is counted comes with how many there are in a second, and the time left of the most there may be', () => {
  const { clock, progress, text } = progressOn(false)
  progress.step('writing the snapshot')
  text()
  clock.ms = 4_000
  progress.count(2_000_000, 9_000_000, 'providers')
  expect(text()).toBe('  2,000,000 of at most 9,000,000 providers, 500,000 per second, 14 s left\n')
})

test('on a terminal one line with a bar is written again and again, and closed before the next', () => {
  const { clock, progress, text } = progressOn(true)
  progress.step('reading')
  text()
  clock.ms = 1_000
  progress.bytes(10e6, 1_210e6)
  expect(text()).toBe(`\r\u001b[2K  ${'░'.repeat(30)} 0 %, 10.0 of 1210.0 MB, 10 MB/s, 2 min 0 s left`)
  progress.note('a note')
  expect(text()).toBe('\r\u001b[2Ka note\n')
  clock.ms = 121_000
  progress.bytes(1_210e6, 1_210e6)
  expect(text()).toContain(`${'█'.repeat(30)} 100 %`)
  progress.step('writing')
  expect(text()).toBe('step: writing\n')
})

test('files without a byte are done at once', () => {
  const { progress, text } = progressOn(false)
  progress.bytes(0, 0)
  expect(text()).toBe('  100 %, 0.0 of 0.0 MB, 0 MB/s, 0 s left\n')
})
