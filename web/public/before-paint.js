// Runs before the first paint, which is why it is a file of its own and no module.
;(() => {
  // The visitor's theme is there from the beginning.
  let choice = null
  try {
    choice = localStorage.getItem('theme')
  } catch {
    // Storage is switched off: the system decides.
  }
  const isDark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'

  const { dataset } = document.currentScript

  // A page of those who are signed in names what it will ask for: it is asked for now, while the program is still on its way, which
  // takes the answers from here (web/api/first-answers.ts).
  if (dataset.calls !== undefined) {
    let token = null
    try {
      for (const key of dataset.tokens.split(' ')) token ??= localStorage.getItem(key)
    } catch {
      // Storage is switched off: nobody is signed in yet.
    }
    if (token !== null) {
      const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
      const ask = (address) => [address, fetch(address, { headers }).catch(() => undefined)]
      window.firstAnswers = { token, answers: new Map(dataset.calls.split(' ').map(ask)) }
    }
  }

  // A page that the build wrote names its program here, and the files of it, so that what it says is shown before they are asked
  // for. A tab in the background paints nothing, and need not wait.
  const { program } = dataset
  if (program === undefined) return
  const files = program.split(' ')
  let isStarted = false
  const start = () => {
    if (isStarted) return
    isStarted = true
    const links = files.map((href) => Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    document.head.append(...links)
    import(files[0])
  }
  document.addEventListener('DOMContentLoaded', () => {
    if (document.hidden) return start()
    document.addEventListener('visibilitychange', start, { once: true })
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  })
})()
