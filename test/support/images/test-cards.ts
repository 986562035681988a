/** Invented license cards for tests: drawn here, since nobody's real document belongs in a project. */
import sharp from 'sharp'

export interface CardFields {
  layout: 0 | 1 | 2 | 3
  name: string
  license: string
  expires: string
}

/** A card as PNG, 1,000 by 640 pixels. */
export function card({
  layout,
  name,
  license = 'RN100042',
  expires = '12/31/2027',
}: Partial<CardFields> & Pick<CardFields, 'layout' | 'name'>): Promise<Buffer> {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="640" font-family="sans-serif">${layouts[layout](name, license, expires)}</svg>`
  return sharp(Buffer.from(picture)).png().toBuffer()
}

const layouts = [
  (name: string, license: string, expires: string) => `
    <rect width="1000" height="640" fill="#fdfcf5"/>
    <rect x="20" y="20" width="960" height="600" fill="none" stroke="#234" stroke-width="6"/>
    <text x="500" y="120" font-size="48" text-anchor="middle">State of Arcadia</text>
    <text x="80" y="260" font-size="36">Name: ${name}</text>
    <text x="80" y="340" font-size="36">License: ${license}</text>
    <text x="80" y="420" font-size="36">Expires: ${expires}</text>`,
  (name: string, license: string, expires: string) => `
    <rect width="1000" height="640" fill="#eef"/><rect width="1000" height="120" fill="#246"/>
    <text x="40" y="80" font-size="50" fill="white">Board of Nursing</text>
    <rect x="40" y="160" width="220" height="280" fill="#bbb"/>
    <text x="300" y="220" font-size="34">${name}</text>
    <text x="300" y="300" font-size="34">${license}</text>
    <text x="300" y="380" font-size="34">${expires}</text>`,
  (name: string, license: string, expires: string) => `
    <rect width="1000" height="640" fill="white"/>
    <text x="500" y="80" font-size="34" text-anchor="middle">Office of the Professions</text>
    <text x="500" y="300" font-size="60" text-anchor="middle">${name}</text>
    <text x="500" y="400" font-size="30" text-anchor="middle">is licensed under number ${license}</text>
    <text x="500" y="560" font-size="26" text-anchor="middle">valid through ${expires}</text>`,
  (name: string, license: string, expires: string) => `
    <rect width="1000" height="640" fill="#fffbe8"/><circle cx="850" cy="150" r="90" fill="#ca5"/>
    <text x="60" y="100" font-size="40">Medical Board</text>
    <text x="60" y="520" font-size="30">${name}</text>
    <text x="520" y="520" font-size="30">${license}</text>
    <text x="520" y="580" font-size="30">${expires}</text>`,
] as const
