/** Filled in presently; the signatures are final. */

export type FoundSpecialty = { codes: string[] } | { nearest: string | undefined }

export function isDoctorTaxonomy(code: string): boolean {
  return /^(20[2-9]|1223|125Q|213E|152W|111N)/.test(code)
}

export function labelOf(code: string, nuccLabels: ReadonlyMap<string, string>): string {
  return nuccLabels.get(code) ?? 'Other provider'
}

export function findSpecialty(text: string, labels: ReadonlyMap<string, string>): FoundSpecialty {
  const code = text.trim().toUpperCase()
  if (/^[0-9A-Z]{9}X$/.test(code)) return { codes: [code] }
  const codes = [...labels].filter(([, label]) => label.toLowerCase() === text.trim().toLowerCase()).map(([key]) => key)
  return codes.length > 0 ? { codes } : { nearest: undefined }
}
