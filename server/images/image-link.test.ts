import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openSecrets } from '../platform/secrets.ts'
import { linkTo, openLink } from './image-link.ts'

const secrets = openSecrets(Buffer.alloc(32, 1))
const nowMs = Date.UTC(2026, 0, 5)
const image = { imageId: 'image-1', viewerId: 'viewer-1' }

const base64urlAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const queryOf = (link: string) => Object.fromEntries(new URL(link).searchParams)
const viewerOf = (...link: Parameters<typeof openLink>) => openLink(...link)?.viewerId
const link = () => queryOf(linkTo('https://example.org', secrets, image, nowMs))

describe('a link to an image', () => {
  it('A5: works for five minutes and names its viewer', () => {
    expect(viewerOf(secrets, 'image-1', link(), nowMs)).toBe('viewer-1')
    expect(viewerOf(secrets, 'image-1', link(), nowMs + 299_999)).toBe('viewer-1')
    expect(viewerOf(secrets, 'image-1', link(), nowMs + 300_000)).toBeUndefined()
  })

  it('holds at once on a process whose clock is behind or ahead of its maker’s by up to a minute', () => {
    for (const seconds of [-60, 60])
      expect(viewerOf(secrets, 'image-1', link(), nowMs + seconds * 1000)).toBe('viewer-1')
    expect(viewerOf(secrets, 'image-1', link(), nowMs - 61_000)).toBeUndefined()
  })

  it.each([
    ['another image', 'image-2', {}],
    ['another viewer', 'image-1', { viewer: 'viewer-2' }],
    ['a later end', 'image-1', { expires: String(nowMs / 1000 + 301) }],
    ['blanks in its signature', 'image-1', { signature: `${link().signature} ` }],
    ['padding', 'image-1', { signature: `${link().signature}=` }],
    ['a signature cut short', 'image-1', { signature: link().signature?.slice(0, -4) }],
    ['no signature', 'image-1', { signature: undefined }],
    ['two signatures', 'image-1', { signature: [link().signature, link().signature] }],
    ['an end that is no number', 'image-1', { expires: 'NaN' }],
    ['parts pushed from one into the other', 'image-1\nviewer-1', { viewer: '' }],
  ])('A5: is worth nothing with %s', (_, imageId, change) => {
    expect(viewerOf(secrets, imageId, { ...link(), ...change }, nowMs)).toBeUndefined()
  })

  it('A5: is worth nothing with any one character changed', () => {
    const { signature = '', ...rest } = link()
    for (let at = 0; at < signature.length; at++) {
      for (const other of base64urlAlphabet) {
        if (other === signature[at]) continue
        const changed = signature.slice(0, at) + other + signature.slice(at + 1)
        expect(viewerOf(secrets, 'image-1', { ...rest, signature: changed }, nowMs)).toBeUndefined()
      }
    }
  })

  it('A5: is compared by timingSafeEqual, as its source says', () => {
    const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
    const source = read('../platform/signed-link.ts')
    expect(source).toMatch(/isSame\(given, keyedHash\(/)
    expect(read('../platform/secrets.ts')).toMatch(/function isSame.*\{\n.*timingSafeEqual\(given, expected\)\n\}/)
    expect(source).not.toMatch(/\.equals\(|\.compare\(|expected\.toString/)
  })

  it('works at every process while the secret is changed, whichever of the two it was made with', () => {
    const [old, present] = [Buffer.alloc(32, 3), Buffer.alloc(32, 4)]
    const processes = [openSecrets(old, [present]), openSecrets(present, [old])]
    for (const makes of processes) {
      const query = queryOf(linkTo('https://example.org', makes, image, nowMs))
      for (const reads of processes) expect(viewerOf(reads, 'image-1', query, nowMs)).toBe('viewer-1')
      expect(viewerOf(processes[0], 'image-2', query, nowMs)).toBeUndefined()
    }
  })

  it('is worth nothing to an installation with another secret', () => {
    expect(viewerOf(openSecrets(Buffer.alloc(32, 2)), 'image-1', link(), nowMs)).toBeUndefined()
  })
})
