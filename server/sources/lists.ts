/** Every list that the product can load, each from a file of its own below `lists/`. */
import { exclusionLists } from './lists/exclusions/all.ts'
import { licenseLists } from './lists/licenses/all.ts'
import { medicareLists } from './lists/medicare/all.ts'
import type { AnyList } from './source-list.ts'

export const lists: readonly AnyList[] = [...licenseLists, ...exclusionLists, ...medicareLists]
