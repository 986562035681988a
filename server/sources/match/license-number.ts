/**
 * License numbers as boards, lists and people write them: with a prefix or without, hyphens, dots, lost zeros. A
 * number is its serial number and its series: G of "G 12345", 41 of "041.477134".
 */
import { credentialForm, withoutIgnorable } from '#registry/search/words'

export type NumberAgreement = 'same' | 'but_for_prefix' | 'differs' | 'missing'

interface Parts {
  series: string
  serial: string
}

const numberLengthMax = 100

/** Series and serial number where a state writes them without anything between; capitals and digits only. */
const forms: ReadonlyMap<string, RegExp> = new Map([
  ['AL', /^([12])(\d{6})$/],
  ['DE', /^([A-Z]\d)(\d{7})$/],
  ['IL', /^0?([1-9]\d{1,2})(\d{6})$/],
  ['IN', /^(\d{2})(\d{6})[A-Z]?$/],
  ['MI', /^(\d{4})(\d{6})$/],
  // The last two zeros of 26NO03307300 have no meaning.
  ['NJ', /^((?:\d{2})?[A-Z]{2}|)(\d{6})(?:00)?$/],
  ['OH', /^(\d{2})(\d{6})$/],
  ['VT', /^0?([1-9]\d{1,2})(\d{7})$/],
])

/** Digits behind the dot of "041.477130". Files that were read as decimal numbers have lost zeros at their end. */
const digitsBehindDot: ReadonlyMap<string, number> = new Map([
  ['CT', 6],
  ['IL', 6],
  ['OH', 6],
  ['VT', 7],
])

/** Words for a profession, or for either of two; a list that knows it better uses words of its own. */
const professions: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    MD: 'MD',
    DO: 'DO',
    // Colorado has it before the number of every physician.
    'MD/DO': 'DR',
    RN: 'RN',
    LPN: 'LPN LVN PN VN',
    APRN: 'APRN ARNP APN CRNP CNP NP FNP CRNA CNM CNS',
    PA: 'PA PAC RPA RPAC',
  }).flatMap(([names, words]) => words.split(' ').map((word) => [word, names.split('/')])),
)

/**
 * What a number is looked up by in its state: the serial number without leading zeros, the same for each writing.
 * Numbers of several series and professions share a key (G 12345 and A 12345). Empty for what is no number.
 */
export function licenseNumberKey(state: string, number: string): string {
  return partsOf(state, number).serial
}

/** Whether two writings are of one number. A series that names none of the professions asked for differs. */
export function compareNumbers(state: string, asked: readonly string[], one: string, other: string): NumberAgreement {
  const [{ serial, series }, second] = [partsOf(state, one), partsOf(state, other)]
  if (serial === '' || second.serial === '') return 'missing'
  if (serial !== second.serial) return 'differs'
  if (series === second.series) return 'same'
  if ([series, second.series].some((each) => isOtherProfession(each, asked))) return 'differs'
  const isWord = (each: string) => professions.get(each)?.some((one) => asked.includes(one)) === true
  const [own, others] = [series, second.series].map((each) => (isWord(each) ? '' : each))
  if (own === others) return 'same'
  return own.includes(others) || others.includes(own) ? 'but_for_prefix' : 'differs'
}

/** The same for LVN and LPN. MD/DO is either. */
export function professionKeys(profession: string): string[] {
  const forms = profession.split('/').map(credentialForm)
  return forms.filter((form) => form !== '').flatMap((form) => professions.get(form) ?? form)
}

export function stateKey(state: string): string {
  return state.trim().toUpperCase()
}

function isOtherProfession(series: string, asked: readonly string[]): boolean {
  const named = professions.get(series)
  return named !== undefined && asked.length > 0 && !named.some((one) => asked.includes(one))
}

function partsOf(stateText: string, number: string): Parts {
  const state = stateKey(stateText)
  const text = withoutIgnorable(number.slice(0, numberLengthMax)).normalize('NFKC').toUpperCase().trim()
  const own = (text.startsWith(state) ? text.slice(state.length) : text).replace(/\([^)]*\)$/, '')
  const { series, serial } = dotted(state, own) ?? ofState(state, own) ?? ofAnyState(own)
  const digits = serial.replace(/^0+/, '')
  // Temporary licenses have numbers of their own: RN-TEMP4678 is not RN 4678.
  return { series, serial: digits !== '' && own.includes('TEMP') ? `T${digits}` : digits }
}

function dotted(state: string, text: string): Parts | undefined {
  const digits = digitsBehindDot.get(state)
  if (digits === undefined) return undefined
  // "41" alone is the series of a license that has no number yet.
  if (/^\W*\d{1,3}\W*$/.test(text)) return { series: text, serial: '' }
  const [, series, serial, ending] = /^\W*0*(\d+)\.(\d+)\W*([A-Z]*)$/.exec(text) ?? []
  if (series === undefined || serial === undefined) return undefined
  return { series: `${series}${ending}`, serial: serial.padEnd(digits, '0') }
}

function ofState(state: string, text: string): Parts | undefined {
  const [, series, serial] = forms.get(state)?.exec(text.replace(/[^A-Z0-9]+/g, '')) ?? []
  return series === undefined || serial === undefined ? undefined : { series, serial }
}

/**
 * The longest digits are the serial number if the others are short: "1-013504", "13-123456-012". Otherwise all digits
 * are: "2014-01234" is the year and a number of that year.
 */
function ofAnyState(text: string): Parts {
  const runs: readonly string[] = text.match(/[A-Z]+|\d+/g) ?? []
  const isDigits = (run: string) => /^\d/.test(run)
  const longest = runs.filter(isDigits).reduce((most, run) => (run.length > most.length ? run : most), '')
  const at = runs.indexOf(longest)
  const isShort = (run: string, index: number) => run.length <= (index < at || longest.length < 5 ? 2 : 4)
  const isSerial = runs.every((run, index) => index === at || !isDigits(run) || isShort(run, index))
    ? (_: string, index: number) => index === at
    : isDigits
  return {
    series: runs.filter((run, index) => !isSerial(run, index)).join(''),
    serial: runs.filter(isSerial).join(''),
  }
}
