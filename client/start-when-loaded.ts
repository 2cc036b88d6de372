/**
 * Starts something with code that is loaded on use. Without the code nothing starts, which is no failure that the user
 * could act on.
 * @param start starts it, and returns a function that ends it
 * @returns a function that ends it, or prevents the start while the code is loading
 */
export function startWhenLoaded<Code>(
  load: () => Promise<Code>,
  start: (code: Code) => () => void,
): () => void {
  let isOver = false
  let end: (() => void) | undefined
  const begin = async () => {
    const code = await load()
    if (!isOver) end = start(code)
  }
  begin().catch(() => undefined)
  return () => {
    isOver = true
    end?.()
  }
}
