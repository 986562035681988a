/**
 * What a share shows as FHIR R4: the clinician, a VerificationResult for each check, and a Provenance that bears the
 * attestation. References within the Bundle are by the URLs of its entries.
 */
import { randomUUID } from 'node:crypto'
import { productName } from '#contract/product'
import type { CheckResult, CredentialType } from '#contract/verification-words'
import { checkNames, credentialTypes } from '#contract/verification-words'
import type { Check } from '#contract/verifications'
import { escapedForHtml } from '../mail/email.ts'
import type { Opened } from './share-store.ts'

const npiSystem = 'http://hl7.org/fhir/sid/us-npi'
const degreeSystem = 'http://terminology.hl7.org/CodeSystem/v2-0360'
const licenseSystem = (state: string | null) => `urn:praxidex:license${state === null ? '' : `:${state}`}`

/** What was neither confirmed nor refuted stays what the clinician attests. */
const statuses = {
  passed: { status: 'validated', outcome: 'successful' },
  failed: { status: 'val-fail', outcome: 'failed' },
  warning: { status: 'attested', outcome: 'unknown' },
  unknown: { status: 'attested', outcome: 'unknown' },
} as const satisfies Record<CheckResult, object>

export function bundleOf(
  { content, createdAt }: Opened,
  { publicUrl, attestation }: { publicUrl: string; attestation: string },
) {
  const { name, npi, credentials } = content
  const clinician = entryOf({
    resourceType: 'Practitioner',
    identifier: [{ system: npiSystem, value: npi }],
    ...(name !== null && { name: [{ text: name }] }),
    qualification: credentials.map(({ credential, license, verifiedOn, validUntil }) => ({
      ...(license !== undefined && { identifier: [{ system: licenseSystem(license.state), value: license.number }] }),
      code: credentialCode(credential),
      period: { start: verifiedOn, end: validUntil },
    })),
  })
  const target = { reference: clinician.fullUrl }
  const results = credentials.flatMap(({ verifiedOn, checks }, index) =>
    checks.map((check) =>
      entryOf({
        ...resultOf(check, verifiedOn),
        target: [target],
        targetLocation: [`Practitioner.qualification[${index}]`],
      }),
    ),
  )
  const provenance = entryOf({
    resourceType: 'Provenance',
    target: [target],
    recorded: createdAt.toISOString(),
    agent: [{ who: { display: productName, identifier: { system: 'urn:ietf:rfc:3986', value: publicUrl } } }],
    signature: [
      {
        type: [
          { system: 'urn:iso-astm:E1762-95:2013', code: '1.2.840.10065.1.12.1.5', display: 'Verification Signature' },
        ],
        when: createdAt.toISOString(),
        who: { display: productName, identifier: { system: 'urn:ietf:rfc:3986', value: publicUrl } },
        sigFormat: 'application/jwt',
        data: Buffer.from(attestation).toString('base64'),
      },
    ],
  })
  return {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: createdAt.toISOString(),
    entry: [clinician, ...results, provenance],
  }
}

function entryOf<T extends object>(resource: T) {
  return { fullUrl: `urn:uuid:${randomUUID()}`, resource }
}

function credentialCode(credential: CredentialType) {
  return { coding: [{ system: degreeSystem, code: credential }], text: credentialTypes[credential] }
}

function resultOf({ code, result, sentence, source }: Check, verifiedOn: string) {
  const { status, outcome } = statuses[result]
  const div = `<div xmlns="http://www.w3.org/1999/xhtml">${escapedForHtml(`${checkNames[code]}: ${sentence}`)}</div>`
  return {
    resourceType: 'VerificationResult',
    text: { status: 'generated', div },
    status,
    statusDate: verifiedOn,
    validationProcess: [{ coding: [{ system: 'urn:praxidex:check', code }], text: checkNames[code] }],
    primarySource: [
      {
        who: { display: source.name },
        validationStatus: {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/validation-status', code: outcome }],
        },
        ...(source.date !== null && { validationDate: source.date }),
      },
    ],
  }
}
