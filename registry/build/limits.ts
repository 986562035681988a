/** The limits of the build: each number has its home here and its reason beside it. */

const kibi = 1024
const mebi = 1024 * kibi

/** A row of CMS's file has some 1,200 bytes and a few thousand at most; a longer one means a lost quote or another kind of file. */
export const rowBytesMax = 256 * kibi

/** CMS's longest value is an endpoint of 1,000 characters, of at most four bytes each. */
export const fieldBytesMax = 4 * kibi

/** The main file has 330 columns. */
export const columnsMax = 1_000

/** A file with a larger share of refused rows is refused whole: it was damaged on its way. */
export const refusedShareMax = 0.005

/** A larger move of the count of active individuals or organizations against the version before stops the build. */
export const countChangeShareMax = 0.05

/** Refused rows written to the report, per file and reason. */
export const samplesPerReasonMax = 20

/** Files one build may read, and entries one archive may hold. CMS's monthly archive holds about a dozen. */
export const filesMax = 10_000
export const archiveEntriesMax = 1_000

/** CMS's archives unpack to about ten times their size. The floor lets small files of nearly equal rows pass. */
export const archiveRatioMax = 30
export const archiveRatioFloorBytes = 64 * mebi

/** The archives of one build together may unpack to so much; the monthly one unpacks to 11 GB. */
export const archiveBytesOutMax = 20_000_000_000

/** A workbook is held in memory as it is packed. The deactivation report of October 2023 has 4 MB, and 35 MB unpacked. */
export const workbookBytesMax = 64 * mebi
export const workbookBytesOutMax = 512 * mebi

/** The rows of a sheet; Excel has no more. */
export const workbookRowsMax = 1_048_576
/** Cells further to the right are not kept: the deactivation report has two. */
export const workbookColumnsMax = 16

/** The taxonomy table is held in memory; NUCC's has 900 rows. */
export const taxonomyLabelsMax = 10_000

/** Staged rows are read back one range of NPIs at a time; 9 million rows make ranges of some MB. */
export const stagedRangeBytesMax = 1024 * mebi

/** A file is read in segments of this size, each by one thread. */
export const segmentBytes = 8 * mebi

/** Below it, starting threads would take longer than they save. More than this many would wait for the one that writes. */
export const threadsMinBytes = 64 * mebi
export const threadsMax = 8

/** A review's comment and the name of its source, in characters; a character takes at most four of a field's bytes. */
export const reviewCommentLengthMax = 1_000
export const reviewSourceLengthMax = 100

/** Hospitals and groups are held in memory, with all measures of each; CMS's files have 5,500 and some hundred, with 60 to 100. */
export const facilitiesMax = 50_000
export const surveyResultsMax = 250

/** Beyond these, the oldest reviews of one provider are left out. */
export const reviewsPerProviderMax = 100_000

/** Left free on the disk beside what is downloaded or fetched, so that it does not fill it to the last byte. */
export const freeBytesKept = 256 * mebi

/** Versions that were rolled back from, remembered. Each month has some five, so those beyond come no more. */
export const rolledBackMax = 20

/** Versions and reports kept in the registry folder. */
export const versionsKept = 3
export const reportsKept = 10

/** Bytes of an input file that are read at a time: Node's own 64 KB take twice as long. */
export const readAtOnce = mebi

/** Bytes that are written to a file at a time. For more Linux looks for larger stretches of memory, which takes longer. */
export const writtenAtOnce = 128 * kibi
