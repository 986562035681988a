import type { SourceList } from '../../source-list.ts'
import { akMedicaid } from './ak-medicaid.ts'
import { alMedicaid } from './al-medicaid.ts'
import { arDhs } from './ar-dhs.ts'
import { azAhcccs } from './az-ahcccs.ts'
import { caMediCal } from './ca-medi-cal.ts'
import { cmsRevoked } from './cms-revoked.ts'
import { coHcpf } from './co-hcpf.ts'
import { ctDss } from './ct-dss.ts'
import { dcOcp } from './dc-ocp.ts'
import { deDmma } from './de-dmma.ts'
import { ilHfs } from './il-hfs.ts'
import { inFssa } from './in-fssa.ts'
import { ksKdhe } from './ks-kdhe.ts'
import { kyDms } from './ky-dms.ts'
import { laLdh } from './la-ldh.ts'
import { oigLeie } from './leie.ts'
import { maMasshealth, maMasshealthRemoved } from './ma-masshealth.ts'
import { mdMdh } from './md-mdh.ts'
import { msDom } from './ms-dom.ts'
import { mtDphhs } from './mt-dphhs.ts'
import { ncDhhs } from './nc-dhhs.ts'
import { njDebarment } from './nj-debarment.ts'
import { nyOmig } from './ny-omig.ts'
import { ohOdmIndividuals, ohOdmOrganizations } from './oh-odm.ts'
import { paMedicheck } from './pa-medicheck.ts'
import { samExclusions } from './sam.ts'
import { txOig } from './tx-oig.ts'
import { waHca } from './wa-hca.ts'

export const exclusionLists: readonly SourceList<'exclusion'>[] = [
  akMedicaid,
  alMedicaid,
  arDhs,
  azAhcccs,
  caMediCal,
  cmsRevoked,
  coHcpf,
  ctDss,
  dcOcp,
  deDmma,
  ilHfs,
  inFssa,
  ksKdhe,
  kyDms,
  laLdh,
  oigLeie,
  maMasshealth,
  maMasshealthRemoved,
  mdMdh,
  msDom,
  mtDphhs,
  ncDhhs,
  njDebarment,
  nyOmig,
  ohOdmIndividuals,
  ohOdmOrganizations,
  paMedicheck,
  samExclusions,
  txOig,
  waHca,
]
