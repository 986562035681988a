/**
 * Tells a file's kind by its first bytes, never its name. Three kinds are decoded; others are recognized to name them.
 */

export type DecodedKind = 'jpeg' | 'png' | 'webp'

export const decodedKinds: Readonly<Record<DecodedKind, string>> = { jpeg: 'JPEG', png: 'PNG', webp: 'WebP' }

interface Signature {
  name: string
  at: number
  bytes: string
}

const others: readonly Signature[] = [
  { name: 'a GIF image', at: 0, bytes: 'GIF8' },
  { name: 'a TIFF image', at: 0, bytes: 'II*\0' },
  { name: 'a TIFF image', at: 0, bytes: 'MM\0*' },
  { name: 'a PDF document', at: 0, bytes: '%PDF' },
  { name: 'a BMP image', at: 0, bytes: 'BM' },
  { name: 'an icon', at: 0, bytes: '\0\0\x01\0' },
  { name: 'an AVIF image', at: 4, bytes: 'ftypavif' },
  { name: 'an AVIF image', at: 4, bytes: 'ftypavis' },
  { name: 'a HEIC image', at: 4, bytes: 'ftyp' },
  { name: 'a JPEG XL image', at: 0, bytes: '\xff\x0a' },
  { name: 'a ZIP archive', at: 0, bytes: 'PK\x03\x04' },
]

const signatures: Readonly<Record<DecodedKind, readonly Omit<Signature, 'name'>[]>> = {
  jpeg: [{ at: 0, bytes: '\xff\xd8\xff' }],
  png: [{ at: 0, bytes: '\x89PNG\r\n\x1a\n' }],
  webp: [
    { at: 0, bytes: 'RIFF' },
    { at: 8, bytes: 'WEBP' },
  ],
}

const textBytes = 256

export function decodedKindOf(bytes: Buffer): DecodedKind | undefined {
  const kinds = ['jpeg', 'png', 'webp'] as const
  return kinds.find((kind) => signatures[kind].every((signature) => matches(bytes, signature)))
}

export function nameOfKind(bytes: Buffer): string {
  const known = others.find((signature) => matches(bytes, signature))
  if (known !== undefined) return known.name
  const text = bytes.toString('latin1', 0, textBytes).trimStart().toLowerCase()
  if (text.startsWith('<svg') || (text.startsWith('<?xml') && text.includes('<svg'))) return 'an SVG drawing'
  return 'a file of another kind'
}

function matches(bytes: Buffer, { at, bytes: expected }: Omit<Signature, 'name'>): boolean {
  return bytes.toString('latin1', at, at + expected.length) === expected
}
