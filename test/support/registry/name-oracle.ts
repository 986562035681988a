/**
 * Whether names match what somebody asks for, by trying everything: what the index is held against. It shares no code
 * with the search.
 */

const particles =
  ' o d mc mac fitz de la le du da di do dos das del della van von der den ter st san santa el al bin abu '.split(' ')

/** Words of a name that something asked for may take: one, or neighbors joined. */
interface Unit {
  text: string
  takes: string[]
  isJoined: boolean
  countsByBeginning: boolean
}

/** `names` are those of one provider, none in parts. Titles and credentials are no part of `asked`. */
export function namesMatch(names: readonly string[], asked: string): boolean {
  const words = wordsOf(asked.replaceAll("'", ''))
  const units = names.flatMap(unitsOf)
  return (
    words.length > 0 &&
    readings(words).some((reading) => hasEnoughWords(reading, units) && canTake(reading, units, new Set()))
  )
}

/** Where words asked for begin alike, the words of the names that begin so are counted as they are written. */
function hasEnoughWords(reading: readonly Piece[], units: readonly Unit[]): boolean {
  return reading.every((piece) => {
    const alike = reading.filter((other) =>
      piece.isWhole ? other.isWhole && other.text === piece.text : other.text.startsWith(piece.text),
    )
    const own = units.filter((unit) => !unit.isJoined && isFor(unit, piece)).flatMap(({ takes }) => takes)
    return alike.length < 2 || new Set(own).size >= alike.length
  })
}

interface Piece {
  text: string
  isWhole: boolean
}

function canTake([first, ...rest]: readonly Piece[], units: readonly Unit[], taken: ReadonlySet<string>): boolean {
  if (first === undefined) return true
  return units.some(
    (unit) =>
      isFor(unit, first) &&
      unit.takes.every((word) => !taken.has(word)) &&
      canTake(rest, units, new Set([...taken, ...unit.takes])),
  )
}

function isFor({ text, isJoined, countsByBeginning }: Unit, piece: Piece): boolean {
  if (piece.isWhole) return !isJoined && text === piece.text
  return countsByBeginning ? text.startsWith(piece.text) : text === piece.text
}

function readings(words: readonly string[]): Piece[][] {
  if (words.length === 0) return [[]]
  const all: Piece[][] = []
  for (let length = 1; length <= words.length; length++) {
    const isOne = length === 1
    if (!isOne && (words.length > 8 || !join(words, 0, length))) continue
    const piece = { text: words.slice(0, length).join(''), isWhole: !isOne }
    for (const rest of readings(words.slice(length))) all.push([piece, ...rest])
  }
  return all
}

/** The same word of two names is one; a word that a name has twice is two. */
function unitsOf(name: string): Unit[] {
  const times = new Map<string, number>()
  const wholes: { text: string; takes: string[] }[] = []
  const units: Unit[] = []
  for (const chunk of fold(name).split(/[^a-z0-9']+/)) {
    const words = chunk.split("'").filter((word) => word !== '')
    if (words.length === 0) continue
    const takes = words.map((word) => {
      times.set(word, (times.get(word) ?? 0) + 1)
      return `${word} ${times.get(word)}`
    })
    for (const [index, text] of words.entries()) {
      units.push({ text, takes: [takes[index] ?? ''], isJoined: false, countsByBeginning: true })
    }
    if (words.length > 1) units.push({ text: words.join(''), takes, isJoined: true, countsByBeginning: true })
    wholes.push({ text: words.join(''), takes })
  }
  const texts = wholes.map(({ text }) => text)
  for (let from = 0; from < wholes.length; from++) {
    for (let to = from + 2; to <= wholes.length; to++) {
      if (!join(texts, from, to)) continue
      const some = wholes.slice(from, to)
      units.push({
        text: some.map(({ text }) => text).join(''),
        takes: some.flatMap(({ takes }) => takes),
        isJoined: true,
        countsByBeginning: particles.includes(texts[from] ?? ''),
      })
    }
  }
  return units
}

/** Whether the words from one place up to another one count joined. */
function join(words: readonly string[], from: number, to: number): boolean {
  const isLetter = (place: number) => words[place]?.length === 1
  const some = words.slice(from, to)
  if (some.every((word) => word.length === 1)) return !isLetter(from - 1) && !isLetter(to)
  const before = some.slice(0, -1)
  if ((some.at(-1)?.length ?? 0) < 2) return false
  if (before.every((word) => particles.includes(word))) return some.length <= 4
  return some.length === 2 && !isLetter(from)
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

function fold(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
}
