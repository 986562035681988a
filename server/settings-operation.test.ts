import { expect, test } from 'vitest'
import { loadSettings } from './settings.ts'

test('metrics need a token that is not guessed', () => {
  expect(loadSettings({}).metricsToken).toBeUndefined()
  expect(loadSettings({ METRICS_TOKEN: 'a'.repeat(16) }).metricsToken).toBe('a'.repeat(16))
  for (const token of ['a'.repeat(15), 'a'.repeat(201), `${'a'.repeat(16)} b`]) {
    const load = () => loadSettings({ METRICS_TOKEN: token })
    expect(load).toThrow(
      /^METRICS_TOKEN: expected 16 to 200 letters, digits and signs without spaces; got \d+ characters/,
    )
    expect(load).not.toThrow(token)
  }
})

test('a database that may lose what it acknowledged is refused unless told otherwise', () => {
  expect(loadSettings({}).onWeakDatabase).toBe('refuse')
  expect(loadSettings({ WEAK_DATABASE: 'warn' }).onWeakDatabase).toBe('warn')
  expect(() => loadSettings({ WEAK_DATABASE: 'ignore' })).toThrow(
    'WEAK_DATABASE: expected refuse or warn; got "ignore".',
  )
})
