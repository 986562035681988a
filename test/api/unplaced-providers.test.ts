/** Searches for places that are on no map, over HTTP. */
import { expect, test } from 'vitest'
import { buildIn } from '../support/registry/test-build.ts'
import { mainCsv, npiOf, person, testFolder, writeFiles } from '../support/registry/test-files.ts'
import { startTestServer } from '../support/test-server.ts'

const at = (n: number, city: string, state: string, zip: string) =>
  person(npiOf(n), {
    'Provider Business Practice Location Address City Name': city,
    'Provider Business Practice Location Address State Name': state,
    'Provider Business Practice Location Address Postal Code': zip,
  })

test('a military state, or a city that only rows name, is searched as it is written, without distances and without a radius', async () => {
  const registryDir = testFolder()
  const rows = [at(1, 'APO', 'AE', '09012'), at(2, 'QUUXVILLE', 'MA', '00000'), at(3, 'BOSTON', 'MA', '02134')]
  await buildIn(registryDir, writeFiles(testFolder(), { 'npidata_pfile_20050523-20261108.csv': mainCsv(rows) }))
  const server = await startTestServer(undefined, { registryDir })
  try {
    const military = await server.get('/api/individuals?state=AE')
    expect(military.body).toEqual({
      providers: [expect.objectContaining({ npi: Number(npiOf(1)) })],
      page: 1,
      total: 1,
      location: { query: 'AE', precision: 'state' },
    })
    expect(JSON.stringify(military.body)).not.toContain('distanceMiles')
    expect(await server.get('/api/individuals?address=quuxville,%20ma')).toMatchObject({
      body: { total: 1, location: { query: 'quuxville, ma', precision: 'city' } },
    })
    expect(await server.get('/api/individuals?state=MA')).toMatchObject({
      body: { total: 2, providers: [{ npi: Number(npiOf(3)) }, { npi: Number(npiOf(2)) }] },
    })
    for (const place of ['state=AE', 'city=Quuxville&state=MA']) {
      expect(await server.get(`/api/individuals?${place}&radius=5`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', error: expect.stringContaining('we don’t know where this place is') },
      })
    }
    expect(await server.get('/api/individuals?address=New%20Quux%20Franklin,%20OH')).toMatchObject({
      status: 400,
      body: { code: 'place_not_found', error: expect.stringContaining('"New Quux"') },
    })
  } finally {
    await server.close()
  }
})
