/** Where rows come from: a file, or an entry of an archive. */
export interface Source {
  /**
   * What tells it apart: its path below the folder that was given, or its own name where it was given by itself. A file of an
   * archive has the name of the archive and a slash before its own.
   */
  name: string
  format: 'csv' | 'workbook' | 'lines'
  /** Bytes it has when unpacked. */
  bytes: number
  /** Opens it from the beginning. A chunk holds until the next is asked for. Fails while reading when an archive is damaged there. */
  open(): Promise<AsyncIterable<Buffer>>
}

/** The file itself is at fault: it is damaged, or not what its name says. */
export class SourceError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SourceError'
  }
}

/** A file refused as a whole: what was expected and what came. */
export interface RefusedFile {
  name: string
  reason: string
}

/** What stands in the files, folders and archives of a build. */
export interface FoundSources {
  sources: Source[]
  /** Files that hold no rows: documents, and the header lines CMS packs beside its files. */
  ignored: RefusedFile[]
  refused: RefusedFile[]
  /** Closes the archives. */
  close(): void
}
