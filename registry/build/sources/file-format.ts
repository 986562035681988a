import { basename, extname } from 'node:path'

type FileFormat = 'csv' | 'workbook' | 'lines' | 'archive' | 'headerLine' | 'leftover' | 'other'

/** What a file is, by its path below the folder or archive that was given. CMS packs a file of the header line alone beside each of its files. */
export function formatOf(name: string): FileFormat {
  if (isLeftover(name)) return 'leftover'
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

export const leftoverReason = 'left there by an operating system or an editor'

/**
 * Whether an operating system or an editor left a file beside others: macOS's `__MACOSX/` and `._…` bear the names of the files that they belong
 * to, `~$….xlsx` that of a workbook that is open, and what is hidden begins with a dot.
 */
function isLeftover(name: string): boolean {
  return name.split('/').some((part) => /^(?:\.(?!\.?$)|~\$|__MACOSX$|Thumbs\.db$|desktop\.ini$)/i.test(part))
}
