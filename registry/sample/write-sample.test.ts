import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Row, readRows, readSample, type SampleRows } from '../../test/support/registry/read-sample.ts'
import { endpointColumns, mainColumns, otherNameColumns, secondaryLocationColumns } from '../columns.ts'
import { hasValidCheckDigit } from '../npi.ts'
import { hospitalColumns, reviewColumns } from './other-files.ts'
import { sampleProvidersMax, writeSample } from './write-sample.ts'

const providers = 3000
const root = mkdtempSync(join(tmpdir(), 'sample-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let files: SampleRows
let texts: string[]
beforeAll(async () => {
  const paths = await writeSample({ dir: join(root, 'one'), providers, seed: 7 })
  files = readSample(paths)
  texts = paths.map((path) => readFileSync(path, 'utf8'))
})

describe('the files', () => {
  it("have CMS's names and header lines, every field quoted and every line ended by LF alone", () => {
    expect(readdirSync(join(root, 'one')).sort()).toEqual([
      'Hospital_General_Information_20261108.csv',
      'endpoint_pfile_20050523-20261108.csv',
      'npidata_pfile_20050523-20261108.csv',
      'othername_pfile_20050523-20261108.csv',
      'pl_pfile_20050523-20261108.csv',
      'reviews_20261108.csv',
    ])
    const headers = texts.map((text) => text.slice(1, text.indexOf('\n') - 1).split('","'))
    const ofCms = [mainColumns, secondaryLocationColumns, otherNameColumns, endpointColumns]
    expect(headers).toEqual([...ofCms, reviewColumns, hospitalColumns])
    expect(mainColumns).toHaveLength(330)
    for (const text of texts) expect(text).not.toContain('\r')
  })

  it('hold the requested number of providers, each under a number of its own', () => {
    expect(files.main).toHaveLength(providers)
    expect(new Set(files.main.map((row) => row.NPI)).size).toBe(providers)
  })

  it('give numbers that pass the check digit and that nobody has, in no order', () => {
    const npis = files.main.map((row) => row.NPI ?? '')
    expect(npis.filter((npi) => !hasValidCheckDigit(npi) || !npi.startsWith('2'))).toEqual([])
    expect(npis).not.toEqual([...npis].sort())
  })

  it("name only providers of the main file in CMS's other three", () => {
    const known = new Set(files.main.filter((row) => row['Entity Type Code'] !== '').map((row) => row.NPI))
    for (const rows of [files.locations, files.otherNames, files.endpoints]) {
      expect(rows.length).toBeGreaterThan(50)
      expect(rows.filter((row) => !known.has(row.NPI))).toEqual([])
    }
  })

  it('hold only telephone numbers of the fictional range, abroad too', () => {
    const fields = [...files.main, ...files.locations].flatMap((row) =>
      Object.entries(row).flatMap(([name, value]) =>
        /Telephone Number|Fax Number/.test(name) && value !== '' ? [value] : [],
      ),
    )
    expect(fields.length).toBeGreaterThan(providers)
    expect(fields.filter((phone) => !/^[2-9]\d{2}55501\d\d$|555010\d$/.test(phone))).toEqual([])
  })

  it('hold reviews that say they are invented, of providers that are not deactivated, for 8 in 100 of them', () => {
    const live = new Set(files.main.filter((row) => row['Entity Type Code'] !== '').map((row) => row.NPI))
    const reviewed = new Set(files.reviews.map((row) => row.npi))
    expect(new Set(files.reviews.map((row) => row.source))).toEqual(new Set(['Invented for the sample']))
    expect([...reviewed].filter((npi) => !live.has(npi))).toEqual([])
    expect(reviewed.size / live.size).toBeGreaterThan(0.065)
    expect(reviewed.size / live.size).toBeLessThan(0.095)
    expect(files.reviews.length).toBeGreaterThan(reviewed.size)
  })

  it('rate hospitals with the name and address that the main file has, under numbers that nobody has', () => {
    const practice = (row: Row, line: string) => row[`Provider ${line} Business Practice Location Address`] ?? ''
    const known = new Set(
      files.main.map((row) =>
        [
          row['Provider Organization Name (Legal Business Name)'],
          [practice(row, 'First Line'), practice(row, 'Second Line')].filter((line) => line !== '').join(' '),
          row['Provider Business Practice Location Address City Name'],
          row['Provider Business Practice Location Address State Name'],
          row['Provider Business Practice Location Address Postal Code']?.slice(0, 5),
          row['Provider Business Practice Location Address Telephone Number'],
        ].join('|'),
      ),
    )
    expect(new Set(files.hospitals.map((row) => row['Facility ID'])).size).toBe(files.hospitals.length)
    const columns = ['Facility Name', 'Address', 'City/Town', 'State', 'ZIP Code', 'Telephone Number']
    expect(files.hospitals.length).toBeGreaterThan(2)
    expect(
      files.hospitals.map((row) => columns.map((column) => row[column]).join('|')).filter((row) => !known.has(row)),
    ).toEqual([])
    expect(files.hospitals.filter((row) => !/^X[0-9A-Z]{5}$/.test(row['Facility ID'] ?? ''))).toEqual([])
    expect(
      files.hospitals.filter((row) => !/^([1-5]|Not Available)$/.test(row['Hospital overall rating'] ?? '')),
    ).toEqual([])
  })

  it('name only hosts of example.org', () => {
    const hosts = files.endpoints.map((row) => /(?:@|\/\/)([^/]+)/.exec(row.Endpoint ?? '')?.[1] ?? '')
    expect(hosts.filter((host) => !/\.example\.org$/.test(host))).toEqual([])
    expect(new Set(files.endpoints.map((row) => row['Endpoint Type']))).toEqual(new Set(['DIRECT', 'FHIR']))
  })
})

describe('writeSample', () => {
  it.each([1, 60_000])('writes the same six files for the same seed and others for another: %i', async (providers) => {
    const hashes = async (name: string, seed: number) => {
      const paths = await writeSample({ dir: join(root, `${name}-${providers}`), providers, seed })
      return paths.map((path) => createHash('sha256').update(readFileSync(path)).digest('hex'))
    }
    const first = await hashes('same-1', 42)
    expect(first).toHaveLength(6)
    expect(await hashes('same-2', 42)).toEqual(first)
    expect(await hashes('other', 43)).not.toEqual(first)
  })

  it('writes the same bytes as ever for the sample of a first start, whose providers the examples name', async () => {
    const paths = await writeSample({ dir: join(root, 'pinned'), providers: 20_000, seed: 1 })
    const hash = createHash('sha256')
    for (const path of paths) hash.update(readFileSync(path))
    expect(hash.digest('hex')).toBe('5a4bf5de9cba5e1b49e47eb09a3f290ce1ce2cd89bc9115ef8f3b60587c00228')
  })

  it('writes a single provider, and takes the greatest seed', async () => {
    const [main = ''] = await writeSample({ dir: join(root, 'single'), providers: 1, seed: 2 ** 32 - 1 })
    expect(basename(main)).toBe('npidata_pfile_20050523-20261108.csv')
    expect(readRows(readFileSync(main, 'utf8'))).toHaveLength(1)
  })

  it('reports its progress', async () => {
    const steps: number[] = []
    await writeSample({
      dir: join(root, 'steps'),
      providers: 60_000,
      seed: 1,
      onProgress: (written) => steps.push(written),
    })
    expect(steps).toEqual([25_000, 50_000, 60_000])
  })

  it.each([
    [{ providers: 0 }, 'providers: expected a whole number from 1 to 20000000; got 0'],
    [{ providers: sampleProvidersMax + 1 }, 'providers: expected a whole number from 1 to 20000000; got 20000001'],
    [{ providers: 1.5 }, 'providers: expected a whole number from 1 to 20000000; got 1.5'],
    [{ seed: -1 }, 'seed: expected a whole number from 0 to 4294967295; got -1'],
    [{ seed: 2 ** 32 }, 'seed: expected a whole number from 0 to 4294967295; got 4294967296'],
    [{ seed: Number.NaN }, 'seed: expected a whole number from 0 to 4294967295; got NaN'],
  ])('refuses %j and writes nothing', async (wrong, sentence) => {
    const dir = join(root, 'refused')
    await expect(writeSample({ dir, providers: 10, seed: 1, ...wrong })).rejects.toThrow(sentence)
    expect(() => readdirSync(dir)).toThrow(/ENOENT/)
  })

  it('fails where the folder is a file', async () => {
    const file = join(root, 'file')
    writeFileSync(file, '')
    await expect(writeSample({ dir: file, providers: 10, seed: 1 })).rejects.toThrow(/EEXIST|ENOTDIR/)
  })

  it.each([
    ['opened', '.partial'],
    ['given its name', ''],
  ])('leaves none of its own files behind when one cannot be %s', async (_, suffix) => {
    const dir = join(root, `blocked${suffix}`)
    const blocked = `endpoint_pfile_20050523-20261108.csv${suffix}`
    mkdirSync(join(dir, blocked, 'something'), { recursive: true })
    await expect(writeSample({ dir, providers: 10, seed: 1 })).rejects.toThrow(
      /EISDIR|ENOTEMPTY|EEXIST|expected no such file/,
    )
    expect(readdirSync(dir)).toEqual([blocked])
  })

  it('leaves nothing behind when reporting progress fails', async () => {
    const dir = join(root, 'stopped')
    const onProgress = () => {
      throw new Error('stopped')
    }
    await expect(writeSample({ dir, providers: 60_000, seed: 1, onProgress })).rejects.toThrow('stopped')
    expect(readdirSync(dir)).toEqual([])
  })

  it('leaves nothing behind when it is aborted, and gives the reason', async () => {
    const dir = join(root, 'aborted')
    const aborting = new AbortController()
    const onProgress = () => aborting.abort(new Error('enough'))
    const written = writeSample({ dir, providers: 60_000, seed: 1, onProgress, signal: aborting.signal })
    await expect(written).rejects.toThrow('enough')
    expect(readdirSync(dir)).toEqual([])
  })

  it('is not written beside another into one folder, which gets its files whole', async () => {
    const dir = join(root, 'twice')
    const both = [1, 2].map((seed) => writeSample({ dir, providers: 2000, seed }))
    const results = await Promise.allSettled(both)
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(readdirSync(dir).filter((name) => name.endsWith('.partial'))).toEqual([])
    const main = readFileSync(join(dir, 'npidata_pfile_20050523-20261108.csv'), 'utf8')
    expect(readRows(main)).toHaveLength(2000)
  })

  it('replaces an earlier sample, and keeps it when it fails before all files are whole', async () => {
    const dir = join(root, 'again')
    const [main = ''] = await writeSample({ dir, providers: 10, seed: 1 })
    const before = readFileSync(main, 'utf8')
    const blocked = join(dir, 'endpoint_pfile_20050523-20261108.csv.partial')
    mkdirSync(blocked)
    await expect(writeSample({ dir, providers: 10, seed: 2 })).rejects.toThrow(
      `${blocked}: expected no such file; got one, which another run is writing or has left when it was killed`,
    )
    expect(readFileSync(main, 'utf8')).toBe(before)
    rmSync(blocked, { recursive: true })
    await writeSample({ dir, providers: 10, seed: 2 })
    expect(readFileSync(main, 'utf8')).not.toBe(before)
  })
})
