/**
 * The process's log: one JSON object per line. Nobody writes a secret to it on purpose; this is the net below that. Members whose
 * name says that they hold a secret are left out, and texts of errors, which may quote what somebody sent, lose what looks like
 * a key, a token or an address. Lines are written behind the work, in order, the last ones when the process ends.
 */
import { destination } from 'pino'
import { domainLabelLengthMax, domainLabelsMax, emailNameLengthMax } from '#contract/limits'
import type { Settings } from '../settings.ts'

/** Where lines go. */
export interface LogStream {
  write(line: string): void
}

/** The log of a process, on its standard output. */
export function openLogStream(): LogStream {
  return destination({ fd: 1, sync: false })
}

/** How Fastify is to log. */
export function logOptions(level: Settings['logLevel'], stream: LogStream) {
  return { level, stream, serializers: { err: errorForLog }, formatters: { log: withoutSecrets } }
}

const secretNames = new Set([
  'authorization',
  'api-key',
  'apikey',
  'password',
  'newpassword',
  'token',
  'device',
  'image',
  'set-cookie',
  'cookie',
  'stripe-signature',
])

/** How deep members are looked at; what lies deeper is left out as a whole. */
const depthMax = 4

const hidden = '[hidden]'

/** The same members without the values of those that hold secrets. */
export function withoutSecrets(members: object, depth = 0): Record<string, unknown> {
  const safe: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(members)) {
    if (secretNames.has(name.toLowerCase())) safe[name] = hidden
    else if (typeof value !== 'object' || value === null || value instanceof Error) safe[name] = value
    else safe[name] = depth < depthMax ? withoutSecrets(value, depth + 1) : hidden
  }
  return safe
}

const domainLabel = String.raw`[^\s"'<>(),;@.]{1,${domainLabelLengthMax}}`

/**
 * What looks like a secret wherever it stands, and like an address: in the log an account goes by its id. The parts of an address are
 * as long as one may be and no longer, so that a long text takes no more than its length times that.
 */
const secretForms = new RegExp(
  [
    'pdx_[0-9A-Za-z]+',
    String.raw`\b(?:bearer\s{1,20}|(?:token|api-?key|password)["']?\s{0,20}[=:]\s{0,20}["']?)[^\s&"',}]+`,
    String.raw`[^\s"'<>()=:,;@]{1,${emailNameLengthMax}}@${domainLabel}(?:\.${domainLabel}){0,${domainLabelsMax - 2}}\.[a-z]+`,
  ].join('|'),
  'gi',
)

/** The text without what looks like a secret. */
export function scrubbed(text: string): string {
  return text.replace(secretForms, hidden)
}

/** An error as it is logged: the database's errors also have members that hold values of rows, which are left out. */
function errorForLog(error: Error & { code?: unknown }) {
  return {
    type: error.name,
    message: scrubbed(error.message),
    stack: scrubbed(error.stack ?? ''),
    code: error.code,
  }
}
