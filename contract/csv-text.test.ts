import { expect, it } from 'vitest'
import { csvText } from './csv-text.ts'

it.each([
  ['plain', 'plain'],
  ['', ''],
  ['a, b', '"a, b"'],
  ['say "a"', '"say ""a"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(1)', "'@SUM(1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['\0=1', "'\0=1"],
  ['a=1', 'a=1'],
])('D6: the cell %j is written as %j', (text, written) => {
  expect(csvText(['head', 'end'], [[text, 'x']])).toBe(`head,end\r\n${written},x\r\n`)
})
