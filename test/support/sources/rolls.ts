/** Lists with made-up rows in the layouts of Colorado, Illinois, Texas, SAM.gov and CMS. */

interface Licensee {
  last: string
  first: string
  number: string
  status?: string
  /** yyyy-mm-dd */
  expires?: string
  action?: string
  /** yyyy-mm-dd */
  actionOn?: string
}

/** The roll of Colorado: licenses of physicians, unless `type` says otherwise. */
export function coloradoRoll(rows: readonly (Licensee & { type?: string })[]): string {
  const header =
    'lastname,firstname,middlename,suffix,entityname,city,state,mailzipcode,licensetype,subcategory,licensenumber,licensefirstissuedate,licenselastreneweddate,licenseexpirationdate,licensestatusdescription,specialty,title,degrees,casenumber,programaction,disciplineeffectivedate,disciplinecompletedate,linktoverifylicense'
  const lines = rows.map(({ last, first, number, type = 'DR', status = 'Active', expires, action = '', actionOn }) =>
    [
      ...[last, first, '', '', '', 'Pueblo', 'CO', '81001', type, '', number],
      ...['2009-02-13T00:00:00.000', '', moment(expires), status, '', '', type === 'DR' ? 'MD' : '', ''],
      ...[action, moment(actionOn), '', ''],
    ].join(','),
  )
  return `${[header, ...lines].join('\n')}\n`
}

function moment(day?: string): string {
  return day === undefined ? '' : `${day}T00:00:00.000`
}

/** The roll of Illinois: licenses of physicians have numbers that begin with 036, those of nurses with 041. */
export function illinoisRoll(rows: readonly Licensee[]): string {
  const header =
    'license_type,description,license_number,license_status,business,title,first_name,middle,last_name,prefix,suffix,business_name,businessdba,original_issue_date,effective_date,expiration_date,city,state,zip,county,specialty_qualifier,controlled_substance_schedule,delegated_controlled_substance_schedule,ever_disciplined,lastmodifieddate,case_number,action,discipline_start_date,discipline_end_date,discipline_reason'
  const lines = rows.map(({ last, first, number, status = 'ACTIVE', expires, action = '', actionOn }) =>
    [
      ...[
        'MEDICAL BOARD',
        'LICENSED',
        number,
        status,
        'N',
        '',
        first,
        '',
        last,
        '',
        '',
        '',
        '',
        '07/01/2004',
        '',
        slashed(expires),
      ],
      ...[
        'CHICAGO',
        'IL',
        '60601',
        'COOK',
        '',
        '',
        '',
        action === '' ? 'N' : 'Y',
        '',
        '',
        action,
        slashed(actionOn),
        '',
        '',
      ],
    ].join(','),
  )
  return `${[header, ...lines].join('\n')}\n`
}

function slashed(day = ''): string {
  const [year = '', month, date] = day.split('-')
  return day === '' ? '' : `${month}/${date}/${year}`
}

/** Nurses of Kentucky, without a status: last name, first name, number. */
export function kentuckyNurses(rows: readonly (readonly [last: string, first: string, number: string])[]): string {
  const header =
    'First name,Last name,Middle name,License Type,KY License Number,KY Licensure Date,KY License Expiration Date'
  return `${[header, ...rows.map(([last, first, number]) => `${first},${last},,RN,${number},01/10/2020,10/31/2099`)].join('\n')}\n`
}

interface Excluded {
  last: string
  first: string
  npi?: string
  license?: string
  /** m/d/yyyy */
  ended?: string
}

/** Exclusions of Texas. */
export function texasExclusions(rows: readonly Excluded[]): string {
  const header =
    'CompanyName,LastName,FirstName,MidInitial,Occupation,LicenseNumber,NPI,StartDate,AddDate,ReinstatedDate,EligibleToReapplyDate,Waiver,WebComments'
  const lines = rows.map(
    ({ last, first, npi = '', license = '', ended = '' }) =>
      `,${last},${first},,20,${license},${npi},6/30/2024,7/2/2024,${ended},,No,LICENSE SUSPENDED`,
  )
  return `${[header, ...lines].join('\n')}\n`
}

export function samExclusions(rows: readonly Excluded[]): string {
  const header =
    '"Classification","Name","Prefix","First","Middle","Last","Suffix","Address 1","Address 2","Address 3","Address 4","City","State / Province","Country","Zip Code","Open Data Flag","Blank (Deprecated)","Unique Entity ID","Exclusion Program","Excluding Agency","CT Code","Exclusion Type","Additional Comments","Active Date","Termination Date","Record Status","Cross-Reference","SAM Number","CAGE","NPI","Creation_Date"'
  const lines = rows.map(
    ({ last, first, npi = '', ended = 'Indefinite' }) =>
      `"Individual","","","${first}","","${last}","","","","","","ALBANY","NY","USA","12201","","","","Reciprocal","HHS","Z1","Prohibition/Restriction","","11/20/2023","${ended}","","","S4MR00001","","${npi}","2023-11-20"`,
  )
  return `${[header, ...lines].join('\n')}\n`
}

export function revokedEnrollments(rows: readonly Excluded[]): string {
  const header =
    'ENRLMT_ID,NPI,FIRST_NAME,MDL_NAME,LAST_NAME,ORG_NAME,MULTIPLE_NPI_FLAG,STATE_CD,PROVIDER_TYPE_DESC,REVOCATION_RSN,REVOCATION_EFCTV_DT,REENROLLMENT_BAR_EXPRTN_DT'
  const lines = rows.map(
    ({ last, first, npi = '', ended = '2099-07-31' }, at) =>
      `I2000000000000${at},${npi},${first},,${last},,N,NY,PRACTITIONER,424.535(A)(2) Provider Conduct,2025-05-20,${ended}`,
  )
  return `${[header, ...lines].join('\n')}\n`
}

export function optOuts(rows: readonly { npi: string; since: string; until: string }[]): string {
  const header =
    'First Name,Last Name,NPI,Specialty,Optout Effective Date,Optout End Date,First Line Street Address,Second Line Street Address,City Name,State Code,Zip code,Eligible to Order and Refer,Last updated'
  const lines = rows.map(
    ({ npi, since, until }) => `A,B,${npi},Psychiatry,${since},${until},1 ELM ST,,RENO,NV,89501,Y,`,
  )
  return `${[header, ...lines].join('\n')}\n`
}
