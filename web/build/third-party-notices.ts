/** NOTICE.txt, and the license files of every installed package in package-lock.json; a shared text is written once. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { productName } from '#contract/product'

const root = fileURLToPath(new URL('../../', import.meta.url))

export const noticesFile = 'THIRD_PARTY_NOTICES.txt'

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), dev: z.boolean().optional(), license: z.string().optional() }),
  ),
})

const licenseName = /^(licen[cs]e|copying|notice|copyright)([-._].*)?$/i

const rule = `\n${'-'.repeat(80)}\n\n`

export function thirdPartyNotices(): string {
  const packagesByText = new Map<string, string[]>()
  for (const { name, text } of installedPackages())
    packagesByText.set(text, [...(packagesByText.get(text) ?? []), name])
  const parts = [...packagesByText].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`)
  const head = `What ${productName} is made of besides its own code, with the notices of its authors.\n`
  return [head, readFileSync(join(root, 'NOTICE.txt'), 'utf8'), ...parts].join(rule)
}

function installedPackages(): { name: string; text: string }[] {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  return Object.entries(packages)
    .filter(([path, { dev }]) => path.startsWith('node_modules/') && dev !== true && existsSync(join(root, path)))
    .map(([path, { version = '', license = 'license not named' }]) => ({
      name: `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version} (${license})`,
      text: licenseTextOf(join(root, path)),
    }))
}

function licenseTextOf(dir: string): string {
  const files = readdirSync(dir, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && licenseName.test(entry.name),
  )
  const texts = files.map(({ name }) => readFileSync(join(dir, name), 'utf8').replaceAll('\r\n', '\n').trim())
  return texts.length === 0
    ? 'These packages come without a license file: the license named above holds.'
    : texts.join('\n\n')
}
