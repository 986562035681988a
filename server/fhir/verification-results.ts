/** The caller's own verifications as VerificationResults, read by the verbs of the verifications API. */
import { type Api, api } from '#contract/api'
import { verificationPageSizeMax } from '#contract/limits'
import type { Verification } from '#contract/verifications'
import { ApiError, fail, type Verb } from '../http/verb.ts'
import { shown, shownName } from '../platform/shown.ts'
import { informationOutcome } from './outcome.ts'
import { type Pairs, refuseUnknown } from './search.ts'

export interface VerificationVerbs {
  list: Verb<Api['listVerifications']>
  get: Verb<Api['getVerification']>
}

type Caller = Parameters<VerificationVerbs['get']>[0]['caller']

const sourceOfChecks = { passed: 'successful', failed: 'failed' } as const

function verificationResult(one: Verification) {
  const { id, npi, createdAt, approvedAt, expiresAt, checks } = one
  return {
    resourceType: 'VerificationResult',
    id,
    meta: { lastUpdated: approvedAt ?? createdAt },
    target: [{ reference: `Practitioner/${npi}` }],
    targetLocation: ['Practitioner.identifier', 'Practitioner.qualification'],
    status: statusOf(one),
    statusDate: approvedAt ?? createdAt,
    validationType: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/validation-type', code: 'primary' }],
    },
    ...(approvedAt !== undefined && { lastPerformed: approvedAt }),
    ...(expiresAt !== undefined && { nextScheduled: expiresAt.slice(0, 'yyyy-mm-dd'.length) }),
    ...(checks.length > 0 && {
      primarySource: checks.map(({ code, result, sentence, source }) => ({
        who: { display: source.name },
        type: [{ text: code }],
        validationStatus: {
          coding: [
            {
              system: 'http://terminology.hl7.org/CodeSystem/validation-status',
              code: Object.hasOwn(sourceOfChecks, result) ? Reflect.get(sourceOfChecks, result) : 'unknown',
            },
          ],
          text: sentence,
        },
        ...(source.date !== null && { validationDate: source.date }),
      })),
    }),
  }
}

function statusOf({ status, isExpired }: Verification): 'in-process' | 'validated' | 'req-revalid' | 'val-fail' {
  switch (status.toLowerCase()) {
    case 'pending':
      return 'in-process'
    case 'approved':
      return isExpired === true ? 'req-revalid' : 'validated'
    default:
      return 'val-fail'
  }
}

export interface Asked {
  caller: Caller
  base: string
}

/** By its id. */
export async function readVerification(verbs: VerificationVerbs, id: string, { caller }: Asked): Promise<object> {
  const reference = `VerificationResult/${shownName(id)}`
  if (!api.getVerification.params.safeParse({ id }).success) fail('fhir_not_found', { reference })
  return verificationResult(await getOne(verbs, id, caller))
}

async function getOne(verbs: VerificationVerbs, id: string, caller: Caller) {
  const call = { params: { id }, query: {}, body: {}, headers: {}, caller, client: undefined, fail }
  return (await verbs.get(call)).output
}

/** The newest first. */
export async function searchVerifications(
  verbs: VerificationVerbs,
  pairs: Pairs,
  asked: Asked & { isStrict: boolean },
): Promise<object> {
  const { base } = asked
  const given = new Map(pairs)
  const ignored = [...given.keys()].filter((name) => !known.includes(name))
  if (asked.isStrict) refuseUnknown('VerificationResult', ignored)
  const notes = ignored.map(
    (name) => `${shownName(name)}: VerificationResult has no such parameter, so it was ignored.`,
  )
  const outcome = notes.length === 0 ? [] : [{ resource: informationOutcome(notes), search: { mode: 'outcome' } }]
  const { page, limit } = pageIn(given)
  const { results, total } = await found(verbs, given, { page, limit }, asked)
  const entry = results.map((resource) => ({
    fullUrl: `${base}/VerificationResult/${resource.id}`,
    resource,
    search: { mode: 'match' },
  }))
  const linkTo = (number: number) => {
    const query = new URLSearchParams([...given].filter(([name]) => name === '_id' || name === 'target'))
    query.append('_count', String(limit))
    if (number > 1) query.append('_page', String(number))
    return `${base}/VerificationResult?${query}`
  }
  const all = [...entry, ...outcome]
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    total,
    link: [
      { relation: 'self', url: linkTo(page) },
      ...(page * limit < total ? [{ relation: 'next', url: linkTo(page + 1) }] : []),
      ...(page > 1 ? [{ relation: 'previous', url: linkTo(page - 1) }] : []),
    ],
    ...(all.length > 0 && { entry: all }),
  }
}

const known: readonly string[] = ['_id', 'target', '_count', '_page', '_format', '_pretty', '_total']

function pageIn(given: ReadonlyMap<string, string>): { page: number; limit: number } {
  const number = (parameter: string, otherwise: number) => {
    const text = given.get(parameter)
    if (text === undefined) return otherwise
    const isWhole = /^[1-9]\d{0,4}$/.test(text)
    return isWhole
      ? Number(text)
      : fail('fhir_value', { parameter, expected: 'a whole number from 1', got: shown(text) })
  }
  const limit = Math.min(number('_count', verificationPageSizeMax), verificationPageSizeMax)
  return { page: number('_page', 1), limit }
}

type Result = ReturnType<typeof verificationResult>

async function found(
  verbs: VerificationVerbs,
  given: ReadonlyMap<string, string>,
  page: { page: number; limit: number },
  { caller, base }: Asked,
): Promise<{ results: Result[]; total: number }> {
  const target = given
    .get('target')
    ?.replace(`${base}/`, '')
    .replace(/^Practitioner\//, '')
  const id = given.get('_id')
  const none = { results: [], total: 0 }
  if (id?.includes(',') === true) fail('fhir_value', { parameter: '_id', expected: 'one id', got: shown(id) })
  if (target?.includes(',') === true) {
    fail('fhir_value', { parameter: 'target', expected: 'one Practitioner', got: shown(target) })
  }
  if (target !== undefined && !/^\d{10}$/.test(target)) return none
  if (id === undefined) {
    const query = { ...page, ...(target !== undefined && { npi: target }) }
    const { output } = await verbs.list({ params: {}, query, body: {}, headers: {}, caller, client: undefined, fail })
    return { results: output.verifications.map(verificationResult), total: output.total }
  }
  if (!api.getVerification.params.safeParse({ id }).success) return none
  const one = await getOne(verbs, id, caller).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'verification_not_found') return undefined
    throw error
  })
  const results = one === undefined || (target !== undefined && one.npi !== target) ? [] : [verificationResult(one)]
  return { results, total: results.length }
}
