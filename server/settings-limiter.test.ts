import { expect, test } from 'vitest'
import { loadSettings } from './settings.ts'

test('requests are counted in memory unless a server for them is named', () => {
  expect(loadSettings({}).limiterUrl).toBe('memory:')
  for (const url of ['redis://127.0.0.1:6379', 'rediss://user:secret@cache.example.org:6380/1']) {
    expect(loadSettings({ LIMITER_URL: url }).limiterUrl).toBe(url)
  }
})

test.each(['redis:', 'redis://', 'http://user:hunter2@example.org', 'memory:x', 'redis://user:hunter2@[x'])(
  'no limiter is at %s, which is said without its password',
  (url) => {
    const load = () => loadSettings({ LIMITER_URL: url })
    expect(load).toThrow(/^LIMITER_URL: expected memory:, redis:.*; got \w+:…\.$/)
    expect(load).not.toThrow('hunter2')
  },
)
