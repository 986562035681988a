import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Current, type Manifest, manifestFile, parseManifest, readCurrent } from '#registry/format'
import { versionDir } from './announce.ts'

/** The version that serves, in lines of text: version, sources, counts, refusals, and the versions to roll back to. */
export async function statusLines(registryDir: string): Promise<string[]> {
  const current = await readCurrent(registryDir)
  if (current === undefined) return [`${registryDir}: no registry has been built yet`]
  const manifest = parseManifest(await readFile(join(versionDir(registryDir, current.version), manifestFile), 'utf8'))
  return [
    `version      ${current.version}${manifest.isSample ? ' (fictional sample data)' : ''}`,
    `announced    ${current.announcedAt}`,
    `source date  ${manifest.sourceDate}`,
    '',
    ...sourceTable(manifest),
    '',
    ...countLines(manifest),
    '',
    ...refusedLines(manifest),
    '',
    current.history.length === 0 ? 'earlier versions: none' : 'earlier versions, for registry:rollback:',
    ...linesOf(current.history),
    ...(current.rolledBack.length === 0 ? [] : ['rolled back, not announced again by registry:update:']),
    ...linesOf(current.rolledBack),
  ]
}

function linesOf(announcements: Current['history']): string[] {
  return announcements.map(({ version, announcedAt }) => `  ${version}, announced ${announcedAt}`)
}

export function sourceTable(manifest: Manifest): string[] {
  const head = ['file', 'kind', 'date', 'rows', 'taken', 'superseded', 'orphan', 'refused']
  const rows = manifest.sources.map((file) => {
    const counts = [file.rows, file.taken, file.superseded, file.orphan, file.refused].map(count)
    return [file.name, file.kind, file.date ?? 'unknown', ...counts]
  })
  return [...table([head, ...rows], 3), ...matchLines(manifest)]
}

function matchLines(manifest: Manifest): string[] {
  return manifest.sources.flatMap(({ name, matches }) => {
    if (matches === undefined) return []
    const { identifier, nameAndAddress, ambiguous, none } = matches
    const matched = `${count(identifier)} rows matched by identifier, ${count(nameAndAddress)} by name and address`
    return [`${name}: ${matched}; ${count(ambiguous)} fit several providers, ${count(none)} none`]
  })
}

export function countLines(manifest: Manifest): string[] {
  const { counts } = manifest
  const states = Object.entries(manifest.countsByState).map(([state, { individuals, organizations }]) => {
    return [state, count(individuals), count(organizations)]
  })
  return [
    `individuals    ${count(counts.individuals)}, of whom ${count(counts.doctors)} are doctors`,
    `organizations  ${count(counts.organizations)}`,
    `deactivated    ${count(counts.deactivated)}`,
    `locations      ${count(counts.locations)}, of which ${count(counts.unplaced)} could not be placed`,
    '',
    ...table([['state', 'individuals', 'organizations'], ...states], 1),
  ]
}

export function refusedLines(manifest: Manifest): string[] {
  const { refused } = manifest
  const byCount = Object.entries(refused.byReason).sort((a, b) => b[1] - a[1])
  return [
    `refused rows: ${count(refused.rows)}`,
    ...byCount.map(([reason, rows]) => `  ${count(rows)}  ${reason}`),
    `refused files: ${refused.files.length}`,
    ...refused.files.map(({ name, reason }) => `  ${name}: ${reason}`),
  ]
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}

function table(rows: readonly (readonly string[])[], textColumns: number): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return column < textColumns ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
      .trimEnd(),
  )
}
