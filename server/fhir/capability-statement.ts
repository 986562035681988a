/** What GET /fhir/metadata says: the searches, profiles and formats that hold here. */

import {
  type DirectoryType,
  directoryTypes,
  fhirForm,
  fhirProfiles,
  fhirReferences,
  fhirSearches,
  fhirVersion,
} from '#contract/fhir'
import { apiVersion, productName } from '#contract/product'

/** `base` is the address of the FHIR API, `date` the day of the newest file of CMS. */
export function capabilityStatement({ base, date }: { base: string; date: string }) {
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date,
    kind: 'instance',
    software: { name: productName, version: `${apiVersion}.${fhirForm}` },
    implementation: {
      description: `${productName}: providers of the United States from the file CMS publishes. No networks, plans, services or affiliations, which CMS does not publish, so not all of Plan-Net.`,
      url: base,
    },
    fhirVersion,
    format: ['json'],
    rest: [
      {
        mode: 'server',
        security: {
          cors: true,
          description:
            'An API key in the api-key header, or in Authorization as Bearer and the key. This statement needs none.',
        },
        resource: [...directoryTypes.map(resourceOf), verificationResult],
        operation: [{ name: 'export', definition: 'http://hl7.org/fhir/uv/bulkdata/OperationDefinition/export' }],
      },
    ],
  }
}

function resourceOf(type: DirectoryType) {
  const included = Object.keys(fhirReferences[type]).map((reference) => `${type}:${reference}`)
  const including = directoryTypes.flatMap((source) =>
    Object.entries(fhirReferences[source]).flatMap(([reference, target]) =>
      target === type ? [`${source}:${reference}`] : [],
    ),
  )
  return {
    type,
    supportedProfile: fhirProfiles[type],
    interaction: [{ code: 'read' }, { code: 'vread' }, { code: 'search-type' }],
    versioning: 'versioned',
    readHistory: false,
    ...(included.length > 0 && { searchInclude: included }),
    ...(including.length > 0 && { searchRevInclude: including }),
    searchParam: Object.entries(fhirSearches[type]).map(([name, parameter]) => ({ name, ...parameter })),
  }
}

const verificationResult = {
  type: 'VerificationResult',
  documentation: 'The verifications of the account that the key belongs to.',
  interaction: [{ code: 'read' }, { code: 'search-type' }],
  searchParam: [
    { name: '_id', type: 'token', documentation: 'The id of one verification.' },
    { name: 'target', type: 'reference', documentation: 'The Practitioner.' },
  ],
}
