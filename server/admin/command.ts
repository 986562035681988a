import { parseArgs } from 'node:util'
import { email } from '#contract/parameters'
import { type Tier, tiers } from '#contract/plans'
import { type ChainEnd, parseAnchor } from '../audit/chain.ts'
import { reasonOf } from '../platform/error-code.ts'
import { shown } from '../platform/shown.ts'

export type Command =
  | { kind: 'set-admin'; email: string; isAdmin: boolean }
  | { kind: 'plan'; email: string; tier: Tier }
  | { kind: 'delete'; email: string }
  | { kind: 'reset-factors'; email: string }
  | { kind: 'users'; search: string | undefined }
  | { kind: 'show'; email: string }
  | { kind: 'support'; close: string | undefined }
  | { kind: 'audit-list'; email: string | undefined; count: number }
  | { kind: 'audit-verify'; anchors: ChainEnd[] }
  | { kind: 'rewrap' }

const usage = `Usage:
  npm run admin -- grant EMAIL                      make the account an admin; its sessions, links and API key end
  npm run admin -- revoke EMAIL                     take that back; its sessions, links and API key end
  npm run admin -- plan EMAIL TIER                  grant the account a plan; free takes back what was granted
  npm run admin -- delete EMAIL                     delete the account with all that is its own, for good
  npm run admin -- reset-factors EMAIL              remove the second factors of a person who is locked out; sessions end
  npm run admin -- users [--search TEXT]            list accounts, the newest first
  npm run admin -- show EMAIL                       tell what is known of an account
  npm run admin -- support [--close NUMBER]         list open requests to support, the oldest first, or close one
  npm run admin -- audit list [EMAIL] [--last N]    list what the audit log says, the newest first
  npm run admin -- audit verify [--anchor TEXT]…    verify the audit log, also against anchors kept elsewhere
  npm run admin -- rewrap                           seal again with SECRET_KEY what SECRET_KEY_PREVIOUS sealed`

const eventsDefault = 50
const eventsMax = 10_000

/** Throws an Error with one sentence when the arguments are no command. */
export function readCommand(args: string[]): Command {
  const { positionals, values } = parse(args)
  const [name, ...rest] =
    positionals[0] === 'audit' ? [positionals.slice(0, 2).join(' '), ...positionals.slice(2)] : positionals
  const options = Object.keys(values)
  const takes = (words: { email: 'one' | 'maybe' | 'none'; option?: string }) => {
    const stranger = options.find((option) => option !== words.option)
    if (stranger !== undefined) throw new Error(`${name}: expected no --${stranger}.`)
    if (rest.length > (words.email === 'none' ? 0 : 1))
      throw new Error(`${name}: expected nothing behind it; got ${shown(rest.at(-1))}.`)
    if (words.email === 'one' && rest.length === 0)
      throw new Error(`${name}: expected an email address behind it; got nothing.`)
    return rest[0] === undefined ? undefined : address(rest[0])
  }
  switch (name) {
    case 'grant':
    case 'revoke':
      return { kind: 'set-admin', email: takes({ email: 'one' }) ?? '', isAdmin: name === 'grant' }
    case 'plan':
      if (rest.length !== 2)
        throw new Error(`plan: expected an email address and a tier behind it; got ${rest.length} words.`)
      if (options.length > 0) throw new Error(`plan: expected no --${options[0]}.`)
      return { kind: 'plan', email: address(rest[0] ?? ''), tier: tier(rest[1] ?? '') }
    case 'delete':
      return { kind: 'delete', email: takes({ email: 'one' }) ?? '' }
    case 'reset-factors':
      return { kind: 'reset-factors', email: takes({ email: 'one' }) ?? '' }
    case 'users':
      takes({ email: 'none', option: 'search' })
      return { kind: 'users', search: values.search }
    case 'show':
      return { kind: 'show', email: takes({ email: 'one' }) ?? '' }
    case 'support':
      takes({ email: 'none', option: 'close' })
      return { kind: 'support', close: values.close === undefined ? undefined : requestNumber(values.close) }
    case 'audit list':
      return { kind: 'audit-list', email: takes({ email: 'maybe', option: 'last' }), count: count(values.last) }
    case 'audit verify':
      takes({ email: 'none', option: 'anchor' })
      return { kind: 'audit-verify', anchors: (values.anchor ?? []).map(anchor) }
    case 'rewrap':
      takes({ email: 'none' })
      return { kind: 'rewrap' }
    default:
      throw new Error(`Expected one of the commands below; got ${shown(name)}.\n${usage}`)
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        search: { type: 'string' },
        close: { type: 'string' },
        last: { type: 'string' },
        anchor: { type: 'string', multiple: true },
      },
    })
  } catch (error) {
    throw new Error(`${reasonOf(error)}.\n${usage}`)
  }
}

function tier(text: string): Tier {
  const known = tiers.find((name) => name === text.toLowerCase())
  if (known !== undefined) return known
  throw new Error(`Expected one of ${tiers.join(', ')}; got ${shown(text)}.`)
}

function address(text: string): string {
  const read = email.safeParse(text)
  if (read.success) return read.data
  throw new Error(`Expected an email address; got ${shown(text)}.`)
}

function requestNumber(text: string): string {
  if (/^\d{8}$/.test(text)) return text
  throw new Error(`--close: expected the eight digits of a request; got ${shown(text)}.`)
}

function count(text = String(eventsDefault)): number {
  const value = Number(text)
  if (/^\d{1,5}$/.test(text) && value >= 1 && value <= eventsMax) return value
  throw new Error(`--last: expected a whole number from 1 to ${eventsMax}; got ${shown(text)}.`)
}

function anchor(text: string): ChainEnd {
  const end = parseAnchor(text)
  if (end !== undefined) return end
  throw new Error(
    `--anchor: expected a number, a hyphen and 64 hexadecimal digits, as the server logs them; got ${shown(text)}.`,
  )
}
