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
  ['MUÑOZ', 'Muñoz'],
  ['ŞİMŞEK', 'Şimşek'],
  ['S\u0327I\u0307MS\u0327EK', 'S\u0327ims\u0327ek'],
  ["KA'AHUMANU", "Ka'ahumanu"],
  ['KA\u02bbAHUMANU', 'Ka\u02bbahumanu'],
  ['O\u02bcBRIEN', 'O\u02bcBrien'],
  ['O`BRIEN', 'O`Brien'],
  ["DELL'AQUILA", "Dell'Aquila"],
  ['VI', 'Vi'],
  ['XI', 'Xi'],
  ['SMITH VI', 'Smith VI'],
  ['DO', 'Do'],
  ['SMITH MD', 'Smith MD'],
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
  ['VI', 'Vi'],
  ['AJ', 'AJ'],
  ['İPEK', 'İpek'],
  ["DE'ANDRE", "DE'ANDRE"],
])('the given name %j is written %j', (text, expected) => {
  expect(inCase(text, 'given')).toBe(expected)
})

test.each([
  ['JR.', 'Jr.'],
  ['DR.', 'Dr.'],
  ['VI', 'VI'],
  ['MD', 'MD'],
  ['--', '--'],
])('before or behind a name, %j is written %j', (text, expected) => {
  expect(inCase(text, 'affix')).toBe(expected)
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
  ['UPMC EXAMPLE HOSPITAL', 'UPMC Example Hospital'],
  ['NYU EXAMPLE CLINIC', 'NYU Example Clinic'],
  ['AT&T HEALTH CLINIC', 'AT&T Health Clinic'],
  ['JOHNSON&JOHNSON', 'Johnson&Johnson'],
  ['AMERICAN CPAP SPECIALISTS', 'American CPAP Specialists'],
  ['LBJ TROPICAL MEDICAL CENTER', 'LBJ Tropical Medical Center'],
  ['ICF/MR FACILITY', 'ICF/MR Facility'],
  ['MS. JONES HOME', 'Ms. Jones Home'],
  ['WOMEN`S CARE', 'Women`s Care'],
  ["B'NAI B'RITH HOME", "B'nai B'rith Home"],
  ['MCLEAN COUNTY', 'McLean County'],
  ['CO-OP PHARMACY', 'Co-Op Pharmacy'],
  ['QXF HOME CARE', 'QXF Home Care'],
])('the organization %j is written %j', (text, expected) => {
  expect(inCase(text, 'organization')).toBe(expected)
})

test.each([
  ['BELLTONE HEARING AIDS CENTER', 'Belltone Hearing Aids Center'],
  ['AIDS HEALTHCARE FOUNDATION', 'AIDS Healthcare Foundation'],
  ['HIV AND AIDS CLINIC', 'HIV and AIDS Clinic'],
  ['YES WE CAN DO THERAPY LLC', 'Yes We Can Do Therapy LLC'],
  ['DO NO HARM HEALTH', 'Do No Harm Health'],
  ['JOHN SMITH DO PC', 'John Smith DO PC'],
  ['JOHN SMITH, DO', 'John Smith, DO'],
  ['SMITH DO CLINIC', 'Smith DO Clinic'],
  ['CARE FOR US LLC', 'Care for Us LLC'],
  ['ALL OF US', 'All of Us'],
  ['US RENAL CARE', 'US Renal Care'],
  ['CARE FOR US VETERANS', 'Care for US Veterans'],
  ['HEALTH SERVICES OF IN, LLC', 'Health Services of IN, LLC'],
  ['DOCTORS IN TRAINING', 'Doctors in Training'],
  ['CITY OF LA PORTE', 'City of La Porte'],
  ['HOME CARE OF LA', 'Home Care of LA'],
  ['CLINICA DE LA RAZA', 'Clinica De La Raza'],
  ['SMITH DRUG CO', 'Smith Drug Co'],
  ['HOME CARE OF CO, LLC', 'Home Care of CO, LLC'],
])('a word of the organization %j is written by its neighbors: %j', (text, expected) => {
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
  ['4835 LBJ FWY STE 900', '4835 LBJ Fwy Ste 900'],
  ['ELLSWORTH AFB', 'Ellsworth AFB'],
  ['JBSA LACKLAND', 'JBSA Lackland'],
  ['ISLE OF PALMS', 'Isle of Palms'],
  ['2400 S MCCALL RD', '2400 S McCall Rd'],
  ["COEUR D'ALENE", "Coeur D'Alene"],
  ["FAGA'ALU", "Faga'alu"],
  ["KA'AAWA", "Ka'aawa"],
  ['TRUTH OR CONSEQUENCES', 'Truth or Consequences'],
  ['104 OR HWY 99', '104 OR Hwy 99'],
  ['104 NH ROUTE 10', '104 NH Route 10'],
  ['12 MS HWY 15', '12 MS Hwy 15'],
])('the address %j is written %j', (text, expected) => {
  expect(inCase(text, 'address')).toBe(expected)
})
