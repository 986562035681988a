/** "M.D., PH.D" is MD and PhD; "RN BSN" is RN and BSN; "PHYSICAL THERAPIST" stays one. */
export function splitCredentials(text: string): string[] {
  if (text === '') return []
  const known = remembered.get(text)
  if (known !== undefined) return [...known]
  const parts = text
    .split(/[,;&+]|\sAND\s/i)
    .flatMap(splitSlash)
    .flatMap((part) => splitBlanks(part.trim()))
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
  const credentials = [...new Set(parts)]
  if (remembered.size >= rememberedMax) remembered.clear()
  remembered.set(text, credentials)
  return [...credentials]
}

/** A few thousand texts make up nearly all rows. */
const remembered = new Map<string, readonly string[]>()
const rememberedMax = 20_000

/** "MD/PHD" is two credentials, "OTR/L" is one. */
function splitSlash(part: string): string[] {
  const pieces = part.split('/')
  return pieces.length > 1 && pieces.every((piece) => usualCase.has(bare(piece))) ? pieces : [part]
}

function splitBlanks(part: string): string[] {
  const tokens = part.split(/\s+/).map(withoutDots)
  if (tokens.every((token) => /^\p{L}$/u.test(token))) return [named(tokens.join(''))]
  const whole = tokens.join('')
  if (usualCase.has(bare(whole)) && tokens.length > 1 && !tokens.every((token) => usualCase.has(bare(token)))) {
    return [named(whole)]
  }
  if (tokens.every(looksLikeCredential)) return tokens.map(named)
  return [tokens.length === 1 ? named(whole) : tokens.join(' ')]
}

function withoutDots(token: string): string {
  return token.replaceAll('.', '').replace(/^[-()]+|[-()]+$/g, '')
}

function named(token: string): string {
  return usualCase.get(bare(token)) ?? token
}

/** Capitals only, without dots and hyphens. */
function bare(token: string): string {
  return token.replace(/[^\p{L}\p{N}/]/gu, '').toUpperCase()
}

/** Also with a specialty (FNP-BC), or initials that form no word. */
function looksLikeCredential(token: string): boolean {
  const [stem = ''] = token.toUpperCase().split('-')
  return usualCase.has(bare(token)) || usualCase.has(stem) || /^[B-DF-HJ-NP-TV-XZ]{2,6}$/.test(bare(token))
}

const usual =
  'MD DO PhD PharmD PsyD EdD DrPH ScD RPh AuD OD DDS DMD DPM DC DPT DNP DVM DSc DSW DMSc DHSc DAOM MBBS MBChB BDS ' +
  'PA PA-C RPA RPA-C NP NP-C FNP FNP-C FNP-BC ANP ANP-C ANP-BC PNP CPNP CNP CRNP ARNP APRN APN APNP AGNP AGACNP ACNP ACNP-BC ' +
  'PMHNP PMHNP-BC WHNP WHNP-BC CNM CNS CRNA RN LPN LVN BSN MSN RNFA CNA ND NMD LAc LMT DOM ' +
  'PT MPT MSPT PTA OT OTR OTR/L OTD OTA COTA COTA/L MOT MSOT LOT SLP CCC-SLP CCC CCC-A CCC-SP FAAA ATC LAT CSCS RRT CRT RT ' +
  'LCSW LCSW-C LICSW LSW LMSW LGSW MSW CSW ACSW LISW LPC LPCC LCPC LMHC LMFT MFT LMFTA LCMFT LCMHC LPCA LPCI NCC LADC LCDC CADC ' +
  'CADC-II LAC LBA BCBA BCBA-D RBT BCaBA QMHP HSPP MS MA MPH MPA MBA MEd MSEd MHA MHS MMS MMSc MSc BS BA BSc AA AAS JD ' +
  'RD RDN LD LDN CDE CDCES RDH CDA CPhT BCPS BCOP BCACP CGP FACS FACP FACC FACOG FAAP FACEP FAAFP FACR FACOS FAAOS FCCP ' +
  'CPO CP CO LPO BOCO BOCP CPED CFO CEO EMT EMT-P CCM CRC CHT PCA HHA CMA RMA IBCLC'

const usualCase = new Map(usual.split(' ').map((name) => [bare(name), name]))

/** Known credentials that are also names or words: Do and Ma are surnames, DC follows Washington. */
const ambiguous = new Set(
  'DO MA PA BA BS MS CO CP AA AS LAC LAT LOT MED MOT DC OT PT RT LD ND OD CEO CPO CFO RPA ACE MPA'.split(' '),
)

/** `maybe` where it is also a name. A specialty may follow (FNP-BC). */
export function credentialLikeness(word: string): 'surely' | 'maybe' | 'no' {
  const forms = word
    .toUpperCase()
    .split('/')
    .map((piece) => bare(piece))
  const stem = word.toUpperCase().replace(/-[A-Z]{1,3}$/, '')
  const isKnown = usualCase.has(bare(word)) || usualCase.has(bare(stem)) || forms.every((form) => usualCase.has(form))
  if (!isKnown) return 'no'
  return forms.some((form) => ambiguous.has(form)) || ambiguous.has(bare(stem)) ? 'maybe' : 'surely'
}
