/** Errors and notes as OperationOutcomes. */

import type { ErrorCode } from '#contract/errors'
import type { IssueType } from '#contract/fhir'
import type { ApiError } from '../http/verb.ts'

const issueTypes: Readonly<Partial<Record<ErrorCode, IssueType>>> = {
  fhir_value: 'value',
  fhir_not_supported: 'not-supported',
  fhir_too_costly: 'too-costly',
  fhir_timeout: 'timeout',
  fhir_format: 'not-supported',
  wrong_method: 'not-supported',
  no_such_route: 'not-supported',
  invalid_input: 'value',
}

const byStatus: Readonly<Record<number, IssueType>> = {
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  410: 'deleted',
  429: 'throttled',
  500: 'exception',
  502: 'transient',
  503: 'transient',
}

export function errorOutcome(error: ApiError) {
  const parameter = 'parameter' in error.members ? error.members.parameter : undefined
  const issue = {
    severity: 'error',
    code: issueTypes[error.code] ?? byStatus[error.status] ?? 'invalid',
    diagnostics: error.message,
    ...(typeof parameter === 'string' && isPlain.test(parameter) && { expression: [`http.${parameter}`] }),
  }
  return { resourceType: 'OperationOutcome', issue: [issue] }
}

/** FHIRPath has no colons or bars in a name. */
const isPlain = /^[\w.-]+$/

export function informationOutcome(notes: readonly string[]) {
  return {
    resourceType: 'OperationOutcome',
    issue: notes.map((diagnostics) => ({ severity: 'information', code: 'informational', diagnostics })),
  }
}
