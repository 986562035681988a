/** Errors of the FHIR API alone; its answers are OperationOutcomes. */
const withParameter = ({ parameter }: { parameter: string }) => ({ parameter })

export const fhirErrors = {
  fhir_value: {
    status: 400,
    sentence: (d: { parameter: string; expected: string; got: string }) =>
      `${d.parameter}: expected ${d.expected}; got ${d.got}.`,
    members: withParameter,
  },
  fhir_not_supported: {
    status: 400,
    sentence: (d: { parameter: string; reason: string }) => `${d.parameter}: ${d.reason}.`,
    members: withParameter,
  },
  fhir_too_costly: {
    status: 400,
    sentence: (d: { parameter: string; expected: string; got: string }) =>
      `${d.parameter}: expected other filters that leave ${d.expected}, since each is then read; got ${d.got}. Add a place, a specialty or a name, or use $export.`,
    members: withParameter,
  },
  fhir_timeout: {
    status: 503,
    retryAfterSeconds: 5,
    sentence: (d: { parameter: string; got: string; seconds: number }) =>
      `${d.parameter}: the server is busy and couldn’t read ${d.got} providers within ${d.seconds} seconds; try again, or add a place, a specialty or a name.`,
    members: withParameter,
  },
  fhir_format: {
    status: 406,
    sentence: (d: { got: string }) =>
      `Answers are application/fhir+json; expected an Accept header or _format that takes it, got ${d.got}.`,
  },
  fhir_not_found: {
    status: 404,
    sentence: (d: { reference: string }) => `There is no ${d.reference}.`,
  },
  export_version_gone: {
    status: 410,
    sentence: (d: { got: string; serving: string }) =>
      `Version ${d.got} of the registry is no longer served; version ${d.serving} is. Start the export again.`,
  },
} as const
