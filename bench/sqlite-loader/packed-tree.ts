/**
 * An R*Tree of SQLite packed from all its entries at once: each node but the last of a level is full and holds what lies together. Inserting the
 * entries one by one takes ten times as long and leaves a third of every node empty. The tree's nodes are rows of ordinary
 * tables, in a form that SQLite describes: https://www.sqlite.org/rtree.html#shadow_tables
 */

/** What a tree holds: places on a plane of latitude and longitude, each with a whole number as the third dimension. */
export interface Entry {
  latitude: number
  longitude: number
  third: number
}

export interface Node {
  /** From 1, which is the root. */
  number: number
  /** Of the node above; undefined for the root. */
  parent: number | undefined
  bytes: Buffer
}

export interface PackedTree {
  nodes: Node[]
  /** For each entry, in the order given, the number of its leaf; its id is its place in that order, from 1. */
  leafOf(index: number): number
}

/** South, north, west, east and the lowest and highest third. */
const boundsLength = 6
const entryBytes = 8 + 4 * boundsLength
const headBytes = 4
/** As many as SQLite puts into a node, whose page has room for more. */
const entriesMax = 51
/** Bytes of a node, which SQLite takes from the root. */
export const nodeBytes = headBytes + entriesMax * entryBytes

/** The tree of entries that stand in an order in which neighbours are near each other. */
export function packTree(entries: readonly Entry[]): PackedTree {
  const levels = [levelOf(entries)]
  for (let top = levels[0]; top.length > entriesMax; top = levels[levels.length - 1]) levels.push(above(top))
  // The root is 1; the others are numbered from the leaves up.
  const firstNumbers: number[] = []
  let next = 2
  for (const level of levels) {
    const count = Math.max(1, Math.ceil(level.length / entriesMax))
    firstNumbers.push(count === 1 ? 1 : next)
    next += count
  }
  const nodes = levels.flatMap((level, height) => nodesOf(level, height, firstNumbers))
  return { nodes, leafOf: (index) => firstNumbers[0] + Math.floor(index / entriesMax) }
}

/** The boxes of one level's entries, one after the other. */
interface Level {
  length: number
  bounds: Float32Array
}

function levelOf(entries: readonly Entry[]): Level {
  const bounds = new Float32Array(entries.length * boundsLength)
  let at = 0
  for (const { latitude, longitude, third } of entries) {
    bounds[at++] = below(latitude)
    bounds[at++] = beyond(latitude)
    bounds[at++] = below(longitude)
    bounds[at++] = beyond(longitude)
    bounds[at++] = third
    bounds[at++] = third
  }
  return { length: entries.length, bounds }
}

/** A tree keeps 32 bits of a bound, which must not be inside of what it bounds. */
const float32Step = 2 ** -23
const below = (value: number) => value - Math.abs(value) * float32Step
const beyond = (value: number) => value + Math.abs(value) * float32Step

/** The boxes around each node of a level. */
function above({ length, bounds }: Level): Level {
  const count = Math.ceil(length / entriesMax)
  const around = new Float32Array(count * boundsLength)
  for (let node = 0; node < count; node++) {
    const first = node * entriesMax
    const own = around.subarray(node * boundsLength, (node + 1) * boundsLength)
    own.set(bounds.subarray(first * boundsLength, (first + 1) * boundsLength))
    for (let entry = first + 1; entry < Math.min(first + entriesMax, length); entry++) {
      for (let bound = 0; bound < boundsLength; bound += 2) {
        own[bound] = Math.min(own[bound], bounds[entry * boundsLength + bound])
        own[bound + 1] = Math.max(own[bound + 1], bounds[entry * boundsLength + bound + 1])
      }
    }
  }
  return { length: count, bounds: around }
}

function nodesOf({ length, bounds }: Level, height: number, firstNumbers: readonly number[]): Node[] {
  const isTop = height === firstNumbers.length - 1
  return Array.from({ length: Math.max(1, Math.ceil(length / entriesMax)) }, (_, node) => {
    const first = node * entriesMax
    const count = Math.min(entriesMax, length - first)
    const bytes = Buffer.alloc(nodeBytes)
    if (isTop) bytes.writeUInt16BE(height, 0)
    bytes.writeUInt16BE(count, 2)
    for (let entry = 0; entry < count; entry++) {
      const at = headBytes + entry * entryBytes
      // A leaf names its entries, and a node above the nodes below it.
      const id = height === 0 ? first + entry + 1 : firstNumbers[height - 1] + first + entry
      bytes.writeBigInt64BE(BigInt(id), at)
      for (let bound = 0; bound < boundsLength; bound++)
        bytes.writeFloatBE(bounds[(first + entry) * boundsLength + bound], at + 8 + 4 * bound)
    }
    const parent = isTop ? undefined : firstNumbers[height + 1] + Math.floor(node / entriesMax)
    return { number: firstNumbers[height] + node, parent, bytes }
  })
}

/** Bits of each coordinate along the curve. */
const curveBits = 20
export const curveLength = 2 ** (2 * curveBits)

/** Where a place comes along a Hilbert curve over the globe, below its length: near numbers are near places. */
export function alongCurve(latitude: number, longitude: number): number {
  const side = 2 ** curveBits
  let x = Math.min(side - 1, Math.floor(((longitude + 180) / 360) * side))
  let y = Math.min(side - 1, Math.floor(((latitude + 90) / 180) * side))
  let distance = 0
  for (let step = side / 2; step >= 1; step /= 2) {
    const isRight = (x & step) > 0
    const isUpper = (y & step) > 0
    const quarter = isRight ? (isUpper ? 2 : 3) : isUpper ? 1 : 0
    distance += quarter * step * step
    x &= step - 1
    y &= step - 1
    if (isUpper) continue
    if (isRight) {
      x = step - 1 - x
      y = step - 1 - y
    }
    const swapped = x
    x = y
    y = swapped
  }
  return distance
}
