import { useEffect, useState } from 'react'

type RichTextboxModule = typeof import('./editor/rich-textbox.tsx')

let loaded: RichTextboxModule | undefined

/** The editor once it is loaded. Should it not load, the plain textbox stays, and the next conversation asks again. */
export const useRichTextbox = (): RichTextboxModule | undefined => {
  const [found, setFound] = useState(loaded)
  useEffect(() => {
    if (loaded !== undefined) return
    let isGone = false
    const take = (module: RichTextboxModule) => {
      loaded = module
      if (!isGone) setFound(module)
    }
    void import('./editor/rich-textbox.tsx').then(take, () => undefined)
    return () => {
      isGone = true
    }
  }, [])
  return found
}
