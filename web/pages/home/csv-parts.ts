/** A call takes 64 KB and 5,000 rows; escapes of JSON and headings take some of it. */
const charactersMax = 40_000
const rowsMax = 2_000

/** Cuts a CSV file of NPIs between lines into parts that a call takes, each with the headings, if there are any. */
export function csvParts(csv: string): string[] {
  const [first = '', ...rest] = csv.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const hasHeadings = /npi/i.test(first)
  const [headings, rows] = hasHeadings ? [`${first}\n`, rest] : ['', [first, ...rest]]
  const parts: string[] = []
  let [part, count] = ['', 0]
  for (const row of rows.filter((one) => one.trim() !== '')) {
    if (count === rowsMax || part.length + row.length > charactersMax) {
      parts.push(headings + part)
      part = ''
      count = 0
    }
    part += `${row}\n`
    count++
  }
  return [...parts, headings + part]
}
