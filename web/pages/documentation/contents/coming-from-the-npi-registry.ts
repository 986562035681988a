import { guideAt } from '../../../build/documentation/documented.ts'

export const content = guideAt('/documentation/coming-from-the-npi-registry')
