/**
 * Invented licenses for tests, in four layouts, as cameras and scanners spoil them. Nobody's real document belongs in
 * a project.
 */
import sharp, { type Sharp } from 'sharp'

export interface SpecimenFields {
  name: string
  license: string
  state: string
  expires: string
}

export const layoutNames = ['card', 'certificate', 'table', 'badge'] as const
export const damageNames = [
  'none',
  'turned 1 degree',
  'turned -2 degrees',
  'turned 3 degrees',
  'blurred',
  'JPEG 40',
  'noise',
  'small',
  'turned, blurred and JPEG 40',
] as const

export type Layout = (typeof layoutNames)[number]
export type Damage = (typeof damageNames)[number]

/** The specimen as WebP, as images are kept (server/images/decode-image.ts). */
export async function specimen(layout: Layout, damage: Damage, fields: SpecimenFields): Promise<Buffer> {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="640">${layouts[layout](fields)}</svg>`
  const png = await sharp(Buffer.from(picture)).flatten({ background: 'white' }).png().toBuffer()
  return (await damages[damage](sharp(png))).webp({ quality: 85 }).toBuffer()
}

/** Whether the machine has a font to draw with; without one, letters come out as nothing or as boxes. */
export async function hasFonts(): Promise<boolean> {
  const drawn = (letter: string) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><text x="5" y="50" font-size="48">${letter}</text></svg>`,
      ),
    )
      .raw()
      .toBuffer()
  return !(await drawn('W')).equals(await drawn('i'))
}

const layouts: Record<Layout, (fields: SpecimenFields) => string> = {
  card: ({ name, license, state, expires }) => `<g font-family="sans-serif">
    <rect width="1000" height="640" fill="#fdfcf5"/>
    <rect x="20" y="20" width="960" height="600" fill="none" stroke="#234" stroke-width="6"/>
    <text x="500" y="110" font-size="46" text-anchor="middle">State of ${state}</text>
    <text x="500" y="160" font-size="30" text-anchor="middle">Department of Health</text>
    <text x="80" y="280" font-size="36">Name: ${name}</text>
    <text x="80" y="360" font-size="36">License No: ${license}</text>
    <text x="80" y="440" font-size="36">Expires: ${expires}</text></g>`,
  certificate: ({ name, license, state, expires }) => `<g font-family="serif">
    <rect width="1000" height="640" fill="white"/>
    <text x="500" y="90" font-size="42" text-anchor="middle">${state} Board of Medicine</text>
    <text x="500" y="190" font-size="26" text-anchor="middle">This is to certify that</text>
    <text x="500" y="280" font-size="52" text-anchor="middle">${name}</text>
    <text x="500" y="360" font-size="26" text-anchor="middle">is registered under license number ${license}</text>
    <text x="500" y="420" font-size="26" text-anchor="middle">valid through ${expires}</text></g>`,
  table: ({ name, license, state, expires }) => `<g font-family="sans-serif" font-size="26">
    <rect width="1000" height="640" fill="#eef2f8"/><rect width="1000" height="110" fill="#246"/>
    <text x="40" y="70" font-size="38" fill="white">STATE OF ${state.toUpperCase()}</text>
    <text x="40" y="190" fill="#345">LICENSEE NAME</text><text x="560" y="190" fill="#345">LICENSE NUMBER</text>
    <text x="40" y="235" font-size="32">${name.toUpperCase()}</text><text x="560" y="235" font-size="32">${license}</text>
    <text x="40" y="340" fill="#345">ISSUE DATE</text><text x="560" y="340" fill="#345">EXPIRATION DATE</text>
    <text x="40" y="385" font-size="32">03/14/2019</text><text x="560" y="385" font-size="32">${expires}</text></g>`,
  badge: ({ name, license, state, expires }) => {
    const [first = '', ...rest] = name.split(' ')
    return `<g font-family="sans-serif">
    <rect width="1000" height="640" fill="#fffbe8"/><circle cx="860" cy="140" r="90" fill="#ca5"/>
    <rect x="60" y="180" width="220" height="280" fill="#bbb"/>
    <text x="60" y="110" font-size="40" font-weight="bold">${state} Board of Nursing</text>
    <text x="330" y="240" font-size="36">${rest.at(-1)}, ${[first, ...rest.slice(0, -1)].join(' ')}</text>
    <text x="330" y="320" font-size="30">Lic. # ${license}</text>
    <text x="330" y="390" font-size="30">Exp. ${expires}</text>
    <text x="60" y="560" font-size="22">125 Elm Street, Suite 4, Telephone 212-555-0101</text></g>`
  },
}

const turned = (degrees: number) => (image: Sharp) => image.rotate(degrees, { background: '#ccc' })
const jpeg = async (image: Sharp) => sharp(await image.jpeg({ quality: 40 }).toBuffer())

const damages: Record<Damage, (image: Sharp) => Sharp | Promise<Sharp>> = {
  none: (image) => image,
  'turned 1 degree': turned(1),
  'turned -2 degrees': turned(-2),
  'turned 3 degrees': turned(3),
  blurred: (image) => image.blur(1.6),
  'JPEG 40': jpeg,
  noise: withNoise,
  small: (image) => image.resize({ width: 640 }),
  'turned, blurred and JPEG 40': async (image) => jpeg(sharp(await turned(2)(image).png().toBuffer()).blur(1.2)),
}

async function withNoise(image: Sharp): Promise<Sharp> {
  const create = { width: 1000, height: 640, channels: 3, background: '#000' } as const
  const noise = await sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 45 } } })
    .png()
    .toBuffer()
  return image.composite([{ input: noise, blend: 'soft-light' }])
}
