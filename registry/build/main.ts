/**
 * The command line of the registry. Exit code 0 when done, 1 with the reason when not, 130 when interrupted. What is
 * unfinished is removed, except downloads, which the next update resumes.
 */
import { parseArgs } from 'node:util'
import { sampleProvidersMax, writeSample } from '#registry/sample/write-sample'
import { messageOf } from '#registry/search/errors'
import { takeProcessLock } from '#server/platform/process-lock'
import { loadSettings } from '#server/settings'
import { publish } from '../store/publish.ts'
import { update } from '../update/update.ts'
import { finishFirst, rollBack } from './announce.ts'
import { type BuildResult, build } from './build.ts'
import { BuildError } from './build-error.ts'
import { processProgress } from './progress.ts'
import { countLines, refusedLines, sourceTable, statusLines } from './status.ts'
import { additionsIn, openWorkspace, type Workspace } from './workspace.ts'

const usage = `Usage:
  registry:build -- [--leave-out-refused] [--allow-count-change] FILE, FOLDER or ZIP …
  registry:build -- --sample [--providers N] [--to FOLDER]
  registry:update -- [--leave-out-refused] [--allow-count-change]
  registry:status
  registry:rollback
  registry:publish -- [--anew] [--allow-sample]

REGISTRY_DIR, or DATA_DIR/registry, is where the registry is kept.
REGISTRY_UPDATE_URL is the page that registry:update looks for CMS's files on.
REGISTRY_FROM is where registry:publish puts the version that serves, for other machines.`

const sampleProviders = 20_000
const sampleSeed = 1

/** An option of another command is an error. */
const optionsOf: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['build', ['sample', 'providers', 'to', 'leave-out-refused', 'allow-count-change']],
  ['update', ['leave-out-refused', 'allow-count-change']],
  ['status', []],
  ['rollback', []],
  ['publish', ['anew', 'allow-sample']],
])

const print = (text: string) => process.stdout.write(`${text}\n`)

// The reader of the output may stop ("| head"); the work goes on.
process.stdout.on('error', () => {})
try {
  await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof BuildError ? error.sentences.join('\n') : messageOf(error)}\n`)
  process.exitCode = 1
}

async function run(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      sample: { type: 'boolean' },
      providers: { type: 'string' },
      to: { type: 'string' },
      'leave-out-refused': { type: 'boolean' },
      'allow-count-change': { type: 'boolean' },
      anew: { type: 'boolean' },
      'allow-sample': { type: 'boolean' },
    },
  })
  const [command, ...paths] = positionals
  if (command !== undefined) expectOwnOptions(command, Object.keys(values))
  const { registryDir, registryFrom, registryUpdateUrl } = loadSettings()
  const { sample: isSample = false } = values
  const making = {
    leaveOutRefused: values['leave-out-refused'] ?? false,
    allowCountChange: values['allow-count-change'] ?? false,
    now: new Date(),
  }
  switch (command) {
    case 'build': {
      const providers = providersAsked(isSample, values.providers, paths)
      if (!isSample && values.to !== undefined) throw new BuildError(['--to: expected together with --sample', usage])
      await inWorkspace(values.to ?? registryDir, async (workspace) => {
        const startedMs = performance.now()
        const progress = processProgress()
        const options = { workspace, progress, ...making }
        const real = [...paths, ...additionsIn(registryDir)]
        const onProgress = (written: number) => progress.count(written, providers, 'providers')
        const sample = (dir: string) => writeSample({ dir, providers, seed: sampleSeed, onProgress })
        const result = await build({ ...options, paths: isSample ? sample : real })
        for (const line of resultLines(result, (performance.now() - startedMs) / 1000)) print(line)
      })
      break
    }
    case 'update':
      expectNoPaths(command, paths)
      await inWorkspace(registryDir, async (workspace) => {
        const pageUrl = new URL(registryUpdateUrl)
        const result = await update({ workspace, pageUrl, progress: processProgress(), ...making })
        if (result.outcome === 'nothingNewer') {
          print(`Already up to date: version ${result.version}, with data through ${result.sourceDate}.`)
        } else {
          for (const line of resultLines(result, result.buildMs / 1000)) print(line)
        }
      })
      break
    case 'status':
      expectNoPaths(command, paths)
      for (const line of await statusLines(registryDir)) print(line)
      break
    case 'rollback':
      expectNoPaths(command, paths)
      await inWorkspace(registryDir, async (workspace) => {
        const { from, to, passedOver } = await rollBack(workspace, new Date())
        for (const { version, reason } of passedOver) print(`Skipped version ${version}: ${reason}`)
        print(`Rolled back from version ${from} to version ${to}.`)
      })
      break
    case 'publish': {
      expectNoPaths(command, paths)
      if (registryFrom === undefined) {
        throw new BuildError(['publish: expected REGISTRY_FROM to say where to; got nothing', usage])
      }
      const { anew: isAnew = false, 'allow-sample': allowSample = false } = values
      // Imported here: it loads slowly.
      const { openRegistryStore } = await import('#server/platform/registry-store/registry-store')
      const store = openRegistryStore(registryFrom)
      try {
        await inWorkspace(registryDir, async () => {
          const { version, before, filesUploaded } = await publish({
            registryDir,
            store,
            progress: processProgress(),
            isAnew,
            allowSample,
          })
          print(
            `Published version ${version} to ${store.name}. Previously published: ${before ?? 'none'}. Files uploaded: ${filesUploaded}.`,
          )
        })
      } finally {
        store.close()
      }
      break
    }
    default:
      throw new BuildError([`expected build, update, status, rollback or publish; got ${command ?? 'nothing'}`, usage])
  }
}

function expectOwnOptions(command: string, given: readonly string[]): void {
  const own = optionsOf.get(command)
  const stranger = given.find((option) => own?.includes(option) === false)
  if (own === undefined || stranger === undefined) return
  const but = own.length === 0 ? '' : ` but ${own.map((option) => `--${option}`).join(', ')}`
  throw new BuildError([`${command}: expected no option${but}; got --${stranger}`, usage])
}

function providersAsked(isSample: boolean, providers: string | undefined, paths: readonly string[]): number {
  if (isSample && paths.length > 0) throw new BuildError(['expected either --sample or files; got both', usage])
  if (!isSample && paths.length === 0) throw new BuildError(['expected files, folders or archives; got none', usage])
  if (!isSample && providers !== undefined)
    throw new BuildError(['--providers: expected together with --sample', usage])
  const count = Number(providers ?? sampleProviders)
  if (Number.isInteger(count) && count >= 1 && count <= sampleProvidersMax) return count
  throw new BuildError([`--providers: expected a whole number from 1 to ${sampleProvidersMax}; got ${providers}`])
}

function expectNoPaths(command: string, paths: readonly string[]): void {
  if (paths.length > 0) throw new BuildError([`${command}: expected nothing after it; got ${paths.join(' ')}`, usage])
}

/** Works in the registry folder and leaves it tidy, also after a failure or an interruption. */
async function inWorkspace(registryDir: string, work: (workspace: Workspace) => Promise<void>): Promise<void> {
  const workspace = openWorkspace(registryDir, takeProcessLock)
  const interrupt = () => {
    workspace.close()
    process.stderr.write('Interrupted. Unfinished files were removed.\n')
    process.exit(130)
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  try {
    await finishFirst(workspace)
    await work(workspace)
  } catch (error) {
    // The work's own error says more than that of tidying up, which the next command does again.
    attempt(() => workspace.close())
    throw error
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
  workspace.close()
}

function attempt(step: () => void): void {
  try {
    step()
  } catch {}
}

function resultLines(result: BuildResult, seconds: number): string[] {
  const { manifest, outcome, files, ignored, reportPath } = result
  const megabytes = files.reduce((sum, { source }) => sum + source.bytes, 0) / 1e6
  const rate = (megabytes / seconds).toFixed(1)
  return [
    '',
    ...sourceTable(manifest),
    ...ignored.map(({ name, reason }) => `ignored ${name}: ${reason}`),
    ...files.flatMap(({ source, repeatedHeaders }) =>
      repeatedHeaders === 0 ? [] : [`${source.name}: the header stood ${repeatedHeaders} more times among the rows`],
    ),
    '',
    ...countLines(manifest).slice(0, 4),
    ...refusedLines(manifest),
    ...(reportPath === undefined ? [] : [`Rejected rows are listed in ${reportPath}`]),
    '',
    `Read ${megabytes.toFixed(1)} MB and built in ${seconds.toFixed(1)} s (${rate} MB/s).`,
    outcome === 'announced'
      ? `Version ${manifest.version} is announced.`
      : `Version ${manifest.version} is already in use: the files contain the same data as before.`,
  ]
}
