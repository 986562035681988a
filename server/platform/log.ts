/**
 * The log: one JSON object per line. Code never logs a secret on purpose; as a safety net, members named like secrets
 * are dropped, and error texts lose what looks like a key, a token or an address.
 */
import { destination } from 'pino'
import { domainLabelLengthMax, domainLabelsMax, emailNameLengthMax } from '#contract/limits'
import type { Settings } from '../settings.ts'

export interface LogStream {
  write(line: string): void
}

export function openLogStream(): LogStream {
  return destination({ fd: 1, sync: false })
}

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

const depthMax = 4

const hidden = '[hidden]'

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

/** Bounded lengths keep the match linear in the text's length. The log names accounts by id. */
const secretForms = new RegExp(
  [
    'pdx_[0-9A-Za-z_]+',
    String.raw`\b(?:bearer\s{1,20}|(?:token|api-?key|password)["']?\s{0,20}[=:]\s{0,20}["']?)[^\s&"',}]+`,
    String.raw`[^\s"'<>()=:,;@]{1,${emailNameLengthMax}}@${domainLabel}(?:\.${domainLabel}){0,${domainLabelsMax - 2}}\.[a-z]+`,
  ].join('|'),
  'gi',
)

export function scrubbed(text: string): string {
  return text.replace(secretForms, hidden)
}

/** A database error's other members hold values of rows. */
function errorForLog(error: Error & { code?: unknown }) {
  return {
    type: error.name,
    message: scrubbed(error.message),
    stack: scrubbed(error.stack ?? ''),
    code: error.code,
  }
}
