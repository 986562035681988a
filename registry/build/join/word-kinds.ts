/** Words of capitals: which are initials, which are spoken, and which are abbreviations. */
const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

export const romanNumerals = words('II III IV VI VII VIII IX XI XII XIII XIV XVI')

export const smallWords = words('OF THE AND FOR AT BY ON TO WITH')

/** Initials that could be spoken; those that could not need no list. */
export const initials = words(
  'LLC LLP LP PA PLLC PLLP PSC APC APMC ASC SC MD DO DDS DMD OD PT OT RN ARNP APRN USA US UCLA USC UC UT UNC UAB ' +
    'DBA MRI PET ENT EMS EMT ER ICU VA VNA YMCA YWCA AIDS HIV IV OB GYN OBGYN SNF LTAC DME ADHC ICF IDD CEO CFO COO CIO CMO ' +
    'CNO EVP AVP SE SW NE NW BOCES NYU UCI UIC UAMS UVA OSU LSU ASU FSU MUSC EEG EKG ECG EMG ABA AFC CPAP BIPAP ' +
    'NICU PICU SICU AFB JBSA JBER NAS LPN CNA CRNA FNP DVA VAMC NAMI IPA PHO ACO HMO PPO EPO TMJ IOP PHP TMS TENS ' +
    'HCA LCSW LMHC LMFT LPC MFT MSW MPT DPT PTA OTR OTA SLP CCC PHD PSYD PHARMD RPH DPM DNP DC NP RD LD CDE ' +
    'EAP EHR EPSDT ESRD UHS IHS IHC IHSS IPC UPS UM UMC UH NIH ECU SLU FIU FAU POB MOB UCSD UCSF USAF USMC USN ACS AHN AHS AHC AMG',
)

export const addressInitials = words(
  'N S E W NE NW SE SW PO US RR CR FM SR HC PMB APO FPO DPO PSC CMR NYC USA VA AA AE AP NAS MCAS USS',
)

export const specialCase = new Map([
  ['PHD', 'PhD'],
  ['PHARMD', 'PharmD'],
  ['PSYD', 'PsyD'],
  ['RPH', 'RPh'],
  ['AUD', 'AuD'],
])

/** Short words and abbreviations that would be taken for initials. */
export const shortWords = words(
  // Short for a word, without a vowel.
  'ST STE DR MRS JR SR MT FT LTD LN CTR PKWY HWY BLVD SQ BLDG GTR LVL MTN ASST SVC SVCS GRP HLTH MGMT DEPT DPT CNTY TWP PLZ ' +
    'PHCY PHARM INTL NTL RX DRS HSP HOSP NRSG MGR CNTR CTRS SRVCS SVS SRVS MKT ASSN ASSOC NATL REHAB MED ' +
    // Names without a vowel.
    'NG MC ' +
    // Of two letters.
    'AM AN AS AT BE BY CO ED EL FE GO HE HO IF IS JO LE LI LU MY NO NU OF ON SO TO UP WE WU XU YU YE YO YOU ' +
    // Of three letters.
    'ACE ACT ADD AGE AID AIR ALL AND ANN ANY ARC ARE ARM ART ASK AVE BAR BAY BED BEE BEN BIG BIO BOB BOX BOY BUD BUS BUY CAB CAN CAR ' +
    'CAT COX CUT DAN DAY DEE DEL DES DOS DOT DRY EAR EAT ELM ELI EVA EVE EYE FAX FIT FIX FLY FOR FOX FUN GAS GEM GEN GET GUT GUY ' +
    'HER HEY HIM HIP HIS HOT HOW HUB ICE IDA INC INN IVY JAY JET JIM JOB JOE JON JOY KAY KEN KEY KID KIM KIT LAB LAS LAW LAY LEE LEG LEI LEN ' +
    'LEO LES LET LIN LIP LOS LOU LOW LUX MAN MAP MAC MAR MAX MAY MEN MET MID MIX MOM MUD NAN NET NEW NEO NIX NOR NOT NOW NUT OAK OFF OIL OLD ONE ' +
    'ORO OUR OUT OWL OWN PAL PAM PAN PAT PAY PEN PER PET PIN POP PRO PUT RAE RAY RED REX REY RIM RIO ROB RON ROY RUN SAC SAM SAN SEA SEC SEE SET ' +
    'SHE SIX SKY SON SOL SPA SUE SUN TAI TAN TAO TEA TEN THE TIM TIP TOE TOM TOP TOT TOY TRI TRU TWO UNI URO USE VAN VIA VIP VIE VON ' +
    'WAY WEB WEE WHO WHY WIN WON YES YET YOU ZEN ZIP ZOE',
)

/** USPS's abbreviations without a vowel (Publication 28, appendices B and C), and what people type for them. */
export const addressWords = words(
  'AV BCH BL BLVD BR BRG BRK BLF BYP CLB CLF CRK CRST CT CTR CTRS CNTR CV DIV DR DRS DRV FLD FLDS FLS FLT FRD FRG FRK FRKS FRST FRY FT FRWY FWY GDN ' +
    'GDNS GLN GRN GRV HGTS HBR HL HLS HTS HWY HGWY HVN INDPLS JCT KNL KNLS KY LDG LGT LN LNDG LF LVL LK LKS LCK MDW MDWS ML MLS MNR MSN MT MTN MTNS ' +
    'NCK PK PKWY PKY PKWAY PKWYS PL PLN PLNS PLZ PR PRT PSGE PT PTS RD RDG RDS RPD RST RT RM RMS SHL SHR SHRS SMT SPC SPG SPGS SPGS ' +
    'SQ SQS ST STS STR STRM STE TR TRFY TRL TRLR TRWY TPKE TPK TWP VL VLG VLY VW VWS WLS WL XING XRD BLDG BLD BLG FL FLR DEPT DPT ' +
    'HNGR LBBY LWR UPPR FRNT NTH STH CNTY CRT CTY CYN CSWY XRDS EXPY EXT BSMT OFC SUIT ATTN SVC SVCS DRWR MGMT HOSP HSP GRP MED ' +
    'AL AN AS AT AU BE BO BY DE DI DU ED EL FE GO HE IS JO JR LA LE LU MY NO OF ON OX TO UP RX RTE AVE APT CIR NORTHPK GYM SKY FLY DRY TRYON BRYN MAWR ' +
    'WYNN GWYNN FLYNN LYNN GLYNN CO',
)

/** Consonants with which a spoken word may begin and end. Between vowels are an ending and a beginning. */
const beginnings = new Set(
  (
    'B C D F G H J K L M N P Q R S T V W X Y Z BL BR CH CHL CHR CL CR CZ DR DW FL FR GH GL GN GR GU GW HW KH KL KN KR KW LL MC NG ' +
    'PF PH PHL PHR PL PR PS QU RH SC SCH SCHL SCHM SCHN SCHR SCHW SCL SCR SH SHR SK SKL SKR SL SM SN SP SPH SPL SPR SQ SQU ST STR SV SW SZ ' +
    'TH THR TR TS TW TZ VL VR WH WR ZH ZW'
  ).split(' '),
)
const endings = new Set(
  (
    'B C D F G H J K L M N P Q R S T V W X Y Z BB BBS BS CE CH CHS CK CKS CS CT CTS DD DDS DGE DS DT DTH FF FFS FS FT FTH FTS GG GGS GH GHT ' +
    'GHTS GHS GN GS HL HLS HM HN HNS HR HRS HS KS LB LBS LCH LD LDS LF LFS LK LKS LL LLS LM LMS LN LP LPS LS LSH LT LTH LTS LTZ LTZE LV LVES ' +
    'LZ MB MBS MM MMS MN MP MPF MPS MPT MPTS MS MZ NC NCH NCK NCKS ND NDS NDT NG NGS NGST NGTH NK NKS NN NNS NS NST NT NTH NTS NTZ NX NZ PH PHS PP PPS PS PT PTS ' +
    'RB RBS RC RCH RD RDS RF RG RGH RK RKS RL RLD RLDS RLS RM RMS RN RNS RP RPS RPH RR RRS RS RSCH RSH RST RT RTH RTS RTZ RV RZ SCH SH SK SKI SKS SM SMS SP SPS SS SSL ' +
    'ST STH STS TCH TH THS TS TT TTS TZ VS WD WK WKS WL WLS WN WNS WS WT XT XTH ZZ'
  ).split(' '),
)

export function isSpoken(run: string): boolean {
  if (!/^[A-Z]+$/.test(run)) return true
  const clusters = run.split(/[AEIOUY]+/)
  if (clusters.length === 1) return shortWords.has(run)
  return clusters.every((cluster, place) => {
    if (cluster === '') return true
    if (place === 0) return beginnings.has(cluster)
    if (place === clusters.length - 1) return endings.has(cluster)
    return isBetweenVowels(cluster)
  })
}

function isBetweenVowels(cluster: string): boolean {
  if (beginnings.has(cluster) || endings.has(cluster)) return true
  for (let at = 1; at < cluster.length; at++) {
    if (endings.has(cluster.slice(0, at)) && beginnings.has(cluster.slice(at))) return true
  }
  return false
}
