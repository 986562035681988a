/** Words that are initials beside some words and spoken beside others. */
import type { CaseStyle } from './letter-case.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Words that are written by the words beside them. */
export const neighborWords: Readonly<Partial<Record<CaseStyle, ReadonlySet<string>>>> = {
  organization: words('AIDS CO DE DO IN LA ME US'),
  address: words('CO CT DE FL IN LA MS MT OR PR'),
}

/** How such a word is written among others; undefined where it is written as it is by itself. */
export function caseByNeighbors(tokens: readonly string[], index: number, style: CaseStyle): string | undefined {
  const token = tokens[index] ?? ''
  const neighbors = neighborsOf(tokens, index)
  switch (writing(wordOf(token), neighbors, style)) {
    case 'capitals':
      return token
    case 'spoken':
      return token.charAt(0) + token.slice(1).toLowerCase()
    case 'small':
      return token.toLowerCase()
    case undefined:
      return undefined
  }
}

interface Neighbors {
  all: readonly string[]
  before: string
  beforeThat: string
  behind: string
  isFirst: boolean
  /** Whether a comma stands before the word. */
  isSetOff: boolean
  /** Whether nothing, a form of company or a credential comes next. */
  isLast: boolean
}

function neighborsOf(tokens: readonly string[], index: number): Neighbors {
  const all = tokens.map(wordOf)
  const behind = all[index + 1] ?? ''
  return {
    all,
    before: all[index - 1] ?? '',
    beforeThat: all[index - 2] ?? '',
    behind,
    isFirst: index === 0,
    isSetOff: /,$/.test(tokens[index - 1] ?? ''),
    isLast: /[,;)]$/.test(tokens[index] ?? '') || behind === '' || endings.has(behind),
  }
}

function wordOf(token: string): string {
  return token.replace(/[^A-Z0-9&]/g, '')
}

/** Forms of companies and credentials, which come last in a name. */
const endings = words(
  'LLC LLP LP INC PC PA PLLC PLLP PLC PSC SC APC APMC LTD CORP CORPORATION CO COMPANY DBA MD DO DDS DMD DPM DC OD PHD RN FACS FACOG FACP MPH',
)

type Writing = 'capitals' | 'spoken' | 'small' | undefined

function writing(word: string, neighbors: Neighbors, style: CaseStyle): Writing {
  if (style === 'address') return inAddress(word, neighbors)
  const { all, before, beforeThat, behind, isFirst, isLast, isSetOff } = neighbors
  switch (word) {
    case 'AIDS':
      if (all.includes('HIV')) return 'capitals'
      return all.some((one) => hearing.has(one)) || aided.has(before) ? 'spoken' : 'capitals'
    case 'DO':
      if (isSetOff || isLast) return 'capitals'
      return isFirst || doing.has(before) || done.has(behind) ? 'spoken' : 'capitals'
    case 'US': {
      const isObject = forUs.has(before) || (before === 'OF' && someOf.has(beforeThat))
      return isObject && (isLast || behind === 'AND' || behind === '&') ? 'spoken' : 'capitals'
    }
    case 'ME':
      return before !== 'OF' && forUs.has(before) ? 'spoken' : 'capitals'
    case 'IN':
      return isFirst ? 'spoken' : before === 'OF' || isLast || isSetOff ? 'capitals' : 'small'
    case 'CO':
      return before === 'OF' || isSetOff ? 'capitals' : 'spoken'
    default:
      // LA and DE: an article, or a state.
      return isLast || isSetOff || behind === 'COUNTY' ? 'capitals' : 'spoken'
  }
}

function inAddress(word: string, { isFirst, isLast, behind }: Neighbors): Writing {
  // Indiana and Oregon, or the words.
  if (word === 'IN' || word === 'OR') return isFirst || isLast || highways.has(behind) ? 'capitals' : 'small'
  return highways.has(behind) ? 'capitals' : 'spoken'
}

const hearing = words('HEARING AUDIOLOGY AUDIOLOGICAL AUDIO EAR EARS')
/** What aids are of that one buys. */
const aided = words('WALKING MOBILITY LIVING VISION VISUAL SLEEP DAILY SURGICAL ORTHOPEDIC TEACHING')
const doing = words('CAN WE YOU I TO WILL THEY MUST SHOULD KWON')
const done = words('IT NOT THAT THIS WELL GOOD MORE THE YOUR OUR NO')
const forUs = words('FOR WITH TO R ARE TRUST LIKE AROUND BEHIND LET JOIN BETWEEN ABOUT CALL CONTACT 4 N & AND JUST BY')
const someOf = words('ALL EACH BOTH MOST ONE')
const highways = words('HWY HIGHWAY ROUTE RTE RT STATE')
