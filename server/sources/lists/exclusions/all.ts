import type { SourceList } from '../../source-list.ts'
import { oigLeie } from './leie.ts'

export const exclusionLists: readonly SourceList<'exclusion'>[] = [oigLeie]
