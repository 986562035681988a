/** The limits of the build, each with its reason. */
const kibi = 1024
const mebi = 1024 * kibi

/** CMS's rows have some 1,200 bytes; a longer one means a lost quote or another kind of file. */
export const rowBytesMax = 256 * kibi

/** CMS's longest value is an endpoint of 1,000 characters of at most four bytes. */
export const fieldBytesMax = 4 * kibi

/** The main file has 330 columns. */
export const columnsMax = 1_000

/** A file with a larger share of refused rows is refused whole: it was damaged on its way. */
export const refusedShareMax = 0.005

/** A larger change of the count of individuals or organizations stops the build. */
export const countChangeShareMax = 0.05

/** Refused rows written to the report, per file and reason. */
export const samplesPerReasonMax = 20

/** Files of one build and entries of one archive. CMS's monthly archive has about a dozen. */
export const filesMax = 10_000
export const archiveEntriesMax = 1_000

/** CMS's archives unpack to about ten times their size. The floor lets small files of nearly equal rows pass. */
export const archiveRatioMax = 30
export const archiveRatioFloorBytes = 64 * mebi

/** Of all archives of one build; the monthly one unpacks to 11 GB. */
export const archiveBytesOutMax = 20_000_000_000

/** A workbook is held in memory packed. The report of October 2023 has 4 MB, and 35 MB unpacked. */
export const workbookBytesMax = 64 * mebi
export const workbookBytesOutMax = 512 * mebi

/** Excel has no more. */
export const workbookRowsMax = 1_048_576
/** Cells further right are skipped: the report has two columns. */
export const workbookColumnsMax = 16

/** NUCC's table has 900 rows. */
export const taxonomyLabelsMax = 10_000

/** Staged rows are read back one range of NPIs at a time; 9 million rows make ranges of some MB. */
export const stagedRangeBytesMax = 1024 * mebi

/** Each segment of a file is read by one thread. */
export const segmentBytes = 8 * mebi

/** For less, starting threads takes longer than they save. More threads would wait for the one that writes. */
export const threadsMinBytes = 64 * mebi
export const threadsMax = 8

/** In characters, of at most four bytes each. */
export const reviewCommentLengthMax = 1_000
export const reviewSourceLengthMax = 100

/** Hospitals and groups are held in memory; CMS's files have 5,500 and some hundred, with 60 to 100 measures each. */
export const facilitiesMax = 50_000
export const surveyResultsMax = 250

/** Beyond these, the oldest reviews of one provider are left out. */
export const reviewsPerProviderMax = 100_000

/** Left free on the disk beside what is downloaded or fetched. */
export const freeBytesKept = 256 * mebi

/** Remembered versions that were rolled back from. Each month has some five. */
export const rolledBackMax = 20

/** Versions and reports kept in the registry folder. */
export const versionsKept = 3
export const reportsKept = 10

/** Bytes of an input file read at a time: Node's 64 KB take twice as long. */
export const readAtOnce = mebi

/** Bytes written to a file at a time. */
export const writtenAtOnce = 128 * kibi
