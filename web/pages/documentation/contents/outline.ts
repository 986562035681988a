import { outlineOf } from '../../../build/documentation/documented.ts'
import { lastUpdated } from '../../../build/documentation/last-updated.ts'

export const outline = outlineOf()

/** Null where the build did not know it. */
export const updatedOn = lastUpdated()
