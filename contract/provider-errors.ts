interface Deactivation {
  npi: number
  deactivatedOn: string
  replacementNpi: number | undefined
}

export const providerErrors = {
  one_place_only: {
    status: 400,
    sentence: (d: { parameters: readonly string[] }) =>
      `${d.parameters.join(' and ')}: expected one place, either latitude and longitude or an address; got both.`,
  },
  place_not_found: {
    status: 400,
    sentence: (d: { parameter: string; query: string; reason: string }) =>
      `${d.parameter}: expected a place in the United States; we couldn’t place ${d.query}. ${d.reason}`,
  },
  place_contradicts: {
    status: 400,
    sentence: (d: { parameter: string; expected: string; got: string }) =>
      `${d.parameter}: expected ${d.expected}, to match the other parameters; got ${d.got}.`,
  },
  specialty_unknown: {
    status: 400,
    sentence: (d: { got: string; nearest: string | undefined }) =>
      `specialty: expected a taxonomy code, a specialty label or a common word for one; got ${d.got}${
        d.nearest === undefined ? '' : `, nearest to ${d.nearest}`
      }.`,
  },
  list_not_loaded: {
    status: 503,
    sentence: (d: { parameter: string; expected: string }) =>
      `${d.parameter}: expected ${d.expected} to be loaded; got none.`,
  },
  page_too_deep: {
    status: 400,
    sentence: (d: { limit: number; got: number }) =>
      `page: expected page times limit to be at most ${d.limit}; got ${d.got}. Narrow the search instead.`,
  },
  day_not_known: {
    status: 400,
    sentence: (d: { since: string; got: string }) =>
      `asOf: expected a day from ${d.since}, since when this server knows what was filed; got ${d.got}.`,
  },
  provider_not_found: {
    status: 404,
    sentence: (d: { resource: string; npi: number }) => `No ${d.resource} has NPI ${d.npi}.`,
  },
  provider_deactivated: {
    status: 410,
    sentence: (d: Deactivation) =>
      `NPI ${d.npi} was deactivated on ${d.deactivatedOn}${
        d.replacementNpi === undefined ? '' : ` and replaced by NPI ${d.replacementNpi}`
      }.`,
    members: ({ deactivatedOn, replacementNpi }: Deactivation) => ({
      deactivatedOn,
      replacementNpi: replacementNpi ?? null,
    }),
  },
} as const
