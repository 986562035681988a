/** The setting of the geocoder: who places addresses. */
import { z } from 'zod'

/** Nobody is asked, or a service that answers as the geocoder of the US Census does. */
export type GeocoderChoice = { kind: 'offline' } | { kind: 'census'; service: URL }

export interface GeocoderSettings {
  geocoder: GeocoderChoice
}

/** Where the geocoder of the US Census answers, free of charge and without a key. */
const censusAddress = 'https://geocoding.geo.census.gov/geocoder'

/** The rows of the settings' table. */
export const geocoderSettingsTable = [
  {
    name: 'GEOCODER_URL',
    default: 'offline:',
    description:
      'How addresses are placed: offline: by ZIP code, city or state, census: by the geocoder of the US Census with offline: as fallback.',
  },
] as const

/** What the values of the rows have to be. */
export const geocoderSchema = {
  GEOCODER_URL: z
    .string()
    .refine((text) => choiceOf(text) !== undefined, {
      error: 'offline:, census:, or census: and an http or https address without a user name, query and fragment',
    })
    .default('offline:')
    .transform((text) => choiceOf(text))
    .pipe(z.custom<GeocoderChoice>()),
}

const readSchema = z.object(geocoderSchema)

/** The choice as the product uses it. */
export function geocoderSettingsOf(values: z.output<typeof readSchema>): GeocoderSettings {
  return { geocoder: values.GEOCODER_URL }
}

function choiceOf(text: string): GeocoderChoice | undefined {
  if (text === 'offline:') return { kind: 'offline' }
  if (!text.startsWith('census:')) return undefined
  const address = text === 'census:' ? censusAddress : text.slice('census:'.length)
  if (!URL.canParse(address)) return undefined
  const service = new URL(address)
  // The geocoder puts its own path and query behind the address, and asks without a user name.
  const isPlain = `${service.username}${service.password}${service.search}${service.hash}` === ''
  return isPlain && ['http:', 'https:'].includes(service.protocol) ? { kind: 'census', service } : undefined
}
