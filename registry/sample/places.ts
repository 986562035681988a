/** The places that addresses are in: ZIP codes, military bases, and cities abroad. */
import { mapped, type NonEmpty } from './non-empty.ts'
import { type ReadyText, ready } from './ready.ts'
import type { Zip } from './zip-crowds.ts'

/** What all addresses of a place have in common. */
export interface Place {
  /** Where it stands among the places of ZIP codes; undefined on military bases and abroad. */
  index: number | undefined
  upperCity: ReadyText
  /** In mixed case. */
  city: ReadyText
  /** Two-letter code, or what stands in its place abroad. */
  state: ReadyText
  postalCode: ReadyText
  /** Its first five characters. */
  postalBeginning: ReadyText
  country: ReadyText
  /** What telephone numbers begin with: all but two digits of them in the country. */
  phoneBeginning: ReadyText
}

export const unitedStates = ready('US')

/** The place of a ZIP code, which stands at this place in the list of them. */
export function placeOf({ zip, city, cityUpper, state, areaCode }: Zip, index: number): Place {
  const postalCode = ready(zip)
  return {
    index,
    upperCity: ready(cityUpper),
    city: ready(city),
    state: ready(state),
    postalCode,
    postalBeginning: postalCode,
    country: unitedStates,
    phoneBeginning: ready(`${areaCode}55501`),
  }
}

export const militaryPlaces: NonEmpty<Place> = mapped(
  [
    ['APO', 'AE', '09012'],
    ['APO', 'AP', '96205'],
    ['FPO', 'AP', '96319'],
    ['FPO', 'AA', '34099'],
    ['DPO', 'AE', '09498'],
  ],
  ([city, state, postalCode]) => placeBeyondZips(city, state, postalCode, 'US', ''),
)

/** With the telephone number of everyone there. */
export const foreignPlaces: NonEmpty<Place> = mapped(
  [
    ['VANCOUVER', 'BRITISH COLUMBIA', 'V5K 0A1', 'CA', '6045550100'],
    ['TORONTO', 'ON', 'M5V2T6', 'CA', '4165550101'],
    ['TIJUANA', 'BAJA CALIFORNIA', '22000', 'MX', '526645550100'],
    ['LANDSTUHL', 'RHEINLAND-PFALZ', '66849', 'DE', '4963715550100'],
    ['ZÜRICH', 'ZH', '8001', 'CH', '41445550100'],
  ],
  ([city, state, postalCode, country, phone]) => placeBeyondZips(city, state, postalCode, country, phone),
)

function placeBeyondZips(city: string, state: string, postalCode: string, country: string, phone: string): Place {
  const upperCity = ready(city)
  return {
    index: undefined,
    upperCity,
    city: upperCity,
    state: ready(state),
    postalCode: ready(postalCode),
    postalBeginning: ready(postalCode.slice(0, 5)),
    country: ready(country),
    phoneBeginning: ready(phone),
  }
}
