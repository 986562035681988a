// Runs before the first paint, so it is a classic script of its own.
;(() => {
  let choice = null
  try {
    choice = localStorage.getItem('theme')
  } catch {
    // Storage is switched off.
  }
  const isDark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'

  const { dataset } = document.currentScript

  // Makes the first calls of a signed-in page while its program loads, which takes the answers (web/api/call.ts).
  if (dataset.calls !== undefined) {
    let token = null
    try {
      for (const key of dataset.tokens.split(' ')) token ??= localStorage.getItem(key)
    } catch {
      // Storage is switched off, so no user is signed in.
    }
    if (token !== null) {
      const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
      const ask = (address) => [address, fetch(address, { headers }).catch(() => undefined)]
      window.firstAnswers = { token, answers: new Map(dataset.calls.split(' ').map(ask)) }
    }
  }

  // A prerendered page loads its program after the first paint. A tab in the background paints nothing and does not
  // wait.
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
