import { outlineOf } from '../../../build/documentation/documented.ts'

export const outline = outlineOf()
