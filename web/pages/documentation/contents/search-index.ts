import { indexOf, optionsOfIndex } from '../../../build/documentation/search-index.ts'

/** Worked out when the web app is built. */
export const searchIndex = indexOf()
export const searchOptions = optionsOfIndex
