import { hash, verify } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { type Argon2, openPasswords } from './passwords.ts'

const onOverload = () => {
  throw new Error('overloaded')
}

describe('B1: passwords', () => {
  it('are worked on two at a time, whether they are hashed or checked, however many wait', async () => {
    let [running, most] = [0, 0]
    const counted = async <T>(work: () => Promise<T>) => {
      most = Math.max(most, ++running)
      return work().finally(() => running--)
    }
    const argon2: Argon2 = {
      hash: (...of) => counted(() => hash(...of)),
      verify: (...of) => counted(() => verify(...of)),
    }
    const passwords = openPasswords(argon2)
    const calls = Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0
        ? passwords.hash('a long walk', onOverload)
        : passwords.verify(undefined, 'a long walk', onOverload),
    )
    await Promise.all(calls)
    expect(most).toBe(2)
  })

  it('are hashed at most two at a time with fifty waiting; the next one is refused at once', async () => {
    const passwords = openPasswords()
    const calls = Array.from({ length: 53 }, () => passwords.hash('a long walk', onOverload))
    const done = await Promise.allSettled(calls)
    expect(done.map(({ status }) => status)).toEqual([...Array(52).fill('fulfilled'), 'rejected'])
    expect(await passwords.hash('a long walk', onOverload)).toContain('$argon2id$')
  })

  it('make room for the next one when a check fails', async () => {
    const passwords = openPasswords()
    const broken = Array.from({ length: 5 }, () => passwords.verify('no hash at all', 'a long walk', onOverload))
    expect((await Promise.allSettled(broken)).every(({ status }) => status === 'rejected')).toBe(true)
    const hash = await passwords.hash('a long walk', onOverload)
    expect(await passwords.verify(hash, 'a long walk', onOverload)).toBe(true)
  })

  it('belong to their own hash only, and to none where there is none', async () => {
    const passwords = openPasswords()
    const hash = await passwords.hash('pässwörd ☂', onOverload)
    expect(await passwords.hash('pässwörd ☂', onOverload)).not.toBe(hash)
    expect(await passwords.verify(hash, 'pässwörd ☂', onOverload)).toBe(true)
    expect(await passwords.verify(hash, 'pässwörd', onOverload)).toBe(false)
    expect(await passwords.verify(undefined, 'pässwörd ☂', onOverload)).toBe(false)
  })

  it.each([
    ['$argon2id$v=19$m=19456,t=2,p=1$DTRxMKCfbRT7iyJ7tPDNAw$z3mqHlWSjsiX3HjKhXpI9cbTeFkU13UD6TvFMSx1jpo', false],
    ['$argon2id$v=19$m=65536,t=2,p=1$DTRxMKCfbRT7iyJ7tPDNAw$z3mqHlWSjsiX3HjKhXpI9cbTeFkU13UD6TvFMSx1jpo', true],
    ['$argon2id$v=19$m=19456,t=3,p=1$DTRxMKCfbRT7iyJ7tPDNAw$z3mqHlWSjsiX3HjKhXpI9cbTeFkU13UD6TvFMSx1jpo', true],
    ['$argon2id$v=19$m=19456,t=2,p=4$DTRxMKCfbRT7iyJ7tPDNAw$z3mqHlWSjsiX3HjKhXpI9cbTeFkU13UD6TvFMSx1jpo', true],
  ])('have a hash %s that is outdated: %s', (hash, isOutdated) => {
    expect(openPasswords().isOutdated(hash)).toBe(isOutdated)
  })
})
