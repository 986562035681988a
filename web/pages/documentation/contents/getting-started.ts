import { guideAt } from '../../../build/documentation/documented.ts'

export const content = guideAt('/documentation')
