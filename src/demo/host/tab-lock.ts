const lockName = 'chat-demo-host'
/** A tab that has just been left or loaded anew lets go within this, ms. */
const graceTime = 400

/**
 * Takes the host's lock, for as long as this tab lives. Calls `onTaken` when another tab has it, and resolves when
 * that one has gone.
 */
export async function becomeHost(onTaken: () => void): Promise<void> {
  const held = new Promise<void>((resolve, reject) => {
    const holder = () => {
      resolve()
      // Never settles: the browser lets go when the tab goes.
      return new Promise<void>(() => undefined)
    }
    navigator.locks.request(lockName, holder).catch(reject)
  })
  const grace = setTimeout(onTaken, graceTime)
  await held
  clearTimeout(grace)
}
