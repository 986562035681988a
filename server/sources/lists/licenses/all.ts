import type { SourceList } from '../../source-list.ts'

export const licenseLists: readonly SourceList<'license'>[] = []
