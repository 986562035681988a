/** Whether the keys of the desk act; kept in this browser. */
import { useState } from 'react'

const storageKey = 'deskKeys'

export function useKeySwitch(): [isOn: boolean, setOn: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(readSwitch)
  return [
    isOn,
    (next) => {
      setOn(next)
      try {
        localStorage.setItem(storageKey, next ? 'on' : 'off')
      } catch {
        // The choice then lasts as long as the page.
      }
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
