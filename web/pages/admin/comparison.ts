/** What was submitted beside what the registry says, with the verdict of the check that compared them. */
import type { CheckCode, CheckResult } from '#contract/verification-words'
import { dayText } from '../../ui/format.ts'
import type { Review } from './use-review.ts'
import { credentialsInFull, verdictWords } from './words.ts'

interface ComparedRow {
  name: string
  values: readonly [submitted: string, registry: string]
  verdict: (typeof verdictWords)[CheckResult]
}

const nothing = '–'

/** The rows of the comparison, in the order in which one would look. */
export function compare({ verification, registry }: Review): ComparedRow[] {
  const verdictOf = (...codes: CheckCode[]) => {
    const results = codes.flatMap((code) => verification.checks.filter((check) => check.code === code))
    return verdictWords[worstOf(results.map(({ result }) => result))]
  }
  const said = (code: CheckCode) =>
    verification.checks.find((check) => check.code === code)?.sentence ?? 'Not read yet.'
  const list = (values: readonly string[] | undefined) =>
    values === undefined || values.length === 0 ? nothing : [...new Set(values)].join(', ')
  const place = [registry?.city, registry?.state].filter((part) => typeof part === 'string').join(', ')
  return [
    {
      name: 'NPI',
      values: [verification.npi, registry === null ? 'No such NPI' : kindWords[registry.kind]],
      verdict: verdictOf('npi.check_digit', 'npi.found', 'npi.individual'),
    },
    {
      name: 'Name',
      values: [
        said('document.name'),
        registry === null ? nothing : `${registry.name}${place === '' ? '' : `, ${place}`}`,
      ],
      verdict: verdictOf('document.name'),
    },
    {
      name: 'Credential',
      values: [credentialsInFull(verification), `${list(registry?.credentials)}; ${list(registry?.specialties)}`],
      verdict: verdictOf('credential.agrees'),
    },
    {
      name: 'License',
      values: [
        said('document.license'),
        list(registry?.licenses.map(({ number, state }) => (state === null ? number : `${number} (${state})`))),
      ],
      verdict: verdictOf('document.license'),
    },
    {
      name: 'Standing',
      values: [
        said('document.expiry'),
        registry === null
          ? nothing
          : registry.deactivatedOn === null
            ? 'Active'
            : `Deactivated ${dayText(registry.deactivatedOn)}`,
      ],
      verdict: verdictOf('npi.active', 'document.expiry'),
    },
  ]
}

const kindWords = { individual: 'A person', organization: 'An organization', deactivated: 'Deactivated' } as const

/** One thing that does not agree outweighs all that do. */
function worstOf(results: readonly CheckResult[]): CheckResult {
  return (['failed', 'warning', 'unknown', 'passed'] as const).find((result) => results.includes(result)) ?? 'unknown'
}
