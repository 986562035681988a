import { describe, expect, test } from 'vitest'
import { dayOf, isOrganization, licensesOf, npisOf, partyOf, personOf, placeOf, textOf } from './cells.ts'
import type { PersonName } from './source-list.ts'

const told = ({ last, first, middle, suffix }: PersonName) => [last, first, middle, suffix].join('|')

describe('a cell', () => {
  test.each([
    ['20150319', '2015-03-19'],
    ['3/9/2015', '2015-03-09'],
    ['03/09/15', '2015-03-09'],
    ['8/15/83', '1983-08-15'],
    ['2015-03-09', '2015-03-09'],
    ['2015-03-09T00:00:00.000', '2015-03-09'],
    ['2031-08-21 00:00:00', '2031-08-21'],
    ['1/17/2003 12:00:00 AM', '2003-01-17'],
    ['9/3/1997 0:00:00', '1997-09-03'],
    ['42072', '2015-03-09'],
    ['42072.5', '2015-03-09'],
    ['401768', null],
    ['9999999', undefined],
    ['March 9, 2015', '2015-03-09'],
    ['09-MAR-2015', '2015-03-09'],
    ['', null],
    [' N/A ', null],
    ['00000000', null],
    ['Indefinite', null],
    ['PERMANENT', null],
    ['12/31/9999 12:00:00 AM', null],
    ['12/31/2299', null],
    ['13/31/16', undefined],
    ['2/30/2015', undefined],
    ['20151301', undefined],
    ['Exclusion - 4/2/14', undefined],
    ['3/9/0015', undefined],
  ])('%j says the day %j', (cell, day) => {
    expect(dayOf(cell)).toBe(day)
  })

  test.each([
    ['2000000002', ['2000000002']],
    ['2000000002/2000000010', ['2000000002', '2000000010']],
    ['2000000002;\n2000000010;', ['2000000002', '2000000010']],
    ['2000000002 (North) & 2000000010 (South)', ['2000000002', '2000000010']],
    ['PHA000010, 2000000002', ['2000000002']],
    ['2000000002, 2000000002', ['2000000002']],
    ['2000000003', []],
    ['PN20000000021', []],
    ['A2000000002', []],
    ['P1 - 1000001', []],
    ['N/A', []],
  ])('%j has the NPIs %j', (cell, npis) => {
    expect(npisOf(cell)).toEqual(npis)
  })

  test.each([
    ['MD000001E (PA)', ['MD000001E (PA)']],
    ['RN000001 / PN000002', ['RN000001', 'PN000002']],
    ['PC0000001(DE) PC000002 (PA)', ['PC0000001(DE)', 'PC000002 (PA)']],
    ['2000000003', ['2000000003']],
    ['00000000', []],
    ['N/A', []],
    ['NPI 2000000002', []],
  ])('%j has the license numbers %j', (cell, numbers) => {
    expect(licensesOf(cell)).toEqual(numbers)
  })

  test.each([
    ['Bramble MD 20600', 'Bramble', 'MD'],
    ['9 Main St, Ste 2, Towson, MD 21204-1817', 'Towson', 'MD'],
    ['Kokomo, IN\nMarion, IN', 'Kokomo', 'IN'],
    ['9 Main St., Los Angeles, CA', 'Los Angeles', 'CA'],
    ['Louisiana 70006', null, null],
    ['', null, null],
  ])('%j is in %j, %j', (cell, city, state) => {
    expect(placeOf(cell)).toEqual({ city, state })
  })

  test.each(['N/A', ' none ', '-', '', 'NRF', 'NA'])('%j says nothing', (cell) => {
    expect(textOf(cell)).toBe('')
  })
})

describe('a name in one cell', () => {
  test.each([
    ['last first', 'Acorn, Jude B.', 'Acorn|Jude|B.|'],
    ['last first', 'Almond, Jr., Osric Dean', 'Almond|Osric|Dean|Jr'],
    ['last first', 'Chisel, Jr. Wynn Jasper', 'Chisel|Wynn|Jasper|Jr'],
    ['last first', 'Harrow, Sol, W., III', 'Harrow|Sol|W.|III'],
    ['last first', 'Larkspur, Clara Mae, LPN & RN', 'Larkspur|Clara|Mae|'],
    ['last first', 'Candle, Jude Eli, Pharmacist', 'Candle|Jude|Eli|'],
    ['last first', 'Brook, Tilda A. ARNP', 'Brook|Tilda|A.|'],
    ['last first', 'Do, Wren D. DDS', 'Do|Wren|D.|'],
    ['last first', 'BIRCH MD, SABLE A', 'BIRCH|SABLE|A|'],
    ['last first', 'KITE JR MD, CORIN H', 'KITE|CORIN|H|JR'],
    ['last first', 'ASPEN NOLL M          MD', 'ASPEN|NOLL|M|'],
    ['last first', 'ALDER ROWAN F.  JR.', 'ALDER|ROWAN|F.|JR'],
    ['last first', 'DE LA CRUZ ANA', 'DE LA CRUZ|ANA||'],
    ['last first', 'LE THU', 'LE|THU||'],
    ['first last', 'Jasper Pattern, DC', 'Pattern|Jasper||'],
    ['first last', 'Dunstan R. Barley, Jr., PCA', 'Barley|Dunstan|R.|Jr'],
    ['first last', 'Linnet Sable LPN', 'Sable|Linnet||'],
    ['first last', 'Kim Do', 'Do|Kim||'],
    ['first last', 'Linnet Sable, Respiratory Care Practitioner', 'Sable|Linnet||'],
    ['last first', 'PEBBLE-SEDGE,', 'PEBBLE-SEDGE|||'],
    ['last first', 'SEDGE, JUDE P. #99999-', 'SEDGE|JUDE|P.|'],
    ['first last', 'Dr. Ann Lee', 'Lee|Ann||'],
    ['first last', 'Ana Marigold de Ribera', 'de Ribera|Ana|Marigold|'],
    ['first last', 'GARNET AMBER K', 'GARNET|AMBER|K|'],
    ['first last', 'Pebble, Senna', 'Pebble|Senna||'],
  ] as const)('as %s: %s is a person', (order, cell, name) => {
    const party = partyOf(cell, order)
    expect(
      party?.name === null ? 'an organization' : told(party?.name ?? { last: '', first: '', middle: '', suffix: '' }),
    ).toBe(name)
  })

  test.each([
    ['Bracken, Nora Ada (aka Nora Kestrel)', ['Kestrel|Nora||']],
    ['Basil (Stone), Nyx', ['Stone|Nyx||']],
    ['Clover, Kit, RN (aka Kit Sedge, Kit B. Clove, & Kit Elder)', ['Sedge|Kit||', 'Clove|Kit|B.|', 'Elder|Kit||']],
    ['AGATE, LORIS AKA HEATH, LORIS', ['HEATH|LORIS||']],
    ['ADDER ALEX AKA/DBA ULMA ADDERS', ['ADDERS|ULMA||']],
    ['Rowan a/ka. Conker, Ella', ['Conker|Ella||']],
    ['Juniper, Tess (DME Owner)', []],
    ['Willow, Vin H. (PCA)', []],
  ])('%s has the other names %j', (cell, others) => {
    expect(partyOf(cell, 'last first')?.otherNames.map(told)).toEqual(others)
  })

  test('keeps the business of a person beside the name', () => {
    const party = partyOf('Comet, Jude MD dba: Bramble Pathology Labs', 'last first')
    expect(party).toMatchObject({ name: { last: 'Comet', first: 'Jude' }, organization: 'Bramble Pathology Labs' })
  })

  test('in columns has the names in brackets and after "aka" as other names', () => {
    const party = personOf('PEAR (aka Sorrel)', 'CORA (aka Coral)', 'B', '')
    expect([party.name, ...party.otherNames].map((name) => name && told(name))).toEqual([
      'PEAR|CORA|B|',
      'Sorrel|CORA|B|',
      'PEAR|Coral|B|',
    ])
  })

  test('may be Na, None, Null or Nan, but for the middle one', () => {
    const people = [personOf('Na', 'Nan', 'NONE'), personOf('Null', 'None'), partyOf('Na, Nan', 'last first')]
    expect(people.map((person) => person?.name && told(person.name))).toEqual(['Na|Nan||', 'Null|None||', 'Na|Nan||'])
  })

  test('keeps a business after "dba" whole', () => {
    expect(partyOf('ANN ROE (DBA: R & R SPECIAL SERVICES)', 'first last')?.organization).toBe('R & R SPECIAL SERVICES')
  })

  test('is none where the cell says nothing', () => {
    expect([partyOf('', 'last first'), partyOf(',  ', 'last first'), partyOf('N/A', 'first last')]).toEqual([
      null,
      null,
      null,
    ])
  })

  test.each([
    'XYZ - North Bramble LLC',
    'PEBBLE R HEATH, MD PC',
    'MARIGOLD L REED DMD PA II',
    '9 BRAMBLE AVENUE PHARMACY INC',
    'Leaf and Stem Personal Care',
    'BRAMBLE CHILDRENS CENTER',
    'Brambletron',
    'Sedge, LLC',
    'XY-CHIROPRACTIC',
  ])('is of an organization: %s', (cell) => {
    expect(isOrganization(cell)).toBe(true)
  })

  test.each([
    'Church, Frank',
    'ELMA BRIONY FENNEL MCROWAN',
    'MARIA DE LOS ROBLES LAUREL RUIZ',
    'Nolan L Centers MD',
    'Ann Lee',
  ])('is of a person: %s', (cell) => {
    expect(isOrganization(cell)).toBe(false)
  })
})
