/** What the checks of a pending request come to, in three lines that say what there is to do. */
import { CircleAlert, CircleCheck, CircleDashed, type LucideIcon } from 'lucide-react'
import { type CheckCode, type CheckResult, sampleTitle } from '#contract/verification-words'
import type { Check, Verification } from '#contract/verifications'
import { classes } from '../../ui/classes.ts'

export interface PlainLine {
  name: 'Identity' | 'License' | 'Document'
  state: 'confirmed' | 'waiting' | 'attention'
  text: string
}

/** Nothing here decides: where a check failed, the line says what to do or that a reviewer compares. */
export function plainLines({ checks, isReading }: Pick<Verification, 'checks' | 'isReading'>): PlainLine[] {
  return [
    { name: 'Identity', ...identity(checks) },
    { name: 'License', ...license(checks) },
    { name: 'Document', ...(isReading ? reading : documentLine(checks)) },
  ]
}

type Line = Omit<PlainLine, 'name'>

const line = (state: PlainLine['state'], text: string): Line => ({ state, text })

function resultOf(checks: readonly Check[], code: CheckCode): CheckResult | undefined {
  return checks.find((check) => check.code === code)?.result
}

const wrongNpi = line(
  'attention',
  'We couldn’t find this NPI in the national registry. If it has a typo, withdraw this request and submit a new one.',
)

function identity(checks: readonly Check[]): Line {
  const is = (code: CheckCode, result: CheckResult) => resultOf(checks, code) === result
  if (is('npi.check_digit', 'failed') || is('npi.found', 'failed')) return wrongNpi
  if (is('npi.individual', 'failed')) {
    return line(
      'attention',
      'This NPI belongs to an organization. Withdraw this request and submit one with your own NPI.',
    )
  }
  if (is('npi.active', 'failed')) return line('attention', 'The national registry lists this NPI as deactivated.')
  if (is('document.name', 'failed')) {
    return line('waiting', 'The name on your document differs from the registry. A reviewer will compare them.')
  }
  if (is('credential.agrees', 'passed')) {
    return line('confirmed', 'Your NPI and credential match the national registry.')
  }
  return line('waiting', 'A reviewer will compare your credential with the national registry.')
}

const listed: readonly CheckCode[] = [
  'license.active',
  'exclusion.oig',
  'exclusion.sam',
  'exclusion.state',
  'exclusion.listed',
  'medicare.revoked',
]

function license(checks: readonly Check[]): Line {
  const has = (code: CheckCode, ...results: CheckResult[]) => results.some((one) => one === resultOf(checks, code))
  if (listed.some((code) => has(code, 'failed')) || has('license.discipline', 'warning')) {
    return line(
      'attention',
      'A public list has an entry about your license or eligibility. A reviewer will look at it.',
    )
  }
  const board = checks.find(({ code }) => code === 'license.active')
  if (board?.result === 'passed') {
    return board.source.name.startsWith(sampleTitle)
      ? line('waiting', 'Sample data lists your license as active. A reviewer will check it.')
      : line('confirmed', 'Your state board lists your license as active.')
  }
  if (has('document.license', 'passed')) {
    return line('confirmed', 'The license number on your document matches the national registry.')
  }
  return line('waiting', 'We couldn’t confirm your license number automatically. A reviewer will check it.')
}

const reading = line('waiting', 'We’re reading your document. This takes a few seconds.')

function documentLine(checks: readonly Check[]): Line {
  const expiry = resultOf(checks, 'document.expiry')
  if (expiry === 'failed') {
    return line(
      'attention',
      'Your document looks expired. Withdraw this request and submit one with a current document.',
    )
  }
  if (expiry === 'warning') return line('attention', 'Your document is readable, but it expires soon.')
  const isRead = checks.some(({ code, result }) => code.startsWith('document.') && result !== 'unknown')
  return isRead
    ? line('confirmed', 'Your document is readable.')
    : line('waiting', 'We couldn’t read your document automatically, so a reviewer will.')
}

const looks: Record<PlainLine['state'], { Icon: LucideIcon; color: string; words: string }> = {
  confirmed: { Icon: CircleCheck, color: 'text-success', words: 'Confirmed' },
  waiting: { Icon: CircleDashed, color: 'text-subtle', words: 'Waiting for review' },
  attention: { Icon: CircleAlert, color: 'text-warning', words: 'Needs attention' },
}

export function PlainChecks({ request }: { request: Verification }) {
  return (
    <ul aria-label="What we checked" className="flex flex-col gap-2 border-t border-border pt-3 text-base text-text">
      {plainLines(request).map(({ name, state, text }) => {
        const { Icon, color, words } = looks[state]
        return (
          <li key={name} className="flex items-start gap-2">
            <Icon size={18} strokeWidth={1.75} aria-hidden="true" className={classes('mt-0.75 shrink-0', color)} />
            <p className="min-w-0 break-words">
              <span className="font-semibold">{name}</span> <span className="sr-only">{words}. </span>
              {text}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
