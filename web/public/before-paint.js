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

  // A page that the build wrote names its program here, so that what it says is shown before its scripts run. A tab in the
  // background paints nothing, and need not wait.
  const { program } = document.currentScript.dataset
  if (program === undefined) return
  const start = () => import(program)
  document.addEventListener('DOMContentLoaded', () => {
    if (document.hidden) start()
    else requestAnimationFrame(() => setTimeout(start))
  })
})()
