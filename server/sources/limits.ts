/** The limits of what is read from a publisher's file, each with its reason. */
/** Of one row, in bytes: the widest lists have 60 columns. A longer row means a lost quote or another kind of file. */
export const rowBytesMax = 256 * 1024

/** Excel has no longer cells. */
export const cellLengthMax = 32_767

/** The widest list has 60; cells further right would be no list's. */
export const columnsMax = 256

/** Titles and notes stand before the header; Alabama's header is on line 27. */
export const headerLineMax = 30
