import type { SourceList } from '../../source-list.ts'
import { alNursing, alNursingReinstated } from './al-nursing.ts'
import { arNursing } from './ar-nursing.ts'
import { caMedicalActions } from './ca-medical-actions.ts'
import { coDora } from './co-dora.ts'
import { coNursing } from './co-nursing.ts'
import { ctElicense } from './ct-elicense.ts'
import { dcNursing } from './dc-nursing.ts'
import { deDpr } from './de-dpr.ts'
import { flMqa } from './fl-mqa.ts'
import { ilIdfpr } from './il-idfpr.ts'
import { ilNursing } from './il-nursing.ts'
import { kyNursing } from './ky-nursing.ts'
import { maNursing } from './ma-nursing.ts'
import { mdAlliedHealth, mdPhysicians } from './md-physicians.ts'
import { meNursing } from './me-nursing.ts'
import { njNursing } from './nj-nursing.ts'
import { nyOpmc } from './ny-opmc.ts'
import { txMedical } from './tx-medical.ts'
import { vtNursing } from './vt-nursing.ts'
import { waDoh } from './wa-doh.ts'

export const licenseLists: readonly SourceList<'license'>[] = [
  alNursing,
  alNursingReinstated,
  arNursing,
  ...caMedicalActions,
  coDora,
  coNursing,
  ctElicense,
  dcNursing,
  deDpr,
  flMqa,
  ilIdfpr,
  ilNursing,
  kyNursing,
  maNursing,
  mdAlliedHealth,
  mdPhysicians,
  meNursing,
  njNursing,
  nyOpmc,
  txMedical,
  vtNursing,
  waDoh,
]
