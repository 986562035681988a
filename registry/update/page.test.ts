import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Handler,
  pageOf,
  pagePath,
  patience,
  type Site,
  startSite,
} from '../../test/support/registry/test-site.ts'
import { BuildError } from '../build/build-error.ts'
import { type CmsFile, chooseFiles, cmsFileOf, daysMissing, filesOf, lastDayOf } from './choice.ts'
import { linkedFiles, pageBytesMax, readPage } from './page.ts'

const pageUrl = new URL('https://download.cms.gov/nppes/NPI_Files.html')
const full = 'NPPES_Data_Dissemination_November_2026_V2.zip'

const urlsOf = (html: string) => linkedFiles(html, pageUrl).map(({ url }) => url.href)
const filesNamed = (names: readonly string[]) => names.flatMap((name) => cmsFileOf(name) ?? [])

describe('the name of a file', () => {
  test.each([
    [full, { kind: 'full', from: '2026-11-01', date: '2026-11-01', layout: 2 }],
    ['NPPES_Data_Dissemination_May_2018.zip', { kind: 'full', from: '2018-05-01', date: '2018-05-01', layout: 1 }],
    [
      'NPPES_Data_Dissemination_122925_010426_Weekly_V2.zip',
      { kind: 'weekly', from: '2025-12-29', date: '2026-01-04', layout: 2 },
    ],
    [
      'NPPES_Deactivated_NPI_Report_100923.zip',
      { kind: 'deactivations', from: '2023-10-09', date: '2023-10-09', layout: 1 },
    ],
  ])('%s tells what it is', (name, expected) => {
    expect(cmsFileOf(name)).toEqual({ ...expected, name })
  })

  test.each([
    'NPPES_Data_Dissemination_Smarch_2026.zip',
    'NPPES_Data_Dissemination_NOVEMBER_2026.zip',
    'NPPES_Data_Dissemination_November_26.zip',
    'NPPES_Data_Dissemination_November_2026_V3.zip',
    'NPPES_Data_Dissemination_November_2026_V2.zip.exe',
    'xNPPES_Data_Dissemination_November_2026.zip',
    'NPPES_Data_Dissemination_110926_110226_Weekly.zip',
    'NPPES_Data_Dissemination_022926_030126_Weekly.zip',
    'NPPES_Data_Dissemination_110226_110826_Daily.zip',
    'NPPES_Deactivated_NPI_Report_133126.zip',
    'NPPES_Deactivated_NPI_Report_November_2026.zip',
    'NPPES_Data_Dissemination_..%2F..%2Fx_2026.zip',
    'constructor',
    '',
  ])('%s is none of CMS', (name) => {
    expect(cmsFileOf(name)).toBeUndefined()
  })

  test('of a full file leaves open any day of its month', () => {
    const lastOf = (month: string) => filesNamed([`NPPES_Data_Dissemination_${month}.zip`]).map(lastDayOf)
    expect(['February_2028', 'February_2026', 'December_2026'].map(lastOf)).toEqual([
      ['2028-02-29'],
      ['2026-02-28'],
      ['2026-12-31'],
    ])
  })
})

describe('the links of a page', () => {
  test('are found however the page writes them, each file once', () => {
    const report = 'NPPES_Deactivated_NPI_Report_110926_V2.zip'
    const html = `<A HREF = "./${full}">x</A><a class='x'\nhref='/nppes/${report}' target=_blank><a href="${full}">
      <a href="https://download.cms.gov/other/NPPES_Data_Dissemination_110226_110826_Weekly.zip"><a href="x.pdf"><a href="">`
    expect(urlsOf(html)).toEqual([
      `https://download.cms.gov/nppes/${full}`,
      `https://download.cms.gov/nppes/${report}`,
      'https://download.cms.gov/other/NPPES_Data_Dissemination_110226_110826_Weekly.zip',
    ])
  })

  test('to other origins and in comments are passed over', () => {
    const others = [
      `http://download.cms.gov/nppes/${full}`,
      `https://download.cms.gov:8443/nppes/${full}`,
      `https://cms.gov.example/nppes/${full}`,
      `//example.org/${full}`,
      `https://[/${full}`,
      `javascript:${full}`,
      `file:///${full}`,
    ]
    expect(urlsOf(pageOf(others))).toEqual([])
    expect(urlsOf(`<!-- <a href="${full}"> --> <p data-href="${full}"> href=${full}`)).toEqual([])
    expect(urlsOf(`<!-- -- > --><a href="${full}"><!-- <a href="NPPES_Data_Dissemination_May_2018.zip">`)).toHaveLength(
      1,
    )
  })

  test('of any text whatever lead to the origin of the page and to plain names', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('<!--', '-->', '<a href="', '">', " href='", "'", '../', '//example.org/', '\\', full),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        for (const { file, url } of linkedFiles(pieces.join(''), pageUrl)) {
          expect(url.origin).toBe(pageUrl.origin)
          expect(file.name).toMatch(/^\w+\.zip$/)
        }
      }),
    )
  })

  test('are at most a thousand', () => {
    const names = (count: number) =>
      Array.from({ length: count }, (_, n) => `NPPES_Data_Dissemination_May_${2000 + n}.zip`)
    expect(urlsOf(pageOf(names(1000)))).toHaveLength(1000)
    expect(() => urlsOf(pageOf(names(1001)))).toThrow('expected at most 1000 files; got more')
  })
})

describe('the page', () => {
  const read = async (site: Site, changed = patience) => {
    const notes: string[] = []
    return readPage(site.pageUrl, changed, (text) => notes.push(text)).then(
      (files) => `${files.length} files`,
      (error: unknown) => (error instanceof BuildError ? error.message.replace(site.origin, '') : `not told: ${error}`),
    )
  }
  const answered = async (...handlers: Handler[]) => {
    const site = await startSite({ [full]: Buffer.from('x') })
    site.instead.set(pagePath, handlers)
    return site
  }
  const always = (handler: Handler) => Array.from({ length: 4 }, () => handler)

  test('without a link to a file of CMS stops the update', async () => {
    const site = await answered((_, response) => response.end(pageOf(['other.zip'])))
    expect(await read(site)).toBe(
      `${pagePath}: expected links to NPPES_Data_Dissemination_….zip on the origin of the page; got none`,
    )
  })

  test('is read up to its largest size, and refused beyond that before it has been sent', async () => {
    const html = pageOf([full])
    const ofSize = (bytes: number): Handler => {
      return (_, response) => response.end(html.padEnd(bytes))
    }
    expect(await read(await answered(ofSize(pageBytesMax)))).toBe('1 files')
    expect(await read(await answered(ofSize(pageBytesMax + 1)))).toBe(
      `${pagePath}: expected a page of at most ${pageBytesMax} bytes; got more`,
    )
    const endless: Handler = (_, response) => {
      const more = () => {
        while (response.write(' '.repeat(10_000))) {}
        response.once('drain', more)
      }
      more()
    }
    expect(await read(await answered(endless))).toContain('got more')
  })

  test('that is not there stops the update at once, a busy server only after a few tries', async () => {
    const missing = await answered((_, response) => response.writeHead(404).end())
    expect(await read(missing)).toBe(`${pagePath}: expected a page with status 200; got status 404`)
    expect(missing.asked).toHaveLength(1)
    const busy: Handler = (_, response) => response.writeHead(503).end()
    expect(await read(await answered(busy, busy, busy))).toBe('1 files')
    expect(await read(await answered(...always(busy)))).toMatch(/answered with status 503; gave up after 4 tries$/)
  })

  test('that drips or stops in the middle does not hold the update up', async () => {
    const stopping: Handler = (_, response) => void response.write('<html>')
    expect(await read(await answered(...always(stopping)), { ...patience, stallMsMax: 50 })).toContain(
      'nothing more arrived for 0.05 s; gave up after 4 tries',
    )
    const dripping: Handler = (_, response) => {
      const timer = setInterval(() => response.write(' '), 5)
      response.on('close', () => clearInterval(timer))
    }
    expect(await read(await answered(...always(dripping)), { ...patience, pageMsMax: 50 })).toContain(
      'expected the whole page within 0.05 s; got a part of it; gave up after 4 tries',
    )
  })

  test('on a server that does not run is reported', async () => {
    const notes: string[] = []
    const gone = readPage(new URL('http://127.0.0.1:1/x'), patience, (text) => notes.push(text))
    await expect(gone).rejects.toThrow(/^http:\/\/127.0.0.1:1\/x: the connection broke: .+; gave up after 4 tries$/)
    expect(notes).toHaveLength(3)
  })
})

describe('the choice', () => {
  const weekly = (from: string, to: string, end = '_V2.zip') => `NPPES_Data_Dissemination_${from}_${to}_Weekly${end}`
  const chosenOf = (names: readonly string[]) => {
    const choice = chooseFiles(filesNamed(names))
    return choice && filesOf(choice).map(({ name }: CmsFile) => name)
  }

  test('is the newest full file, the weekly ones since its month began and the newest report, in the later layout', () => {
    const chosen = [
      full,
      weekly('102626', '110126'),
      weekly('110226', '110826', '.zip'),
      weekly('110926', '111526'),
      'NPPES_Deactivated_NPI_Report_110926_V2.zip',
    ]
    const others = [
      'NPPES_Data_Dissemination_October_2026_V2.zip',
      'NPPES_Data_Dissemination_November_2025_V2.zip',
      'NPPES_Data_Dissemination_November_2026.zip',
      weekly('101926', '103126'),
      weekly('110926', '111526', '.zip'),
      'NPPES_Deactivated_NPI_Report_110926.zip',
      'NPPES_Deactivated_NPI_Report_121225_V2.zip',
    ]
    expect(chosenOf([...chosen, ...others])).toEqual(chosen)
    expect(chosenOf([...others, ...chosen].reverse())).toEqual(chosen)
  })

  test('needs a full file, and nothing else', () => {
    expect(chosenOf([weekly('110926', '111526')])).toBeUndefined()
    expect(chosenOf([full])).toEqual([full])
  })

  test('names the days of which no file tells', () => {
    const missing = (...weeks: [string, string][]) =>
      daysMissing('2026-11-08', filesNamed(weeks.map(([from, to]) => weekly(from, to))))
    expect(missing()).toEqual([])
    expect(missing(['110226', '110826'], ['110926', '111526'], ['111626', '112226'])).toEqual([])
    expect(missing(['111026', '111526'])).toEqual([{ from: '2026-11-09', to: '2026-11-09' }])
    expect(missing(['110926', '111526'], ['112326', '112926'], ['120726', '121326'])).toEqual([
      { from: '2026-11-16', to: '2026-11-22' },
      { from: '2026-11-30', to: '2026-12-06' },
    ])
  })
})
