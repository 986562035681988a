import { basename, extname } from 'node:path'

/** What a file is, by its name. CMS packs a file of the header line alone beside each of its files. */
export function formatOf(name: string): 'csv' | 'workbook' | 'lines' | 'archive' | 'headerLine' | 'other' {
  switch (extname(name).toLowerCase()) {
    case '.csv':
      return /fileheader/i.test(basename(name)) ? 'headerLine' : 'csv'
    case '.ndjson':
    case '.jsonl':
      return 'lines'
    case '.xlsx':
      return 'workbook'
    case '.zip':
      return 'archive'
    default:
      return 'other'
  }
}
