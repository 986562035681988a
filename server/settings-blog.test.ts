import { describe, expect, test } from 'vitest'
import { loadSettings, SettingsError } from './settings.ts'

const feedOf = (value: string) => loadSettings({ BLOG_FEED: value }).blogFeed

describe('D2: BLOG_FEED', () => {
  test('is a feed by https, or a service that turns one into JSON', () => {
    expect(feedOf('')).toMatchObject({ kind: 'xml', url: { hostname: 'medium.com' } })
    expect(feedOf('https://blog.example.org/atom.xml')).toMatchObject({ kind: 'xml', url: { pathname: '/atom.xml' } })
    expect(feedOf('json:https://api.rss2json.com/v1/api.json?rss_url=x')).toMatchObject({
      kind: 'json',
      url: { hostname: 'api.rss2json.com' },
    })
  })

  test.each([
    'http://blog.example.org/feed',
    'https://name:word@blog.example.org/feed',
    'file:///etc/passwd',
    'json:',
    'json:http://api.example.org/',
    'medium.com/feed/@us',
  ])('refuses %s without repeating what may be a secret', (value) => {
    expect(() => feedOf(value)).toThrow(SettingsError)
    expect(() => feedOf(value)).toThrow(/^BLOG_FEED: expected an https address/)
    expect(() => feedOf(value)).not.toThrow(/word|example|passwd/)
  })
})
