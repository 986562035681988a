import type { SourceList } from '../../source-list.ts'

export const medicareLists: readonly SourceList<'medicare'>[] = []
