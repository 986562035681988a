/** Looks for secrets in whatever was left, in every way in which they may be written. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasErrorCode } from '#server/platform/error-code'

/** Which of the secrets the text holds. */
export function leaksIn(text: string, secrets: Iterable<[what: string, value: string]>): string[] {
  return [...secrets].filter(([, value]) => written(value).some((form) => text.includes(form))).map(([what]) => what)
}

/** Which files below the folder hold which of the secrets; those are read that `isRead` takes. */
export function leaksBelow(
  folder: string,
  secrets: Iterable<[what: string, value: string]>,
  isRead: (path: string) => boolean = () => true,
): { paths: string[]; leaks: string[] } {
  const paths = filesBelow(folder).filter(isRead)
  const sought = [...secrets]
  const leaks = paths.flatMap((path) => leaksIn(textOf(join(folder, path)), sought).map((what) => `${path}: ${what}`))
  return { paths, leaks }
}

/** A secret in every way in which it may be written. */
function written(value: string): string[] {
  const bytes = Buffer.from(value)
  // In base64 it depends on where it begins; the middle of one of the three is the same wherever it stands.
  const inBase64 = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(4, -4)
      .slice(0, 40),
  )
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), bytes.toString('hex'), ...inBase64]
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch (error) {
    // A database removes files of its own at any moment; what is gone was not left.
    if (hasErrorCode(error, 'ENOENT')) return ''
    throw error
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}
