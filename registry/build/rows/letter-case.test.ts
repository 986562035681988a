import { expect, test } from 'vitest'
import { inCase } from './letter-case.ts'

test.each([
  ["O'BRIEN", "O'Brien"],
  ['MCDONALD', 'McDonald'],
  ['MC', 'Mc'],
  ['SMITH-JONES', 'Smith-Jones'],
  ['VAN DER BERG', 'Van Der Berg'],
  ["D'ANGELO", "D'Angelo"],
  ['NG', 'Ng'],
  ['SMITH III', 'Smith III'],
  ['JR.', 'Jr.'],
  ['DR.', 'Dr.'],
  ['MUÑOZ', 'Muñoz'],
  ['de la Cruz', 'de la Cruz'],
  ['', ''],
])('the family name %j is written %j', (text, expected) => {
  expect(inCase(text, 'family')).toBe(expected)
})

test.each([
  ['MARY ANN', 'Mary Ann'],
  ['JT', 'JT'],
  ['J.', 'J.'],
  ['TY', 'Ty'],
  ['ST JOHN', 'St John'],
])('the given name %j is written %j', (text, expected) => {
  expect(inCase(text, 'given')).toBe(expected)
})

test.each([
  ['OPEN MRI OF ST PAUL, LLC', 'Open MRI of St Paul, LLC'],
  ['PHYSICIANS EYEWEAR, L.L.C.', 'Physicians Eyewear, L.L.C.'],
  ["KIRK'S DRUG, INC", "Kirk's Drug, Inc"],
  ["ST. JUDE CHILDREN'S HOSPITAL", "St. Jude Children's Hospital"],
  ['THE HERITAGE OF HUNTINGTON', 'The Heritage of Huntington'],
  ['DEBRA R. BOENDER, DPM, PHD, PLLC', 'Debra R. Boender, DPM, PhD, PLLC'],
  ['JAMES DUFFY, JR., M.D., P.A.', 'James Duffy, Jr., M.D., P.A.'],
  ['CVS PHARMACY #11249', 'CVS Pharmacy #11249'],
  ['DALLAS NW USA LTD', 'Dallas NW USA Ltd'],
  ['3RD STREET CLINIC II', '3rd Street Clinic II'],
  ['MCKESSON', 'McKesson'],
  ['Sanford Clinic of SW Florida', 'Sanford Clinic of SW Florida'],
])('the organization %j is written %j', (text, expected) => {
  expect(inCase(text, 'organization')).toBe(expected)
})

test.each([
  ['1400 S 15TH ST STE 105N', '1400 S 15th St Ste 105N'],
  ['308 HARVARD ST SE', '308 Harvard St SE'],
  ['PO BOX 2168', 'PO Box 2168'],
  ['P.O. BOX 7', 'P.O. Box 7'],
  ['2207 NE 3RD AVE NW', '2207 NE 3rd Ave NW'],
  ['US HIGHWAY 19 N', 'US Highway 19 N'],
  ['MCALLEN', 'McAllen'],
  ['STE.6', 'Ste.6'],
])('the address %j is written %j', (text, expected) => {
  expect(inCase(text, 'address')).toBe(expected)
})
