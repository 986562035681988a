/**
 * The keys of the desk. They work only while the focus is in the list of requests (WCAG 2.1.4), and not at all where
 * they are switched off; the arrow keys, which screen readers do not need here, always move.
 */
import { type KeyboardEvent, useState } from 'react'
import type { ImageViewerHandle } from '../../ui/image-viewer.tsx'
import type { Desk } from './use-desk.ts'
import { statusOf } from './words.ts'

export const keyTable = [
  { keys: ['j', '↓'], words: 'Next request' },
  { keys: ['k', '↑'], words: 'Previous request' },
  { keys: ['a'], words: 'Approve (press Enter to confirm)' },
  { keys: ['r'], words: 'Reject with a reason' },
  { keys: ['x'], words: 'Select or deselect' },
  { keys: ['o'], words: 'View the image full screen' },
  { keys: ['+', '-'], words: 'Zoom in, zoom out' },
  { keys: ['0'], words: 'Fit the image' },
  { keys: ['[', ']'], words: 'Rotate left, rotate right' },
  { keys: ['?'], words: 'Show these shortcuts' },
] as const

interface KeyTargets {
  desk: Desk
  image: ImageViewerHandle | null
  isSwitchedOn: boolean
  openHelp: () => void
}

export function pressInList(event: KeyboardEvent, { desk, image, isSwitchedOn, openHelp }: KeyTargets): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
  const by = moveOf(event.key, isSwitchedOn)
  if (by !== undefined) {
    event.preventDefault()
    desk.move(by)
  } else if (isSwitchedOn && act(event.key, desk, openHelp)) event.preventDefault()
  else if (isSwitchedOn) pressOnImage(event, image)
}

export function pressOnImage(event: KeyboardEvent, image: ImageViewerHandle | null): void {
  if (event.ctrlKey || event.metaKey || event.altKey || image === null) return
  const actions: Readonly<Record<string, () => void>> = {
    '+': image.zoomIn,
    '=': image.zoomIn,
    '-': image.zoomOut,
    '0': image.reset,
    '[': image.turnLeft,
    ']': image.turnRight,
  }
  const action = actions[event.key]
  if (action === undefined) return
  event.preventDefault()
  action()
}

function moveOf(key: string, isSwitchedOn: boolean): 1 | -1 | undefined {
  if (key === 'ArrowDown' || (isSwitchedOn && key === 'j')) return 1
  if (key === 'ArrowUp' || (isSwitchedOn && key === 'k')) return -1
  return undefined
}

function act(key: string, desk: Desk, openHelp: () => void): boolean {
  // The address may name a request further down than the list has loaded.
  const open = desk.rows.find(({ id }) => id === desk.openId) ?? desk.review.data?.verification
  const mayDecide = open !== undefined && statusOf(open) === 'pending' && !desk.isProcessing
  if (key === '?') openHelp()
  else if (key === 'a' && mayDecide && desk.mayApprove(open)) desk.ask('approve', open)
  else if (key === 'r' && mayDecide) desk.ask('reject', open)
  else if (key === 'x' && mayDecide) desk.toggle(open)
  else if (key === 'o' && open?.imageUrl !== undefined) desk.go({ id: open.id, isPreviewOpen: true })
  else return false
  return true
}

function isTyping(target: EventTarget): boolean {
  return target instanceof Element && target.closest('input, textarea, select') !== null
}

const storageKey = 'deskKeys'

/** Whether the keys are on, which this browser remembers. */
export function useKeySwitch(): [isOn: boolean, setOn: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(readSwitch)
  return [
    isOn,
    (next) => {
      setOn(next)
      try {
        localStorage.setItem(storageKey, next ? 'on' : 'off')
      } catch {}
    },
  ]
}

function readSwitch(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}
