/**
 * Files of exclusion lists with invented rows in the publishers' layouts, with what they say: a line a row, as
 * `Last|First|Middle|Suffix {organization} +other names; NPIs; licenses; place; first day..end; basis`.
 */
interface ExclusionFile {
  list: string
  fileName: string
  text: string
  rows: readonly string[]
}

export const exclusionFiles: readonly ExclusionFile[] = [
  {
    list: 'ak-medicaid',
    fileName: 'AlaskaExcludedProviderList.csv',
    text: `Exclusion Date,Last Name,First Name,Provider Type,Exclusion Authority,Exclusion Reason
1/15/2019,ROE (aka Poe),ANN MARIE,HEALTH CARE AIDE,OIG,SSA Section 1128(a)(1)
12/3/2025,"BRAMBLE ALH, LLC",-,HOME HEALTH AGENCY,MFCU,STATE SANCTION REASONS
`,
    rows: [
      'ROE|ANN|MARIE + Poe|ANN|MARIE; ; ; ; 2019-01-15..; SSA Section 1128(a)(1); OIG',
      '{BRAMBLE ALH, LLC}; ; ; ; 2025-12-03..; STATE SANCTION REASONS; MFCU',
    ],
  },
  {
    list: 'al-medicaid',
    fileName: 'suspended_providers.csv',
    text: `INDIVIDUALS EXCLUDED FROM PARTICIPATING ,,
"June 16, 2026",,
NAME OF PROVIDER,SUSPENSION,SUSPENSION
,EFFECTIVE DATE,INITIATED BY
PHYSICIANS,,
"Almond, Jr., Osric Dean",02/28/23,MLC & Medicare
"Larkspur, Clara Mae, LPN & RN (aka Clara Sedge & Clara M. Moss)",11/20/99,Medicare
"Bramble Pediatrics, LLC (Ann Roe, MD, Owner)",03/09/09,MLC
"sections of the Act, including sections 1128, 1128A, and 1156.",,
`,
    rows: [
      'Almond|Osric|Dean|Jr; ; ; ; 2023-02-28..; MLC & Medicare',
      'Larkspur|Clara|Mae + Sedge|Clara + Moss|Clara|M.; ; ; ; 1999-11-20..; Medicare',
      '{Bramble Pediatrics, LLC (Ann Roe, MD, Owner)}; ; ; ; 2009-03-09..; MLC',
    ],
  },
  {
    list: 'ar-dhs',
    fileName: 'Download.csv',
    text: `"Division","Facility Name","Provider Name","City","State","Zip"
"","","Roe, Ann B ","Little Rock","AR","72200"
"DMS","Bramble Therapy Inc.","","Pine Bluff","Ar",""
"DCCECE","Bramble Learning Center (99999)","Poe, Jude (Moe)","Hope","  ",""
`,
    rows: [
      'Roe|Ann|B; ; ; Little Rock AR; ..; Excluded',
      '{Bramble Therapy Inc.}; ; ; Pine Bluff AR; ..; DMS',
      'Poe|Jude + {Bramble Learning Center (99999)} + Moe|Jude; ; ; Hope; ..; DCCECE',
    ],
  },
  {
    list: 'az-ahcccs',
    fileName: 'exclusions.csv',
    text: `NPI,Provider Name,Exclusion Effective Date,Exclusion End Date
"2000000002; \r
2000000010",Bramble Family,11/23/2020,11/23/2025
SSN,Ann Roe-Poe ,5/13/2026,5/13/2031
N/A,Sedge Behavioral Health #2,9/20/2023,Permanent
2000000003,"Jude Poe, LPC",12/1/2024,12/1/2029
`,
    rows: [
      '{Bramble Family}; 2000000002 2000000010; ; ; 2020-11-23..2025-11-23; Exclusion',
      'Roe-Poe|Ann; ; ; ; 2026-05-13..2031-05-13; Exclusion',
      '{Sedge Behavioral Health #2}; ; ; ; 2023-09-20..; Exclusion',
      'Poe|Jude; ; ; ; 2024-12-01..2029-12-01; Exclusion',
    ],
  },
  {
    list: 'ca-medi-cal',
    fileName: 'suspended-and-ineligible.csv',
    text: `\uFEFFLast Name,First Name,Middle Name,"A/K/A-Also Known As
D/B/A-Doing Business as",Address(es),Provider Type,License Number,Provider Number,Date of Suspension,Active Period,
"Bramble Pharmacy, Inc.",N/A,N/A,"Roe, Ann; Sedge Drugs","9 Main St., Ste. B, Montclair, CA, 91700",Pharmacy,41999,"PHA000010, 2000000002, 2000000010",7/8/2016,Indefinitely effective,
Roe,Ann,L. ,"Poe, Ann; Roe, Ann Lee; Nan; Sedge Supply Company",,Physician," A 99999, R70000001",N/A,05/20/2025,Indefinitely effective,
`,
    rows: [
      '{Bramble Pharmacy, Inc.; Sedge Drugs} + Roe|Ann; 2000000002 2000000010; 41999; Montclair CA; 2016-07-08..; Pharmacy',
      'Roe|Ann|L. + {Sedge Supply Company} + Poe|Ann + Roe|Ann|Lee + Roe|Nan|L.; ; A 99999, R70000001; ; 2025-05-20..; Physician',
    ],
  },
  {
    list: 'co-hcpf',
    fileName: 'terminated.csv',
    text: `Provider Name,"""Doing Business As"" Name",NPI,Termination Authority,Termination Effective Date
"ROE JR MD, JUDE H",,2000000002; 2000000010,"10 CCR 2505-10, Section 8.076.1.7.e",1/31/2017
Ann Poe,Sedge Villa,2000000028 & 2000000036 &,42 CFR 455.416(c) ,7/6/2021
"Bramble Rides, LLC", ,N/A,"10 CCR 2505-10, Section 8.076.5.A",1/4/2024
`,
    rows: [
      'ROE|JUDE|H|JR; 2000000002 2000000010; ; ; 2017-01-31..; 10 CCR 2505-10, Section 8.076.1.7.e',
      'Poe|Ann + {Sedge Villa}; 2000000028 2000000036; ; ; 2021-07-06..; 42 CFR 455.416(c)',
      '{Bramble Rides, LLC}; ; ; ; 2024-01-04..; 10 CCR 2505-10, Section 8.076.5.A',
    ],
  },
  {
    list: 'ct-dss',
    fileName: 'administrative-actions.csv',
    text: `Name,Business,Specialty,Address,Effective Date,Period,Administrative Action
",","Bramble Center, LLC",LCSW group,"9 Main St, Vernon, Ct, 06066",1/17/2020,5 years,Suspension
"Roe (Poe), Ann M",N/A,Dentist,,4/28/2014,Indefinite,Exclusion
"Sedge, Jude","Sedge Dental, PC",Dentist,,3/6/2015,10 years,Exclusion
`,
    rows: [
      '{Bramble Center, LLC}; ; ; Vernon CT; 2020-01-17..; Suspension; 5 years',
      'Roe|Ann|M + Poe|Ann|M; ; ; ; 2014-04-28..; Exclusion; Indefinite',
      'Sedge|Jude + {Sedge Dental, PC}; ; ; ; 2015-03-06..; Exclusion; 10 years',
    ],
  },
  {
    list: 'dc-ocp',
    fileName: 'DC_excluded_parties.csv',
    text: `LASTNAME,FIRSTNAME,MIDNAME,BUSNAME,GENERAL,SPECIALTY,UPIN,NPI,DOB,ADDRESS,CITY,STATE,ZIP,EXCLTYPE,EXCLDATE,REINDATE,WAIVERDATE,WVRSTATE
,,,BRAMBLE CARE,NURSING FIRM,,,0000000000,,"9 K STREET, NW",WASHINGTON,DC,20005,1128b7,20060126,00000000,00000000,
ROE,ANN,BETH III,,"PHYSICIAN (MD, DO)",GYN/OBS,,2000000002,,,WASHINGTON,DC,20001,1128b4,20160519,00000000,00000000,
`,
    rows: [
      '{BRAMBLE CARE}; ; ; WASHINGTON DC; 2006-01-26..; 1128b7',
      'ROE|ANN|BETH III; 2000000002; ; WASHINGTON DC; 2016-05-19..; 1128b4',
    ],
  },
  {
    list: 'de-dmma',
    fileName: 'sanctioned.csv',
    text: `\uFEFFYear,Sanctioned Provider Name,NPI #,License #,DEA #,OIG / Medicaid Sanction,Effective Date,Reinstated Date,Comments,Source Page
2008,"Jude T. Roe, D.P.M",2000000002,E10000000,,Medicaid Sanction,6/5/2008,6/3/2009,Terminated,1
2016,Ann Poe,N/A,"L1-0000001 (DE), RN000001(FL)",,OIG,13/31/16,Indefinite,Letter of Reprimand,3
2017,"Bramble Laboratory, LLC","2000000003, 2000000010, 3336C0003X",PROMISe #100000001,,Medicaid,10/18/2016,Reinstated effective 07/28/2019,,4
2022,Ann B. Sedge III (PCA),PN000001,N/A,,Department of Human Services,9/6/2022,Suspended,,10
`,
    rows: [
      'Roe|Jude|T.; 2000000002; E10000000; ; 2008-06-05..2009-06-03; Medicaid Sanction; Terminated',
      'Poe|Ann; ; L1-0000001 (DE), RN000001(FL); ; ..; OIG; Letter of Reprimand; Effective Date "13/31/16"',
      '{Bramble Laboratory, LLC}; 2000000010; ; ; 2016-10-18..2019-07-28; Medicaid',
      'Sedge|Ann|B.|III; ; ; ; 2022-09-06..; Department of Human Services; Reinstated Date "Suspended"',
    ],
  },
  {
    list: 'il-hfs',
    fileName: 'sanctions.csv',
    text: `Provider Name,License #,NPI,Provider Type,Affiliation,Action Date,Action Type,Address,Address 2,City,State,Zip Code
ROE ANN B,036000001,2000000002,PHYSICIAN,,4/8/92,Voluntary Withdrawal,,,ADDISON,IL,60101
POE JUDE,2000000010,,,BRAMBLE TRANSPORTATION INC,5/19/11,Barred,,,,,
BRAMBLE TRANSPORTATION INC,,,TAXICAB / LIVERY CO,,1/8/14,Terminated,9 ROUTE 36,,DECATUR,IL,62521
`,
    rows: [
      'ROE|ANN|B; 2000000002; 036000001; ADDISON IL; 1992-04-08..; Voluntary Withdrawal',
      'POE|JUDE; ; 2000000010; ; 2011-05-19..; Barred',
      '{BRAMBLE TRANSPORTATION INC}; ; ; DECATUR IL; 2014-01-08..; Terminated',
    ],
  },
  {
    list: 'in-fssa',
    fileName: 'terminations.csv',
    text: `Provider Terminations (As of April 2026),,,
Provider Name,National Provider Identification (NPI),Service Location Address,Termination Effective Date 
Bramble Health Care,2000000002/2000000010,"Gary, IN",7/7/14
"
Jude B. Roe, MD",2000000028,"Kokomo, IN
Marion, IN               ",12/12/14
Ann Poe (Moe),N/A,Avon IN  ,9/8/21
`,
    rows: [
      '{Bramble Health Care}; 2000000002 2000000010; ; Gary IN; 2014-07-07..; Termination',
      'Roe|Jude|B.; 2000000028; ; Kokomo IN; 2014-12-12..; Termination',
      'Poe|Ann + Moe|Ann; ; ; Avon IN; 2021-09-08..; Termination',
    ],
  },
  {
    list: 'ks-kdhe',
    fileName: 'terminations.csv',
    text: `Updated 5/20/2026,,,,,,
Termination Date:,D/B/A Business Name:,Name:,Provider Type:,KMAP Provider #:,NPI #:,Comments:
11/29/2013,,BrambleLab,Lab,200000000A (North),2000000002 (North); 2000000010 (South),KMAP denied revalidation.
5/7/2011,"Sedge Hearing, Inc. / Sedge Inc.",Ann M. Roe / Ann Poe Jr.,Audiology,100000000B,"2000000028;
2000000036;",Loss of license or other State action.
7/18/24,,Jude Roe,N/A,N/A,N/A,HHS-OIG excluded participation.
`,
    rows: [
      '{BrambleLab}; 2000000002 2000000010; ; ; 2013-11-29..; KMAP denied revalidation.',
      'Roe|Ann|M. + {Sedge Hearing, Inc. / Sedge Inc.} + Poe|Ann||Jr; 2000000028 2000000036; ; ; 2011-05-07..; Loss of license or other State action.',
      'Roe|Jude; ; ; ; 2024-07-18..; HHS-OIG excluded participation.',
    ],
  },
  {
    list: 'ky-dms',
    fileName: 'KYMedicaidTerminationList.csv',
    text: `Kentucky Medicaid,,,,,,
Updated 5/28/2026,,,,,,
First Name,Last Name or Practice Name,NPI,License,Effective Date,Reason for Term/Exclusion,Timeframe of Term/Exclusion
N/A,Bramble ADHC LLC,2000000003,750000,3/31/2026,Violation of KMAP Policy,N/A
Jude C.,"Roe Jr, DO",2000000002; 2000000010,22999,2/12/2016,License Suspended,N/A
Ann ,"Poe, MD (clinics)",N/A,N/A,5/18/2015,N/A,N/A
`,
    rows: [
      '{Bramble ADHC LLC}; ; 750000; ; 2026-03-31..; Violation of KMAP Policy',
      'Roe|Jude|C.|Jr; 2000000002 2000000010; 22999; ; 2016-02-12..; License Suspended',
      'Poe|Ann; ; ; ; 2015-05-18..; Terminated or excluded',
    ],
  },
  {
    list: 'la-ldh',
    fileName: 'Export.csv',
    text: `Document created on: 6/14/2026 4:38:17 PM,,,,,,,,,,,,,,
First Name, Last Name or Entity Name, Birthdate, Affiliated Entity, Title or Provider Type, NPI#, Reason for Exclusion, Period of Exclusion, Reason for Termination, Type of Exclusion, Period of Enrollment Prohibition, Effective Date, Reinstate, State and Zip, Program Office
Ann Beth,"Roe, Jr",1/2/1960,,Owner,NRF,1128b4,Indef,,OIG,,2/20/2003 12:00:00 AM,8/22/2013 12:00:00 AM,,PI
Jude,Poe  (aka Sedge),,,DSW,,DSW Finding,Permanent,,DSW,,8/3/01 0:00,12/31/9999 12:00:00 AM,,HSS
,Bramble Family Services,,,Behavioral Health,2000000002,,5 years,,State,,1/28/2023 12:00:00 AM,,"Baton Rouge, LA 70806",PI
Nan,Moss,,Bramble Care,DSW,,DSW Finding,Permanent,,DSW,,11/12/23 0:00,12/31/1999 12:00:00 AM,,HSS
`,
    rows: [
      'Roe|Ann|Beth|Jr; ; ; ; 2003-02-20..2013-08-22; OIG; 1128b4',
      'Poe|Jude + Sedge|Jude; ; ; ; 2001-08-03..; DSW; DSW Finding',
      '{Bramble Family Services}; 2000000002; ; Baton Rouge LA; 2023-01-28..; State',
      'Moss|Nan; ; ; ; 2023-11-12..; DSW; DSW Finding',
    ],
  },
  {
    list: 'ma-masshealth',
    fileName: 'suspended.csv',
    text: `Provider Name,Provider Type,National Provider Identifier (NPI),Unique ID,Suspension/Exclusion Reason,Suspension/Exclusion Effective Date
ANN B ROE III,PHYSICIAN,2000000002,,LICENSE REVOKED BY LICENSING BOARD,12/1/2025
BRAMBLE,GROUP PRACTICE ORGANIZATION,2000000010,,CRIMINAL CONVICTION,5/1/2015
JUDE  POE,PERSONAL CARE ATTENDANT,NONE,300000,MEDICARE SUSPENSION,1/3/2024
,,,,,
`,
    rows: [
      'ROE|ANN|B|III; 2000000002; ; ; 2025-12-01..; LICENSE REVOKED BY LICENSING BOARD',
      '{BRAMBLE}; 2000000010; ; ; 2015-05-01..; CRIMINAL CONVICTION',
      'POE|JUDE; ; ; ; 2024-01-03..; MEDICARE SUSPENSION',
    ],
  },
  {
    list: 'ma-masshealth-removed',
    fileName: 'removed.csv',
    text: `Provider Name,Provider Type ,National Provider Identifier (NPI),Suspension/Exclusion Reason,Suspension/Exclusion Effective Date,Reinstated into MassHealth,Notes
ANN  ROE,OPTOMETRIST,2000000002,LICENSE REVOKED BY LICENSING BOARD,11/4/2022,6/2/2025,
`,
    rows: ['ROE|ANN; 2000000002; ; ; 2022-11-04..2025-06-02; LICENSE REVOKED BY LICENSING BOARD'],
  },
  {
    list: 'md-mdh',
    fileName: 'sanctioned.csv',
    text: `LAST NAME/ORGANIZATION,FIRST NAME,TYPE OF ENTITY/PROFESSION,SANCTION TYPE,NPI,LICENSE NO,TERMINATION/SANCTION DATE,ADDRESS,CITY/STATE/ZIP
"Roe, III",Ann B.,MD,LB,2000000002,D00000,3/26/2014,,Shady Side MD 20764
Bramble Equipment Inc.,,Business Entity,MFVVU,,,3/15/2024,"9 Court, STE 201","Frederick, MD 21703-1817"
,,,,,,,,
MDH = Other sanction by Maryland Department of Health,,,,,,,,
`,
    rows: [
      'Roe|Ann|B.|III; 2000000002; D00000; Shady Side MD; 2014-03-26..; LB',
      '{Bramble Equipment Inc.}; ; ; Frederick MD; 2024-03-15..; MFVVU',
    ],
  },
  {
    list: 'ms-dom',
    fileName: 'sanctioned.csv',
    text: `Sanctioned Providers List,,,,,,,,,,,,,,,,,,,,,,,
Updated: 06.08.26,,,,,,,,,,,,,,,,,,,,,,,
#,"Provider Entity \r
(Org/Ind)",Role,"Provider Organization Name\r
 (Applicable for Organizations Only)","Provider First Name\r
(Applicable for Individuals Only)","Provider Last Name\r
(Applicable for Individuals Only)","Provider MI Name\r
(Applicable for Individuals Only)","Provider Suffix Name\r
(Applicable for Individuals Only)",Provider Address Line 12,Provider Address Line 2 ,City,State,Zipcode,NPI,Medicaid ID,Date of Birth,Provider Type,Provider Speciality ,Termination Effective Date,Termination End Date,Exclusion Period,Termination Reason,Sanction Type,Additional Notes 
1,Organization,Provider,Bramble House,Ann,Roe,J ,,9 Lane,,Inverness,MS,38753,2000000002,004000000,,Custodial Care Facility,,6/30/2023,12/31/2999,"June 30, 2023 - Indefinite",Criminal Conduct,DOM-Division of Medicaid,
2,,,,,,,,,,,,,,,,,,,,,,,
3,Individual,Provider, ,Jude,Poe,,MD,,,Brandon,MS ,39047,,,1/2/1960,Physician,,10/30/02,11/19/2024,,Licensing Problems,LB-Licensing Board,Surrender of License
`,
    rows: [
      'Roe|Ann|J + {Bramble House}; 2000000002; ; Inverness MS; 2023-06-30..; DOM-Division of Medicaid; Criminal Conduct',
      'Poe|Jude; ; ; Brandon MS; 2002-10-30..2024-11-19; LB-Licensing Board; Licensing Problems',
    ],
  },
  {
    list: 'mt-dphhs',
    fileName: 'terminated.csv',
    text: `Terminated/Excluded Provider(s),Healthcare Profession,NPI,Effective Date,
"Roe (Poe), Ann",Registered Nurse,,8/20/2007,OIG Exclusion
"a.k.a. Moss, Ann Beth",,,,
Sedge Jude D.,Physician,2000000002,1/1/2014,OIG Exclusion/State Termination
`,
    rows: [
      'Roe|Ann + Poe|Ann; ; ; ; 2007-08-20..; OIG Exclusion',
      'Moss|Ann|Beth; ; ; ; ..; Another name of the provider above it in the list',
      'Sedge|Jude|D.; 2000000002; ; ; 2014-01-01..; OIG Exclusion/State Termination',
    ],
  },
  {
    list: 'nc-dhhs',
    fileName: 'excluded.csv',
    text: `STATE EXCLUDED PROVIDERS LIST - PUBLISHED MAY 2026,,,,,,,,
,,,,,,,,
Terminations through 04.30.2026,,,,,,,,
EXCLUDED ENTITY,NPI/ATYPICAL ID (EXCLUDED),EFFECTIVE DATE,REASON FOR EXCLUSION  ,CITY,STATE,ZIP CODE,OWNERSHIP,
BRAMBLE HEALTHCARE LLC,2000000002,2/19/2026,FEDERAL,KINSTON ,NC,28501,JUDE POE,
ANN ROE (DBA: M & M SPECIAL SERVICES) ,50000000,12/16/2024,OIG/STATE,GREENSBORO ,NC,27403,ANN ROE,
`,
    rows: [
      '{BRAMBLE HEALTHCARE LLC}; 2000000002; ; KINSTON NC; 2026-02-19..; FEDERAL',
      'ROE|ANN + {M & M SPECIAL SERVICES}; ; ; GREENSBORO NC; 2024-12-16..; OIG/STATE',
    ],
  },
  {
    list: 'nj-debarment',
    fileName: 'debarment.csv',
    text: `Provider Name,Title,NPI,Street,City,State,Zip,Action,Effective Date,Expiration Date
"ROE, ANN AKA POE, ANN B.",CHHA,,,WAYNE,NJ,07470,DISQUALIFICATION,5/29/2015
"SEDGE, JUDE P.",MD,2000000002,,BRICK,NJ,08724,DEBARMENT,1/20/2015,PERMANENT
BRAMBLE AMBULANCE,,,9 MAIN STREET,UNION,NJ,07083,SUSPENSION,,3/26/2021
`,
    rows: [
      'ROE|ANN + POE|ANN|B.; ; ; WAYNE NJ; 2015-05-29..; DISQUALIFICATION',
      'SEDGE|JUDE|P.; 2000000002; ; BRICK NJ; 2015-01-20..; DEBARMENT',
      '{BRAMBLE AMBULANCE}; ; ; UNION NJ; ..2021-03-26; SUSPENSION',
    ],
  },
  {
    list: 'ny-omig',
    fileName: 'exclusions.csv',
    text: `provider_name,license_num,npi_num,provider_type,exclusion_effective_date
BRAMBLE AVE PHARM         INC,00010000,2000000002,Pharmacy,10/02/2008
ROE ANN M             MD,00120000,2000000010,Physician,07/23/1997
POE JUDE F.  JR. AKA/DBA JUDE SEDGE,,,Owner-Pharmacy,08/04/2005
BRAMBLE SEDGE,00000000,,Transportation Company,10/09/2017
MOSS ANN,,,Physician Practice,10/09/2018
`,
    rows: [
      '{BRAMBLE AVE PHARM INC}; 2000000002; 00010000; ; 2008-10-02..; Exclusion',
      'ROE|ANN|M; 2000000010; 00120000; ; 1997-07-23..; Exclusion',
      'POE|JUDE|F.|JR + SEDGE|JUDE; ; ; ; 2005-08-04..; Exclusion',
      'BRAMBLE|SEDGE + {BRAMBLE SEDGE}; ; ; ; 2017-10-09..; Exclusion',
      'MOSS|ANN + {MOSS ANN}; ; ; ; 2018-10-09..; Exclusion',
    ],
  },
  {
    list: 'ny-omig',
    fileName: 'tabdelimited.txt',
    text: `PROVIDER_NAME\tLICENSE_NUMBER\tNPI_Number\tPROVIDER_TYPE\tSANCTION_DATE\tACTION_TYPE
"ROE ANN LPN"\t00570000/00280000\t2000000002\tLPN\t05/20/2014\tExclusion - 18NYCRR515.7(e)
`,
    rows: ['ROE|ANN; 2000000002; 00570000, 00280000; ; 2014-05-20..; Exclusion - 18NYCRR515.7(e)'],
  },
  {
    list: 'oh-odm-individuals',
    fileName: 'individuals.csv',
    text: `Last Name,First Name,Middle Name,DOB,NPI,Provider ID,Status,Action Date,Date Added,Provider Type
Roe (Poe),Ann,B,1/2/1960,"2000000002, 200000001",0714000,Excluded ,1/10/2019,Exclusion - 4/2/14,20 - Physician
Sedge Jr.,Jude,W,,,,Suspended,,,25 - Aide
`,
    rows: ['Roe|Ann|B + Poe|Ann|B; 2000000002; ; ; 2019-01-10..; Excluded', 'Sedge|Jude|W|Jr; ; ; ; ..; Suspended'],
  },
  {
    list: 'oh-odm-organizations',
    fileName: 'organizations.csv',
    text: `NPI,Organization Name,Address 1,Address 2,City,State,Zip Code,Provider ID,Status,Action Date,Date Added,Provider Type
"2000000002, 2000000010","Bramble, LLC dba Sedge Care",9 Main,#A,Lima ,OH,45804,0954000,Suspended,4/1/2014,4/4/2014,76 - SUPPLIER
`,
    rows: ['{Bramble, LLC dba Sedge Care}; 2000000002 2000000010; ; Lima OH; 2014-04-01..; Suspended'],
  },
  {
    list: 'pa-medicheck',
    fileName: 'medicheck.csv',
    text: `ProviderName,LicenseNumber,Status,BeginDate,EndDate,CAO,ListDate,IND_CHGD,DTE_CHANGE_LAST,NAM_LAST_PROVR,NAM_FIRST_PROVR,NAM_MIDDLE_PROVR,NAM_TITLE_PROVR,NAM_SUFFIX_PROVR,NAM_PROVR_ALT,NAM_BUSNS_MP,IDN_NPI,NBR_FEIN
"Roe, Jr., Ann B., MD",MD000001E (PA),Reinstated,2/3/2015,9/13/2016,Cumberland,6/29/2015,0,6/17/2024,Roe,Ann,B.,MD,Jr.,a.k.a. Ann Lee Poe,,2000000002,00-0000000
Bramble Medical Supply,600000,Terminated,6/7/1998,12/31/2299,Philadelphia,7/1/1998,0,,,,,,,,Bramble Medical Supply,,
"Sedge, Jude (PCA)",,,,,,12/15/2025,0,,,,,,,,,,
`,
    rows: [
      'Roe|Ann|B.|Jr + Poe|Ann|Lee; 2000000002; MD000001E (PA); ; 2015-02-03..2016-09-13; Reinstated',
      '{Bramble Medical Supply}; ; 600000; ; 1998-06-07..; Terminated',
      'Sedge|Jude; ; ; ; ..; Precluded',
    ],
  },
  {
    list: 'pa-medicheck',
    fileName: 'medicheck-2016.csv',
    text: `ProviderName,LicenseNumber,Status,BeginDate,EndDate,CAO,ListDate,IND_CHGD,DTE_CHANGE_LAST,NAM_LAST_PROVR,NAM_FIRST_PROVR,NAM_MIDDLE_PROVR,NAM_TITLE_PROVR,NAM_SUFFIX_PROVR,NAM_PROVR_ALT,NAM_BUSNS_MP,IDN_NPI
"Roe, Ann",RN000001 / SP000002,Precluded,10/20/1999 0:00:00,10/20/2024 0:00:00,Out-of-State,2/1/2000 0:00:00,0,,Roe,Ann,,,,,,
`,
    rows: ['Roe|Ann; ; RN000001, SP000002; ; 1999-10-20..2024-10-20; Precluded'],
  },
  {
    list: 'tx-oig',
    fileName: 'exclusions.csv',
    text: `CompanyName,LastName,FirstName,MidInitial,Occupation,LicenseNumber,NPI,StartDate,AddDate,ReinstatedDate,EligibleToReapplyDate,Waiver,WebComments
 ,Roe,Ann,W JR,20,H0000,2000000002,6/30/1994,9/26/1994,5/5/2004,,No,LICENSE SUSPENDED- REINSTATED 5/5/04.
"Bramble EMS, LLC dba Sedge",,,,CO,,,9/20/2007,12/13/2007,,,No,
,Poe,Jude  (Judd),,Business Owner,,,8/21/2025,12/16/2025,,2031-08-21 00:00:00,No,Conviction 
`,
    rows: [
      'Roe|Ann|W|JR; 2000000002; H0000; ; 1994-06-30..2004-05-05; LICENSE SUSPENDED- REINSTATED 5/5/04.',
      '{Bramble EMS, LLC dba Sedge}; ; ; ; 2007-09-20..; Exclusion',
      'Poe|Jude + Poe|Judd; ; ; ; 2025-08-21..; Conviction',
    ],
  },
  {
    list: 'wa-hca',
    fileName: 'termination.csv',
    text: `Provider Termination and Exclusion List,,,,
Updated 6/10/2026,,,,
Name,License #,NPI # or P1 #,Date of Exclusion,Action
"Bramble Dentures
Roe, Ann L. DN
Poe, Jude DDS",DN60000000,"2000000002
2000000010",9/21/2023,Terminate Medicaid Authority
"Sedge, Nan MD
dba: Sedge Labs",MD00000 (OR),P1 - 1000001,8/30/2005,License Surrendered
Bramble Ambulance,NPI 2000000028,2000000028  ,12/4/2020,License Revoked
,,,,
`,
    rows: [
      'Roe|Ann|L. + {Bramble Dentures}; 2000000002 2000000010; DN60000000; ; 2023-09-21..; Terminate Medicaid Authority',
      'Poe|Jude + {Bramble Dentures}; 2000000002 2000000010; DN60000000; ; 2023-09-21..; Terminate Medicaid Authority',
      'Sedge|Nan + {Sedge Labs}; ; MD00000 (OR); ; 2005-08-30..; License Surrendered',
      '{Bramble Ambulance}; 2000000028; ; ; 2020-12-04..; License Revoked',
    ],
  },
  {
    list: 'sam-exclusions',
    fileName: 'SAM_Exclusions_Public_Extract_V2_26332.CSV',
    text: `"Classification","Name","Prefix","First","Middle","Last","Suffix","Address 1","Address 2","Address 3","Address 4","City","State / Province","Country","Zip Code","Open Data Flag","Blank (Deprecated)","Unique Entity ID","Exclusion Program","Excluding Agency","CT Code","Exclusion Type","Additional Comments","Active Date","Termination Date","Record Status","Cross-Reference","SAM Number","CAGE","NPI","Creation_Date"
"Firm","BRAMBLE CORPORATION","","","","","","9 MAIN ST","","","","LAUREL","MD","USA","20707","","","ABC","Reciprocal","GSA","","Prohibition/Restriction","As the law says.","12/13/2019","11/20/2023","","(also ANN ROE)","S4MR00000","","2000000002","2019-12-13"
"Individual","","MS.","ANN","B","ROE","III","","","","","SAN JUAN","TX","USA","78258","","","","Reciprocal","HHS","Z1","Prohibition/Restriction","","11/20/2023","Indefinite","","","S4MR00001","","0000000000","2023-11-20"
`,
    rows: [
      '{BRAMBLE CORPORATION}; 2000000002; ; LAUREL MD; 2019-12-13..2023-11-20; Prohibition/Restriction; GSA',
      'ROE|ANN|B|III; ; ; SAN JUAN TX; 2023-11-20..; Prohibition/Restriction; HHS; Z1',
    ],
  },
  {
    list: 'sam-exclusions',
    fileName: 'SAM_Exclusions_Public_Extract.CSV',
    text: `"Classification","Name","Prefix","First","Middle","Last","Suffix","Address 1","Address 2","Address 3","Address 4","City","State / Province","Country","Zip Code","DUNS","Exclusion Program","Excluding Agency","CT Code","Exclusion Type","Additional Comments","Active Date","Termination Date","Record Status","Cross-Reference","SAM Number","CAGE","NPI"
"Individual","","","JUDE","M.","POE","","","","","","METUCHEN","NJ","USA","08840","","Reciprocal","OPM","Z2","Prohibition/Restriction","","05/20/2003","Indefinite","","","S4MR00002","",""
`,
    rows: ['POE|JUDE|M.; ; ; METUCHEN NJ; 2003-05-20..; Prohibition/Restriction; OPM; Z2'],
  },
  {
    list: 'cms-revoked',
    fileName: 'Revocation_Extract_2026.07.30.csv',
    text: `ENRLMT_ID,NPI,FIRST_NAME,MDL_NAME,LAST_NAME,ORG_NAME,MULTIPLE_NPI_FLAG,STATE_CD,PROVIDER_TYPE_DESC,REVOCATION_RSN,REVOCATION_EFCTV_DT,REENROLLMENT_BAR_EXPRTN_DT
I20000000000001,2000000002,ANN,L,ROE,,N,FL,PRACTITIONER - INTERNAL MEDICINE,424.535(A)(2) Provider Or Supplier Conduct (Exclusion),2025-05-20,2030-07-31
O20000000000002,,,,,BRAMBLE LLC,N,TX,PART B SUPPLIER,424.535(A)(5) Not Operational,07/01/2020,07/31/2023
`,
    rows: [
      'ROE|ANN|L; 2000000002; ; FL; 2025-05-20..2030-07-31; 424.535(A)(2) Provider Or Supplier Conduct (Exclusion)',
      '{BRAMBLE LLC}; ; ; TX; 2020-07-01..2023-07-31; 424.535(A)(5) Not Operational',
    ],
  },
]
