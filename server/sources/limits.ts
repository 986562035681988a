/** The limits of what is read from a publisher's file, each with its reason. */
/** Of one row, in bytes: the widest lists have 60 columns. A longer row means a lost quote or another kind of file. */
export const rowBytesMax = 256 * 1024

/** Excel has no longer cells. */
export const cellLengthMax = 32_767

/** The widest list has 60; cells further right would be no list's. */
export const columnsMax = 256

/** Titles and notes stand before the header; Alabama's workbook has it on row 34. */
export const headerLineMax = 50

const mebi = 1024 * 1024

/** A workbook is held in memory packed. */
export const workbookBytesMax = 64 * mebi
export const workbookBytesOutMax = 256 * mebi

/** A list with a larger share of refused rows is refused whole: its layout changed, or it was damaged. */
export const refusedShareMax = 0.005

/** A list of this share of the rows of the one before, or less, was cut off. */
export const shrunkShareMax = 0.5

/** Refused rows in the report of a load, and of these on the terminal. */
export const refusalsReportedMax = 1_000
export const refusalsShownMax = 10

export const reportsKept = 10

/** The largest list has some 2 GB. */
export const downloadBytesMax = 8_000_000_000
