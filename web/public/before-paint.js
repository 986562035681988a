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

  // A page that the build wrote names its program here, and the files of it, so that what it says is shown before they are asked
  // for. A tab in the background paints nothing, and need not wait.
  const { program } = document.currentScript.dataset
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
