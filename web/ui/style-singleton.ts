/** Replaces react-style-singleton, by which dialogs lock scrolling: its style element breaks the security policy. */
import { useEffect } from 'react'

/** Makes a component that applies its `styles` while it is mounted; the first one's count for all. */
export function styleSingleton() {
  let users = 0
  let sheet: CSSStyleSheet | undefined

  function use(styles: string) {
    if (users === 0) {
      sheet = new CSSStyleSheet()
      sheet.replaceSync(styles)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    }
    users += 1
  }
  function leave() {
    users -= 1
    if (users === 0) document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
  return function Styles({ styles }: { styles: string }) {
    useEffect(() => {
      use(styles)
      return leave
    }, [styles])
    return null
  }
}
