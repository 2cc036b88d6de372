// Applies the stored preferences (src/app/preferences.ts) before the first paint.
;(() => {
  const root = document.documentElement
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  let kept = null
  try {
    kept = JSON.parse(localStorage.getItem('chat-preferences') ?? 'null')
  } catch {
    // Without readable storage the defaults stay.
  }
  const isChosen = kept?.scheme === 'light' || kept?.scheme === 'dark'
  root.dataset.scheme = isChosen ? kept.scheme : isDark ? 'dark' : 'light'
  if (typeof kept?.theme === 'string') root.dataset.theme = kept.theme
  root.dataset.text = kept?.textSize ?? 'normal'
  if (typeof kept?.locale === 'string') root.lang = kept.locale
})()
