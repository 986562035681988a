import { indexOf, optionsOfIndex } from '../../../build/documentation/search-index.ts'

export const searchIndex = indexOf()
export const searchOptions = optionsOfIndex
