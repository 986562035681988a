/**
 * The kinds of parameter the API takes. A schema's error message is what was expected ("a number of miles above 0 and
 * at most 25"); the server adds the parameter's name and what came. Query values arrive as text.
 */
import { z } from 'zod'
import {
  callbackUrlLengthMax,
  domainLabelLengthMax,
  domainLabelsMax,
  emailLengthMax,
  emailNameLengthMax,
  npisMax,
  pagingDepthMax,
  passwordLengthMax,
  passwordLengthMin,
  textLengthMax,
} from './limits.ts'
import { stateCodes } from './state-codes.ts'

/** Programs write doubles with up to 17 significant digits: 40.7488173 arrives as 40.748817299999996. */
const decimal = /^[+-]?(\d{1,12}(\.\d{1,20})?|\.\d{1,20})$/
const whole = /^\d{1,9}$/

/** A number in a text of some form, read in one step, which is three times as fast as one step per rule. */
function numberText(expected: string, form: RegExp, isInside: (value: number) => boolean) {
  return z.string({ error: expected }).transform((text, context) => {
    const value = form.test(text) ? Number(text) : Number.NaN
    return isInside(value) ? value : refuse(context, expected)
  })
}

/** A plain decimal number: no exponent, hex or Infinity, and no -0, which some programs take for 0. */
function decimalText(expected: string, isInside: (value: number) => boolean) {
  return numberText(expected, decimal, (value) => !Object.is(value, -0) && isInside(value))
}

/** A number between two bounds, both allowed. */
export function numberBetween(min: number, max: number, unit: string) {
  return decimalText(`${unit} from ${min} to ${max}`, (value) => value >= min && value <= max).meta({
    override: { type: 'number', minimum: min, maximum: max },
  })
}

/** A number above 0 and at most `max`; `absent` is what counts when it is not given. */
export function numberUpTo(max: number, unit: string, absent: number) {
  return decimalText(`${unit} above 0 and at most ${max}`, (value) => value > 0 && value <= max).meta({
    override: { type: 'number', exclusiveMinimum: 0, maximum: max, default: absent },
  })
}

/** A whole number between two bounds, both allowed; `absent` is what counts when it is not given, if anything does. */
export function wholeBetween(min: number, max: number, absent?: number) {
  return numberText(`a whole number from ${min} to ${max}`, whole, (value) => value >= min && value <= max).meta({
    override: { type: 'integer', minimum: min, maximum: max, ...(absent !== undefined && { default: absent }) },
  })
}

/** Also those that turn the direction of what follows, or end its line. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

export const page = wholeBetween(1, pagingDepthMax, 1).describe(
  `Page, from 1. Page times limit may be at most ${pagingDepthMax.toLocaleString('en-US')}.`,
)

/** Free text of 1 to `max` characters, trimmed, without control characters. */
export function text(what: string, max = textLengthMax) {
  const expected = `${what} of 1 to ${max} characters`
  return z
    .string({ error: expected })
    .refine((value) => !controls.test(value), { error: `${expected}, without control characters` })
    .trim()
    .min(1, { error: expected })
    .max(max, { error: expected })
}

/** One of some words, in any letter case. */
export function word<const W extends readonly [string, ...string[]]>(words: W) {
  const expected = `one of ${words.join(', ')}`
  return z
    .string({ error: expected })
    .transform((value) => words.find((known) => known.toLowerCase() === value.trim().toLowerCase()) ?? value)
    .pipe(z.enum(words, { error: expected }))
    .meta({ override: { type: 'string', enum: [...words] } })
}

export const npiExpected = 'a ten-digit NPI that begins with 1 or 2'
export const npiText = /^[12]\d{9}$/

/** An NPI, as a path parameter. The check digit is not required: a number that was never issued is simply not found. */
export const npi = z
  .string({ error: npiExpected })
  .regex(npiText, { error: npiExpected })
  .transform(Number)
  .meta({ override: { type: 'integer', minimum: 1_000_000_000, maximum: 2_999_999_999 } })

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

/** NPIs, given by repeating the parameter or separated by commas. */
export const npis = z
  .union([z.string(), z.array(z.string())], { error: npiExpected })
  .transform((value, context) => {
    const texts = (typeof value === 'string' ? value : value.join(',')).split(',')
    const read = new Set<number>()
    for (const text of texts) {
      const trimmed = text.trim()
      if (!npiText.test(trimmed)) return refuse(context, npiExpected)
      read.add(Number(trimmed))
    }
    return texts.length > npisMax ? refuse(context, `at most ${npisMax} NPIs`) : [...read]
  })
  .meta({
    override: {
      type: 'array',
      items: { type: 'integer', minimum: 1_000_000_000, maximum: 2_999_999_999 },
      maxItems: npisMax,
    },
  })

export const state = z
  .string({ error: 'a two-letter state code such as NY' })
  .trim()
  .toUpperCase()
  .refine((value) => stateCodes.includes(value), { error: 'a two-letter state code such as NY' })
  .meta({ override: { type: 'string', enum: [...stateCodes] } })

const postalExpected = 'a ZIP code of 5 digits, or of 9 with or without a hyphen'

/** A ZIP code; only its first five digits place it. */
export const postalCode = z
  .string({ error: postalExpected })
  .trim()
  .regex(/^\d{5}(-?\d{4})?$/, { error: postalExpected })
  .transform((value) => value.slice(0, 5))
  .meta({ override: { type: 'string', pattern: '^\\d{5}(-?\\d{4})?$' } })

const dayExpected = 'a day such as 2026-11-20'

/** A day in UTC. */
export const day = z.iso.date({ error: dayExpected })

const momentExpected = `${dayExpected}, or a time such as 2026-11-20T14:03:12Z`

/** A moment, in milliseconds since 1970: that of a time, or the start or the end of a day in UTC. */
export function moment(ofDay: 'start' | 'end') {
  return z
    .union([day, z.iso.datetime({ offset: true })], { error: momentExpected })
    .transform((text) => Date.parse(text) + (ofDay === 'end' && !text.includes('T') ? 86_400_000 : 0))
    .meta({ override: { type: 'string' } })
}

const emailExpected = 'an email address such as ada@example.org'

/** What the WHATWG's pattern for email fields takes before the @, and for a part between dots behind it. */
const emailName = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+$/
const domainLabel = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/

/** What was expected of a text in lower case that is no email address; undefined for one that is. */
function emailMistake(address: string): string | undefined {
  if (address.length > emailLengthMax) return `an email address of at most ${emailLengthMax} characters`
  const [name = '', domain, ...more] = address.split('@')
  if (domain === undefined) return `${emailExpected}, with an @`
  if (more.length > 0) return `${emailExpected}, with a single @`
  if (name === '' || domain === '') return `${emailExpected}, with text before and after the @`
  if (!emailName.test(name)) return "an email address with only a-z, 0-9 and .!#$%&'*+/=?^_`{|}~- before the @"
  if (!domain.split('.').every((label) => domainLabel.test(label))) {
    return 'an email address with a domain name such as example.org after the @'
  }
  return undefined
}

/** The same of one that an account gets: with parts as long as mail takes them. */
function newEmailMistake(address: string): string | undefined {
  const [name = '', domain = ''] = address.split('@')
  const labels = domain.split('.')
  if (name.length > emailNameLengthMax) {
    return `an email address of at most ${emailNameLengthMax} characters before the @`
  }
  if (labels.length > domainLabelsMax) {
    return `an email address of at most ${domainLabelsMax} parts between dots after the @`
  }
  if (labels.some((label) => label.length > domainLabelLengthMax)) {
    return `an email address of at most ${domainLabelLengthMax} characters in each part between dots after the @`
  }
  return undefined
}

function emailText(mistakeIn: (address: string) => string | undefined) {
  return z
    .string({ error: emailExpected })
    .trim()
    .toLowerCase()
    .superRefine((address, context) => {
      const message = mistakeIn(address)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    })
    .meta({ override: { type: 'string', format: 'email', maxLength: emailLengthMax } })
}

/** An email address by the WHATWG's pattern; compared in lower case. */
export const email = emailText(emailMistake)

export const newEmail = emailText((address) => emailMistake(address) ?? newEmailMistake(address))

const phoneExpected = 'a phone number of 7 to 20 digits, with spaces, dots, hyphens or brackets if you like'

export const phone = z
  .string({ error: phoneExpected })
  .trim()
  .max(40, { error: phoneExpected })
  .regex(/^\+?[\d\s().-]+$/, { error: phoneExpected })
  .refine((value) => /^\d{7,20}$/.test(value.replace(/\D/g, '')), { error: phoneExpected })

const passwordExpected = `a password of ${passwordLengthMin} to ${passwordLengthMax} characters`

/** A new password: NFKC, any characters, length counted in code points. */
export const newPassword = z
  .string({ error: passwordExpected })
  .transform((value) => value.normalize('NFKC'))
  .refine((value) => [...value].length >= passwordLengthMin && [...value].length <= passwordLengthMax, {
    error: passwordExpected,
  })
  .meta({ override: { type: 'string', minLength: passwordLengthMin, maxLength: passwordLengthMax } })

/** A password as typed at sign-in: nothing is said about its form. */
export const anyPassword = z
  .string({ error: 'your password' })
  .min(1, { error: 'your password' })
  .max(4 * passwordLengthMax, { error: 'your password' })
  .transform((value) => value.normalize('NFKC'))
  .meta({ override: { type: 'string' } })

/** The same, or empty: the verb says what a form requires, in the form's words. */
export const phoneOrEmpty = orEmpty(phone, phoneExpected)
export const newEmailOrEmpty = emailText((address) =>
  address === '' ? undefined : (emailMistake(address) ?? newEmailMistake(address)),
)
/** A password may be nothing but blanks. */
export const passwordOrEmpty = z.union([z.string().length(0), anyPassword], { error: 'your password' })

function orEmpty<S extends z.ZodType<string>>(kind: S, expected: string) {
  return z.union([z.string().trim().length(0), kind], { error: expected })
}

/** The token of an email's link. One of another form is like one that was never given. */
export const token = z
  .string({ error: 'the token from the link in the email' })
  .min(1, { error: 'the token from the link in the email' })
  .max(textLengthMax, { error: 'the token from the link in the email' })

const deviceExpected = 'the device value that a sign-in returned'

/** What a browser got at an earlier sign-in. One of another form is like one that was never given. */
export const device = z
  .string({ error: deviceExpected })
  .min(1, { error: deviceExpected })
  .max(textLengthMax, { error: deviceExpected })
  .describe(
    'The device value from an earlier sign-in, if you have one. Failed sign-ins and emails from this browser are then counted separately.',
  )
  .optional()

const callbackExpected = `an https address of at most ${callbackUrlLengthMax} characters, without a user name or control characters`

/** A callback address of the caller. URL parsers skip control characters, and the database takes none. */
export const callbackUrl = z
  .string({ error: callbackExpected })
  .refine((value) => !/\p{Cc}/u.test(value), { error: callbackExpected })
  .max(callbackUrlLengthMax, { error: callbackExpected })
  .refine(isCallbackUrl, { error: callbackExpected })
  .describe('Receives a signed webhook (Standard Webhooks) when a decision is made.')

function isCallbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}

/** The id of something that belongs to the account. */
const rowIdExpected = 'an id as its list has it'
export const rowId = z.string({ error: rowIdExpected }).regex(/^[\w-]{1,64}$/, { error: rowIdExpected })
