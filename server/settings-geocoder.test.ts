import { describe, expect, test } from 'vitest'
import { loadSettings, SettingsError } from './settings.ts'

const geocoderOf = (value: string) => loadSettings({ GEOCODER_URL: value }).geocoder

describe('GEOCODER_URL', () => {
  test('is offline: or census:, which may be followed by the address of another service', () => {
    expect(geocoderOf('offline:')).toEqual({ kind: 'offline' })
    expect(geocoderOf('census:')).toMatchObject({ kind: 'census', service: { hostname: 'geocoding.geo.census.gov' } })
    for (const address of ['https://example.org/geocoder', 'http://127.0.0.1:8080/geocoder']) {
      expect(geocoderOf(`census:${address}`)).toMatchObject({ kind: 'census', service: { href: address } })
    }
  })

  test.each([
    'offline',
    'offline:x',
    'google:',
    'https://geocoding.geo.census.gov',
    'CENSUS:',
    'census:example.org',
    'census:http://[',
    'census:ftp://user:hunter2@example.org/',
    'census:https://user:hunter2@example.org/',
    'census:https://example.org/?key=hunter2',
    'census:https://example.org/#hunter2',
  ])('refuses %s at once, without repeating what may be a secret', (value) => {
    expect(() => geocoderOf(value)).toThrow(SettingsError)
    expect(() => geocoderOf(value)).toThrow(/^GEOCODER_URL: expected offline:, census:, or census: and an http/)
    expect(() => geocoderOf(value)).not.toThrow(/hunter2|example/)
  })
})
