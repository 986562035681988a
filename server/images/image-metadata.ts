/**
 * Which program wrote an image, and whether it edits pictures. Metadata is easily removed or invented: a finding is a
 * hint, its absence says nothing.
 */
import type { Metadata } from 'sharp'
import { printable } from '../platform/shown.ts'
import type { ImageMetadata } from './image-answer.ts'

const editors =
  /photoshop|lightroom|gimp|affinity|pixelmator|canva|snapseed|picsart|facetune|paint\.net|corel|photopea|krita|inkscape|illustrator|remini/i

const nameLengthMax = 80

/** TIFF 6.0, section 8; Exif 2.32, table 4. */
const softwareTag = 0x0131
const cameraTags = [0x010f, 0x0110]

/** XMP specification, part 2, section 8. */
const xmpCreator = /CreatorTool(?:>|=["'])([^<"']{1,200})/

/** Damaged metadata says nothing. */
export function readMetadata({ exif, xmp, comments }: Pick<Metadata, 'exif' | 'xmp' | 'comments'>): ImageMetadata {
  const inComments = comments?.find(({ keyword }) => keyword.toLowerCase() === 'software')?.text
  const software = textInExif(exif, softwareTag) ?? xmpCreator.exec(xmp?.toString('utf8') ?? '')?.[1] ?? inComments
  const name = software === undefined ? '' : printable(software).trim().slice(0, nameLengthMax)
  return {
    hasExif: exif !== undefined,
    hasCamera: cameraTags.some((tag) => printable(textInExif(exif, tag) ?? '').trim() !== ''),
    ...(name !== '' && { software: name }),
    ...(editors.test(name) && { editedBy: name }),
  }
}

function textInExif(exif: Buffer | undefined, tag: number): string | undefined {
  if (exif === undefined) return undefined
  try {
    const tiff = exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif
    return textOfTag(tiff, tag)
  } catch (error) {
    // An offset that points out of the data.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const entryBytes = 12
const inlineBytes = 4
const asciiType = 2

function textOfTag(tiff: Buffer, wanted: number): string | undefined {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const u16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const u32 = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const directory = u32(4)
  const entries = u16(directory)
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * entryBytes
    if (u16(at) !== wanted || u16(at + 2) !== asciiType) continue
    const length = u32(at + 4)
    const start = length <= inlineBytes ? at + 8 : u32(at + 8)
    return tiff.toString('latin1', start, start + length).replace(/\0[\s\S]*$/, '')
  }
  return undefined
}
