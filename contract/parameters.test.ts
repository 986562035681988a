import { describe, expect, test } from 'vitest'
import { domainLabelLengthMax, domainLabelsMax, emailLengthMax, emailNameLengthMax } from './limits.ts'
import { email, newEmail, newEmailOrEmpty, numberBetween, numberUpTo } from './parameters.ts'

const latitude = numberBetween(-90, 90, 'degrees')
const radius = numberUpTo(25, 'a number of miles', 5)

describe('a plain decimal', () => {
  test.each([
    ['40.748817299999996', 40.7488173],
    ['-73.985428000000005', -73.985428],
    ['.12345678901234567890', 0.12345678901234568],
  ])('%s is read as the number that it means', (text, value) => {
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
    ['before the @', address(emailNameLengthMax + 1, 1), 'at most 64 characters before the @'],
    ['between two dots', address(1, domainLabelLengthMax + 1), 'at most 63 characters in each part between dots'],
    ['in parts', address(1, 1, domainLabelsMax), 'at most 10 parts between dots after the @'],
  ])('is refused where it is too long %s; an account that has it may sign in', (_, text, reason) => {
    expect(newEmail.safeParse(text).error?.issues[0]?.message).toContain(reason)
    expect(newEmailOrEmpty.safeParse(text).error?.issues[0]?.message).toContain(reason)
    expect(email.parse(text)).toBe(text)
  })

  test.each([
    'r&d@example.org',
    "o'neil@example.org",
    '.a..b.@example.org',
    '{a}|b~@example.org',
    'a@localhost',
    'a@1.2',
  ])('is taken by the pattern that browsers hold email fields to: %s', (text) => {
    expect(newEmail.parse(` ${text.toUpperCase()} `)).toBe(text)
  })

  test.each([
    [address(1, 1, emailLengthMax / 2), 'an email address of at most 254 characters'],
    ['', 'an email address such as ada@example.org, with an @'],
    ['ada', 'an email address such as ada@example.org, with an @'],
    ['a@b@example.org', 'an email address such as ada@example.org, with a single @'],
    ['@example.org', 'an email address such as ada@example.org, with text before and after the @'],
    ['a@', 'an email address such as ada@example.org, with text before and after the @'],
    ['a b@example.org', "an email address with only a-z, 0-9 and .!#$%&'*+/=?^_`{|}~- before the @"],
    ['"a"@example.org', "an email address with only a-z, 0-9 and .!#$%&'*+/=?^_`{|}~- before the @"],
    ['núñez@example.org', "an email address with only a-z, 0-9 and .!#$%&'*+/=?^_`{|}~- before the @"],
    ['a@exa mple.org', 'an email address with a domain name such as example.org after the @'],
    ['a@-b.org', 'an email address with a domain name such as example.org after the @'],
    ['a@b..org', 'an email address with a domain name such as example.org after the @'],
    ['a@b_c.org', 'an email address with a domain name such as example.org after the @'],
    ['a@b.org\n', undefined],
    [5, 'an email address such as ada@example.org'],
  ])('%j is refused with the reason alone that is true of it', (text, expected) => {
    for (const kind of [newEmail, email]) expect(kind.safeParse(text).error?.issues[0]?.message).toBe(expected)
  })
})
