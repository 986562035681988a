import { existsSync, readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CsvReader } from '#registry/build/sources/csv-reader'
import {
  clinicianLabels,
  cmsDescriptions,
  findSpecialty,
  foldPhrase,
  isDoctorTaxonomy,
  joinedKey,
  type KnownSpecialties,
  labelOf,
  organizationLabels,
  physicianLabels,
  rareLabels,
  specialtyWords,
} from './specialties.ts'

const ownLabels = new Map(
  Object.entries({ ...physicianLabels, ...clinicianLabels, ...organizationLabels, ...rareLabels }),
)
const none: ReadonlyMap<string, string> = new Map()
const ownKnown: KnownSpecialties = { labels: ownLabels, descriptions: none }
const taxonomyFile = '../shared/data/nucc/nucc_taxonomy_251.csv'
const recordings = '../shared/data/npi-registry-api'

const codesOf = (text: string, known = ownKnown) => {
  const found = findSpecialty(text, known)
  return 'codes' in found ? found.codes : undefined
}

describe('the rule for doctors', () => {
  it.each(['207RC0000X', '208D00000X', '2080P0202X', '202K00000X', '209800000X'])(
    'holds for the physician %s',
    (code) => {
      expect(isDoctorTaxonomy(code)).toBe(true)
    },
  )

  it.each(['122300000X', '1223G0001X', '125Q00000X', '213ES0103X', '152W00000X', '111NX0800X'])(
    'holds for the dentist, podiatrist, optometrist or chiropractor %s',
    (code) => {
      expect(isDoctorTaxonomy(code)).toBe(true)
    },
  )

  it.each([
    '390200000X',
    '363LF0000X',
    '363A00000X',
    '124Q00000X',
    '122400000X',
    '156FX1800X',
    '193200000X',
    '282N00000X',
    '211D00000X',
    '',
    '207R',
    'x207RC0000X',
  ])('does not hold for %j', (code) => {
    expect(isDoctorTaxonomy(code)).toBe(false)
  })
})

describe('labels', () => {
  it("puts the operator's label before ours", () => {
    expect(labelOf('207RC0000X', new Map([['207RC0000X', 'Heart label']]))).toBe('Heart label')
    expect(labelOf('207RC0000X', none)).toBe('Cardiology')
  })

  it('gives a code without a label that of its field, then of its group', () => {
    expect(labelOf('207R99999X', none)).toBe('Internal medicine')
    expect(labelOf('2085D9999X', none)).toBe('Radiology')
    expect(labelOf('206X99999X', none)).toBe('Physician')
    expect(labelOf('163WN9999X', none)).toBe('Registered nurse')
    expect(labelOf('261QH9999X', none)).toBe('Clinic')
    expect(labelOf('999999999X', none)).toBe('Other provider')
  })

  it('is never the code itself, nor empty, whatever the code', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{2}[0-9A-Z]{7}X$/), (code) => {
        const label = labelOf(code, none)
        expect(label).not.toContain(code)
        expect(label).toMatch(/^[A-Z][A-Za-z]/)
      }),
    )
  })

  it('stand for one code each', () => {
    const labels = [...ownLabels.values()].map((label) => label.toLowerCase())
    expect(new Set(labels).size).toBe(labels.length)
  })

  it.skipIf(!existsSync(taxonomyFile))('of ours are one for each code of NUCC (needs the shared data)', () => {
    const labels = nuccRows().map(({ code }) => labelOf(code, none))
    expect(labels.length).toBeGreaterThan(880)
    expect(new Set(labels).size).toBe(labels.length)
  })

  it('calls no one a care assistant who is not one', () => {
    expect(labelOf('376G00000X', none)).toBe('Nursing home administrator')
    expect(labelOf('374K00000X', none)).toBe('Religious practitioner')
    expect(labelOf('379999999X', none)).toBe('Nursing service provider')
  })

  it.skipIf(!existsSync(taxonomyFile))('are for codes that exist, and so are our words (needs the shared data)', () => {
    const codes = nuccRows().map(({ code }) => code)
    expect([...ownLabels.keys()].filter((code) => !codes.includes(code))).toEqual([])
    const patterns = specialtyWords.flatMap(([, text]) => text.split(' '))
    const unknown = patterns.filter((pattern) =>
      pattern.endsWith('*') ? !codes.some((code) => code.startsWith(pattern.slice(0, -1))) : !codes.includes(pattern),
    )
    expect(unknown).toEqual([])
  })
})

describe('findSpecialty', () => {
  it('takes a code in any case, even one that no one has', () => {
    expect(codesOf('207rc0000x')).toEqual(['207RC0000X'])
    expect(codesOf(' 207ZZ9999X ', { labels: none, descriptions: none })).toEqual(['207ZZ9999X'])
  })

  it.each([
    ['cardiology', '207RC0000X'],
    ['Cardiologist', '207RC0000X'],
    ['heart doctor', '207RI0011X'],
    ['heart specialists', '207RC0001X'],
    ['pediatrician', '208000000X'],
    ['Paediatrics', '208000000X'],
    ['kids doctor', '208000000X'],
    ['doctor for children', '208000000X'],
    ['OB/GYN', '207V00000X'],
    ['ob gyn', '207V00000X'],
    ['obgyn', '207V00000X'],
    ['gynaecologist', '207VG0400X'],
    ['dermatologists', '207N00000X'],
    ['skin doctor', '207N00000X'],
    ['ENT', '207Y00000X'],
    ['ear, nose & throat', '207Y00000X'],
    ['eye doctor', '152W00000X'],
    ['eye doctor', '207W00000X'],
    ['dentist', '1223G0001X'],
    ['family doctor', '207Q00000X'],
    ['GP', '208D00000X'],
    ['primary care physician', '207R00000X'],
    ['orthopaedic surgeon', '207X00000X'],
    ['heart surgeon', '208G00000X'],
    ['psychiatrist', '2084P0800X'],
    ['psychologist', '103TC0700X'],
    ['therapist', '1041C0700X'],
    ['physical therapist', '225100000X'],
    ['PT', '2251X0800X'],
    ['nurse practitioner', '363LF0000X'],
    ['NP', '363L00000X'],
    ['PA', '363A00000X'],
    ['midwives', '367A00000X'],
    ['chiropractor', '111N00000X'],
    ['orthodontist', '1223X0400X'],
    ['pharmacy', '3336C0003X'],
    ['drugstore', '3336C0003X'],
    ['pharmacist', '183500000X'],
    ['hospitals', '282N00000X'],
    ['nursing home', '314000000X'],
    ['urgent care', '261QU0200X'],
    ['Nurse practitioner, family', '363LF0000X'],
    ['doctor', '152W00000X'],
  ])('understands %j as a field with %s', (text, code) => {
    expect(codesOf(text)).toContain(code)
  })

  it.each([
    ['cardiology', '2080P0202X'],
    ['pediatrics', '2080P0202X'],
    ['internal medicine', '207RC0000X'],
    ['pharmacy', '183500000X'],
    ['dermatology', '207NP0225X'],
    ['surgery', '208200000X'],
    ['nurse practitioner', '163W00000X'],
  ])('does not count %s as a field with %s', (text, code) => {
    expect(codesOf(text)).not.toContain(code)
  })

  it('understands every label of ours, with its own code', () => {
    const wrong = [...ownLabels].filter(([code, label]) => !codesOf(label)?.includes(code))
    expect(wrong).toEqual([])
  })

  it("understands an operator's labels, whole and by their words", () => {
    const labels = new Map([
      ['207RC0000X', 'Cardiovascular Disease Physician'],
      ['208600000X', 'Surgery Physician'],
      ['246ZC0007X', 'Surgical Assistant (blue)'],
    ])
    const known = { labels, descriptions: none }
    expect(codesOf('Cardiovascular Disease Physician', known)).toEqual(['207RC0000X'])
    expect(codesOf('blue assistant', known)).toEqual(['246ZC0007X'])
  })

  it('includes a subspecialty that only the snapshot knows', () => {
    const labels = new Map([['207X0NEW0X', 'Something new in bones']])
    expect(codesOf('orthopedics', { labels, descriptions: none })).toContain('207X0NEW0X')
  })

  it.each([
    ['cardilogy', 'cardiology'],
    ['dermatolgist', 'dermatologist'],
    ['pediatrican', 'pediatrician'],
    ['chiropracter', 'chiropractor'],
  ])('does not know %s but names %s as the nearest', (text, nearest) => {
    expect(findSpecialty(text, ownKnown)).toEqual({ nearest })
  })

  it.each(['xyzzyplugh', '', '   ', '!!!', '心臓', 'x'.repeat(200)])('means nothing by %j', (text) => {
    expect(findSpecialty(text, ownKnown)).toEqual({ nearest: undefined })
  })

  it('answers any text with codes in ascending order, each once, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const codes = codesOf(text)
        if (codes === undefined) return
        expect(codes.length).toBeGreaterThan(0)
        expect(codes).toEqual([...new Set(codes)].sort())
      }),
    )
  })

  it("keeps its answers apart from the caller's hands", () => {
    codesOf('cardiology')?.push('junk')
    expect(codesOf('cardiology')).not.toContain('junk')
  })

  it('ignores invisible characters', () => {
    expect(codesOf('cardio\u200blo\u00adgy')).toEqual(codesOf('cardiology'))
    expect(codesOf('Internal Medi\ufeffcine, Cardiovascular Disease')).toEqual(['207RC0000X'])
  })

  it('takes "physician" off only where it says that someone treats', () => {
    expect(codesOf('heart physician')).toEqual(codesOf('heart'))
    expect(codesOf('surgical physician assistant')).not.toContain('246ZC0007X')
    expect(codesOf('radiological physics') ?? []).not.toContain('2085R0202X')
  })

  it('lists each word once', () => {
    const keys = specialtyWords.flatMap(([words]) => words.split(', ').map((word) => joinedKey(foldPhrase(word))))
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
    expect(keys).not.toContain('')
  })
})

describe('a description', () => {
  it.each([
    ['Internal Medicine, Cardiovascular Disease', ['207RC0000X']],
    ['internal medicine - cardiovascular disease', ['207RC0000X']],
    ['Allopathic & Osteopathic Physicians/Internal Medicine, Cardiovascular Disease', ['207RC0000X']],
    ['Surgery Vascular Surgery', ['2086S0129X']],
    ['Internal Medicine', ['207R00000X']],
    ['Midwife', ['176B00000X']],
  ])('names its own code: %s', (text, codes) => {
    expect(codesOf(text, { labels: none, descriptions: new Map([['176B00000X', 'Other/Midwife']]) })).toEqual(codes)
  })

  it('of a whole classification also means codes below it that a common word of the same letters means', () => {
    expect(codesOf('Dermatology')).toEqual(expect.arrayContaining(['207N00000X', '207ND0101X']))
    expect(codesOf('Emergency Medicine')).toContain('207PE0004X')
    expect(codesOf('Emergency Medicine')).not.toContain('2080P0204X')
    expect(codesOf('emergency')).toContain('2080P0204X')
  })

  it('of CMS names its own code and at most codes below it, with and without the grouping', () => {
    const texts = Object.entries(cmsDescriptions).flatMap(([grouping, byCode]) =>
      Object.entries(byCode).flatMap(([code, several]) =>
        several.split(' | ').flatMap((text) => [
          { code, text },
          { code, text: `${grouping}/${text}` },
        ]),
      ),
    )
    expect(texts.length).toBeGreaterThan(800)
    expect(texts.filter(({ code, text }) => !namesItsOwn(code, codesOf(text)))).toEqual([])
  })

  it('of ours, a label, names its own code, and at most codes below it where no common word is written the same', () => {
    const common = new Set(
      specialtyWords.flatMap(([words]) => words.split(', ').map((word) => joinedKey(foldPhrase(word)))),
    )
    const wrong = [...ownLabels].filter(([code, label]) => {
      const codes = codesOf(label)
      return common.has(joinedKey(foldPhrase(label))) ? !codes?.includes(code) : !namesItsOwn(code, codes)
    })
    expect(wrong).toEqual([])
  })

  describe.skipIf(!existsSync(taxonomyFile))('of NUCC (needs the shared data)', () => {
    const forms: readonly (readonly [string, (row: NuccRow) => string])[] = [
      ['with a comma', ({ classification, specialization }) => listed([classification, specialization], ', ')],
      ['with a blank', ({ classification, specialization }) => listed([classification, specialization], ' ')],
      ['with a dash', ({ classification, specialization }) => listed([classification, specialization], ' - ')],
      ['behind its grouping', (row) => listed([row.grouping, row.classification, row.specialization], '/')],
    ]
    const ofOneCode = (form: (row: NuccRow) => string) => {
      const rows = nuccRows()
      const texts = rows.map((row) => descriptionOf(row))
      const isOfOne = (text: string) => texts.filter((other) => other === text).length === 1
      return rows.flatMap((row) => ({ code: row.code, text: form(row), isOfOne: isOfOne(descriptionOf(row)) }))
    }

    it.each(forms)('names its own code and at most codes below it, %s, with the table loaded', (_, form) => {
      const rows = nuccRows()
      const known: KnownSpecialties = {
        labels: new Map(rows.map(({ code, displayName }) => [code, displayName])),
        descriptions: new Map(rows.map((row) => [row.code, `${row.grouping}/${descriptionOf(row)}`])),
      }
      const all = ofOneCode(form)
      expect(all.filter(({ code, text }) => codesOf(text, known)?.includes(code) !== true)).toEqual([])
      // NUCC describes three pairs of codes by the same words.
      const unique = all.filter(({ isOfOne }) => isOfOne)
      expect(unique.length).toBe(all.length - 6)
      expect(unique.filter(({ code, text }) => !namesItsOwn(code, codesOf(text, known)))).toEqual([])
      expect(rows.filter(({ code, displayName }) => codesOf(displayName, known)?.includes(code) !== true)).toEqual([])
    })

    it.each([forms[0], forms[3]])('never names a set without its own code, %s, without the table', (_, form) => {
      const wrong = ofOneCode(form).filter(({ code, text }) => codesOf(text)?.includes(code) === false)
      expect(wrong).toEqual([])
    })
  })

  it.skipIf(!existsSync(recordings))(
    'of the NPI Registry names its own code, or is not known (needs the shared data)',
    () => {
      const texts = readdirSync(recordings).flatMap((file) =>
        Array.from(
          readFileSync(`${recordings}/${file}`, 'utf8').matchAll(/"code": *"(\d{2}\w{7}X)",[^}]*?"desc": *"([^"]+)"/g),
          ([, code = '', text = '']) => ({ code, text }),
        ),
      )
      expect(texts.length).toBeGreaterThan(50)
      expect(texts.filter(({ code, text }) => codesOf(text)?.includes(code) === false)).toEqual([])
    },
  )
})

interface NuccRow {
  code: string
  grouping: string
  classification: string
  specialization: string
  displayName: string
}

function nuccRows(): NuccRow[] {
  let header: string[] = []
  const rows: NuccRow[] = []
  const reader = new CsvReader({
    header: (names) => {
      header = names
    },
    row: (row) => {
      const field = (name: string) => row.text(header.indexOf(name)).trim()
      rows.push({
        code: field('Code'),
        grouping: field('Grouping'),
        classification: field('Classification'),
        specialization: field('Specialization'),
        displayName: field('Display Name'),
      })
    },
    refused: (line, rule) => {
      throw new Error(`line ${line}: ${rule}`)
    },
  })
  reader.push(readFileSync(taxonomyFile))
  reader.end()
  return rows
}

const listed = (parts: readonly string[], between: string): string => parts.filter((part) => part !== '').join(between)

const descriptionOf = ({ classification, specialization }: NuccRow): string =>
  listed([classification, specialization], ', ')

/** Below a classification, whose code ends in 00000X, are the codes that begin as it does. */
function namesItsOwn(code: string, codes: readonly string[] | undefined): boolean {
  const isBelow = (one: string) => code.endsWith('00000X') && one.startsWith(code.slice(0, -6))
  return codes?.includes(code) === true && codes.every((one) => one === code || isBelow(one))
}
