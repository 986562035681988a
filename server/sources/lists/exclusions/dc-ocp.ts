/** The District of Columbia writes its list in OIG's columns; the name of the file tells the two apart. */
import { stateRecord } from '../../exclusion-reader.ts'
import type { SourceList } from '../../source-list.ts'
import { oigLeie } from './leie.ts'

export const dcOcp: SourceList<'exclusion'> = {
  kind: 'exclusion',
  name: 'dc-ocp',
  title: 'District of Columbia OCP, Excluded Parties List',
  state: 'DC',
  layouts: oigLeie.layouts,
  fileName: /(^|[^a-z])dc[^a-z]|columbia/i,
  page: 'https://ocp.dc.gov/page/excluded-parties-list',
  rhythmDays: 31,
  terms: stateRecord,
  wholeRollOf: [],
  read: oigLeie.read,
}
