import { groupNamed } from '../../../build/documentation/documented.ts'

export const content = groupNamed('verifications')
