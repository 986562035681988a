/**
 * Tells copies of a paper from one form filled in for different people. Every small square that shows anything must be
 * found near the same place in the other picture: another name changes a few squares completely; scaling, compression
 * and light change all a little. One altered digit is too small to see: that is a copy.
 */

export interface Raster {
  width: number
  height: number
  values: Uint8Array
}

/** Letters of a document are then about half as high as a square. */
export const comparedWidth = 384

const side = 16

/** A crop of two percent moves edges so far. */
const shiftMax = 8

const varianceMin = 60

/**
 * Squares below this correlation have changed. Over 48 invented cards of four layouts, copies (JPEG 40, half size,
 * cropped 2 %, lighter, darker, blurred) had 0.76 or more in their worst square; cards of different people had four
 * squares or more below 0.70.
 */
const correlationMin = 0.72
const changedMax = 1

/** How much the heights of two copies may differ, as a share. */
const heightTolerance = 0.03

export function lookAlike(a: Raster, b: Raster): boolean {
  if (a.width !== b.width || Math.abs(a.height - b.height) > a.height * heightTolerance) return false
  const bottom = Math.min(a.height, b.height) - shiftMax - side
  const right = a.width - shiftMax - side
  let squares = 0
  let changed = 0
  for (let y = shiftMax; y <= bottom; y += side) {
    for (let x = shiftMax; x <= right; x += side) {
      const square = momentsOf(a, x, y)
      if (square.variance / side ** 2 < varianceMin) continue
      squares++
      if (!isFound(square, a, b, x, y)) changed++
      if (changed > changedMax) return false
    }
  }
  return squares > 0
}

function momentsOf({ values, width }: Raster, x: number, y: number): { sum: number; variance: number } {
  let sum = 0
  let squares = 0
  for (let row = y; row < y + side; row++) {
    for (let at = row * width + x; at < row * width + x + side; at++) {
      sum += values[at]
      squares += values[at] ** 2
    }
  }
  return { sum, variance: squares - sum ** 2 / side ** 2 }
}

function isFound(square: { sum: number; variance: number }, a: Raster, b: Raster, x: number, y: number): boolean {
  for (const [dx, dy] of shifts) {
    const there = momentsOf(b, x + dx, y + dy)
    if (there.variance <= 0) continue
    const together = productOf(a, b, x, y, dx, dy) - (square.sum * there.sum) / side ** 2
    if (together / Math.sqrt(square.variance * there.variance) >= correlationMin) return true
  }
  return false
}

function productOf(a: Raster, b: Raster, x: number, y: number, dx: number, dy: number): number {
  let sum = 0
  for (let row = 0; row < side; row++) {
    const inA = (y + row) * a.width + x
    const inB = (y + row + dy) * b.width + x + dx
    for (let at = 0; at < side; at++) sum += a.values[inA + at] * b.values[inB + at]
  }
  return sum
}

/** The nearest first, since most squares have not moved. */
const shifts = Array.from({ length: (2 * shiftMax + 1) ** 2 }, (_, n): [number, number] => [
  (n % (2 * shiftMax + 1)) - shiftMax,
  Math.floor(n / (2 * shiftMax + 1)) - shiftMax,
]).sort(([ax, ay], [bx, by]) => ax ** 2 + ay ** 2 - bx ** 2 - by ** 2)
