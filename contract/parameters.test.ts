import { describe, expect, test } from 'vitest'
import { domainLabelLengthMax, domainLabelsMax, emailLengthMax, emailNameLengthMax } from './limits.ts'
import { email, newEmail, numberBetween, numberUpTo } from './parameters.ts'

const latitude = numberBetween(-90, 90, 'degrees')
const radius = numberUpTo(25, 'a number of miles', 5)

describe('a plain decimal', () => {
  test.each([
    ['40.748817299999996', 40.7488173],
    ['-73.985428000000005', -73.985428],
    ['.12345678901234567890', 0.12345678901234568],
  ])('%s is read as the number that it stands for', (text, value) => {
    expect(latitude.parse(text)).toBe(value)
  })

  test('is read as a radius, too: 0.30000000000000004', () => {
    expect(radius.parse('0.30000000000000004')).toBe(0.30000000000000004)
  })

  test.each(['40.123456789012345678901', '-0.00000000000000000000', '90.00000000000001', '4e1', '40.', ' 40'])(
    '%j is refused with what was expected',
    (text) => {
      expect(latitude.safeParse(text).error?.issues[0]?.message).toBe('degrees from -90 to 90')
    },
  )
})

describe('the email address of a new account', () => {
  const address = (name: number, label: number, labels = 1) =>
    `${'a'.repeat(name)}@${`${'b'.repeat(label)}.`.repeat(labels)}org`

  test('is taken as long as mail takes its parts', () => {
    for (const longest of [address(emailNameLengthMax, domainLabelLengthMax), address(1, 1, domainLabelsMax - 1)])
      expect(newEmail.parse(longest.toUpperCase())).toBe(longest)
  })

  test.each([
    ['before the @', address(emailNameLengthMax + 1, 1)],
    ['between two dots', address(1, domainLabelLengthMax + 1)],
    ['in parts', address(1, 1, domainLabelsMax)],
  ])('is refused where it is too long %s; an account that has it may sign in', (_, text) => {
    expect(newEmail.safeParse(text).error?.issues[0]?.message).toBe(
      'an email address of at most 254 characters, 64 of them before the @, and with at most 10 parts of 63 behind it',
    )
    expect(email.parse(text)).toBe(text)
  })

  test('is refused where it is too long as a whole', () => {
    const text = address(1, 1, emailLengthMax / 2)
    expect(newEmail.safeParse(text).error?.issues[0]?.message).toBe('an email address of at most 254 characters')
  })
})
