/**
 * How common each kind of individual is among invented ones, roughly as among real ones: a few kinds are most of them, and
 * every other code we have a label for stands in the long tail.
 */
import { clinicianLabels, physicianLabels } from '#registry/vocabulary/specialties'

/** Per thousand individuals, of which the tail takes what is left. */
const common = `
  106S00000X 70 163W00000X 60 1041C0700X 48 390200000X 46 101YM0800X 50 183500000X 44 225100000X 40 363LF0000X 42
  1223G0001X 34 207R00000X 34 207Q00000X 28 363A00000X 26 235Z00000X 28 101YP2500X 22 225X00000X 20 225700000X 14
  152W00000X 10 111N00000X 14 208000000X 17 367500000X 12 104100000X 14 122300000X 14 103TC0700X 14 106H00000X 12
  101Y00000X 16 101YA0400X 14 124Q00000X 10 133V00000X 10 2084P0800X 9 207P00000X 12 207L00000X 11 2085R0202X 9
  207V00000X 9 208600000X 8 207X00000X 6 207RC0000X 6 207RG0100X 4 207W00000X 5 2084N0400X 5 207N00000X 4 208M00000X 6
  363L00000X 12 363LP0808X 12 363LA2200X 6 363AM0700X 8 363AS0400X 5 164W00000X 14 3747P1801X 12 374U00000X 10
  207RN0300X 3 207RX0202X 2 207RH0003X 4 207RP1001X 3 207RE0101X 2.5 207RR0500X 2 207RI0200X 2.5 207RC0200X 2
  207RI0011X 1.5 207Y00000X 3 208800000X 3 2085R0001X 1.5 207ZP0102X 4 208100000X 3 208200000X 2 208D00000X 3
  207T00000X 1.5 208G00000X 1.2 2086S0129X 1.2 207K00000X 1.5 207RG0300X 1 2080N0001X 2 2080P0202X 0.8 2084P0804X 2
  213E00000X 3 213ES0103X 3 1223X0400X 3 1223P0221X 2.5 1223S0112X 2.2 1223E0200X 1.6 1223P0300X 1.6 231H00000X 4
  2255A2300X 8 227900000X 4 175T00000X 10 171M00000X 12 172V00000X 10 103K00000X 14 225200000X 6 224Z00000X 6
  183700000X 12 171100000X 6 175F00000X 2 367A00000X 3 374J00000X 3 146N00000X 3 247100000X 3 174400000X 10 156FX1800X 2
`

/** What each code of the tail weighs. */
const tailWeight = 0.12

/** Codes with their weights. */
export function individualTaxonomies(): [code: string, weight: number][] {
  return withTail(common, tailWeight, [...Object.keys(physicianLabels), ...Object.keys(clinicianLabels)])
}

/** Reads "code weight code weight …" and adds the codes of the tail that it lacks. */
export function withTail(text: string, weight: number, tail: readonly string[]): [code: string, weight: number][] {
  const weights = new Map(tail.map((code) => [code, weight]))
  for (const [, code, share] of text.matchAll(/(\w{10}) ([\d.]+)/g)) {
    if (code !== undefined) weights.set(code, Number(share))
  }
  return [...weights]
}
